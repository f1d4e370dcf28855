internal import LifeCore
internal import LifeIO

/// All pixels of the previous image, one byte each, for formats that encode differences.
///
/// It is the only copy of an image that a writer keeps: everything else is encoded row by row.
final class PixelGrid {
  let width: Int
  let height: Int
  private let pixels: WordBuffer

  /// A grid in which every pixel has index 0.
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

  /// Overwrites the rows of a window with those of an image of the same size.
  func replace(_ window: Window, with image: Image) throws(MemoryExhausted) {
    var rows = try PixelRows(image)
    for y in window.y..<window.endY {
      rows.load(y)
      pixels.replace(fromByte: y * width, with: rows.row)
    }
  }

  /// The smallest window that contains all differences from an image of the same size; nil if they
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
      // Most rows of most frames are equal, and comparing them as a block is the fastest.
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
  /// The part of an animation's next image that must be encoded: what has changed since the
  /// previous one, or one pixel if nothing has, because an unchanged frame still needs an image.
  ///
  /// - Parameter last: the previous image; nil if this is the first one, which is encoded whole.
  func windowToEncode(after last: PixelGrid?) throws(MemoryExhausted) -> Window {
    guard let last else { return Window(x: 0, y: 0, width: width, height: height) }
    return try last.changes(in: self) ?? Window(x: 0, y: 0, width: 1, height: 1)
  }
}
