internal import LifeCore
internal import LifeIO

/// All pixels of a picture at once, a byte each, for films that look back at the picture before.
struct PixelGrid: Sendable {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]

  init(_ picture: Picture) throws {
    width = picture.width
    height = picture.height
    pixels = []
    pixels.reserveCapacity(width * height)
    try picture.forEachRow { _, row in
      unsafe row.withUnsafeBufferPointer { unsafe pixels.append(contentsOf: $0) }
    }
  }

  /// A grid of these pixels, row by row; nil if there are none.
  init?(width: Int, height: Int, _ pixels: [UInt8]) throws(StateDamaged) {
    if pixels.isEmpty { return nil }
    guard pixels.count == width * height else { throw StateDamaged() }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  var window: Window { Window(x: 0, y: 0, width: width, height: height) }

  /// The pixels of a row from column `start` up to `end`.
  func row(_ y: Int, _ start: Int, _ end: Int) -> ArraySlice<UInt8> {
    pixels[y * width + start..<y * width + end]
  }

  /// The least window outside which nothing differs from another grid of this size; nil if nothing
  /// does.
  func changes(from other: PixelGrid) -> Window? {
    guard let top = (0..<height).first(where: { differs(from: other, row: $0) }),
      let bottom = (0..<height).last(where: { differs(from: other, row: $0) })
    else { return nil }
    var (left, right) = (width, -1)
    let (mine, theirs) = (pixels.span, other.pixels.span)
    for y in top...bottom {
      let row = y * width
      if let x = (0..<left).first(where: { mine[row + $0] != theirs[row + $0] }) { left = x }
      var x = width - 1
      while x > right, mine[row + x] == theirs[row + x] { x -= 1 }
      right = max(right, x)
    }
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  private func differs(from other: PixelGrid, row: Int) -> Bool {
    let range = row * width..<(row + 1) * width
    return pixels[range] != other.pixels[range]
  }
}
