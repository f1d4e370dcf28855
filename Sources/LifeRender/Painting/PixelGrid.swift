internal import LifeCore
internal import LifeIO

/// All pixels of the previous image, one byte each, for GIF and APNG: they store only changes.
///
/// Writers keep no other copy of an image: everything else is encoded row by row.
final class PixelGrid {
  let width: Int
  let height: Int
  private let pixels: WordBuffer

  /// A grid filled with index 0.
  init(width: Int, height: Int) throws(MemoryExhausted) {
    self.width = width
    self.height = height
    pixels = try WordBuffer(bytes: width * height, purpose: "previous frame of the animation")
  }

  /// The pixels of row `y`.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt8> {
    let pixels = pixels
    let span = pixels.bytes(from: y * width, count: width)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Overwrites the rows of a window with the rows of an image of the same size.
  func replace(_ window: Window, with image: Image) throws(MemoryExhausted) {
    var rows = try PixelRows(image)
    for y in window.y..<window.endY {
      rows.load(y)
      pixels.replace(fromByte: y * width, with: rows.row)
    }
  }

  /// The smallest window containing all differences from an image of the same size. `nil` if both
  /// are equal.
  func changes(in image: Image) throws(MemoryExhausted) -> Window? {
    var rows = try PixelRows(image)
    var top = height
    var bottom = -1
    var left = width
    var right = -1
    for y in 0..<height {
      rows.load(y)
      let old = row(y)
      let new = rows.row
      // Most rows of most frames are equal. Comparing them as a block is fastest.
      if pixels.hasBytes(from: y * width, equalTo: new) { continue }
      top = min(top, y)
      bottom = y
      left = (0..<left).first { old[$0] != new[$0] } ?? left
      var x = width - 1
      while x > right, old[x] == new[x] { x -= 1 }
      right = max(right, x)
    }
    if bottom < 0 { return nil }
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }
}

extension Image {
  /// The changed part of an animation's next image. An unchanged image still needs one pixel.
  ///
  /// - Parameter last: the previous image. `nil` for the first one: all of it is encoded.
  func windowToEncode(after last: PixelGrid?) throws(MemoryExhausted) -> Window {
    guard let last else { return Window(x: 0, y: 0, width: width, height: height) }
    return try last.changes(in: self) ?? Window(x: 0, y: 0, width: 1, height: 1)
  }
}
