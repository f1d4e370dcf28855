internal import LifeCore

// Helpers for all image formats: a pattern's box, and its rows as pixels.
extension PatternFormat {
  /// The bounding box for an image with one pixel per cell. An empty pattern becomes one pixel.
  ///
  /// - Throws: ``WriteError`` if the image would be larger, or have more than 2^34 pixels.
  static func imageBounds(_ pattern: Pattern) throws -> Window {
    let box = pattern.cells.bounds ?? Window(x: 0, y: 0, width: 1, height: 1)
    guard max(box.width, box.height) <= maxImageSide, box.width * box.height <= 1 << 34 else {
      throw WriteError(
        "an image cannot have \(box.width) × \(box.height) pixels; write rle")
    }
    return box
  }
}

extension Cells {
  /// Visits each row of a window from the north as bytes: pixels of `bits` bits, the westernmost in
  /// the highest bits. A pixel is the state of its cell XOR the background.
  ///
  /// - Complexity: O(bytes of all rows) plus O(live cells).
  func forEachPixelRow(
    in box: Window, bits: Int = 1, background: UInt8 = 0, _ body: ([UInt8]) throws -> Void
  ) throws {
    let blank = [UInt8](repeating: background, count: (box.width * bits + 7) / 8)
    var row = blank
    var y = box.y
    try forEachRun { run in
      while y < run.y {
        try body(row)
        row = blank
        y += 1
      }
      for x in run.x - box.x..<run.x - box.x + run.length {
        row[(x * bits) >> 3] ^= run.state << UInt8(8 - bits - ((x * bits) & 7))
      }
    }
    for _ in y..<box.endY {
      try body(row)
      row = blank
    }
  }
}
