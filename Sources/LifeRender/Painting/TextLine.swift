/// A line of text in an image, and the pixel of its upper left corner.
struct TextLine: Hashable, Sendable {
  var text: String
  var x: Int
  var y: Int
  /// Pixels per pixel of a glyph.
  var scale: Int

  var rows: Range<Int> { y..<y + Font.glyphHeight * scale }

  /// Calls `body` with each pixel of row `y` that belongs to a glyph, up to `end`.
  func forEachInk(inRow y: Int, upTo end: Int, _ body: (_ x: Int) -> Void) {
    let row = (y - self.y) / scale
    var left = x
    for character in text {
      for column in 0..<Font.glyphWidth where Font.isInk(character, x: column, y: row) {
        let start = left + column * scale
        for pixel in start..<max(start, min(end, start + scale)) { body(pixel) }
      }
      left += Font.advance * scale
    }
  }
}
