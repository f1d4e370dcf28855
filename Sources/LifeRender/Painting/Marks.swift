/// The text and the colored rectangles of an image.
struct Marks: Sendable {
  var texts: [TextLine] = []
  var swatches: [Swatch] = []

  var isEmpty: Bool { texts.isEmpty && swatches.isEmpty }

  /// Whether a row of pixels has a mark.
  func isIn(row y: Int) -> Bool {
    texts.contains { $0.rows.contains(y) } || swatches.contains { $0.rows.contains(y) }
  }

  /// Draws the marks of row `y` over its pixels.
  func draw(row y: Int, palette: Palette, into row: WordBuffer, width: Int) {
    var pixels = row.mutableSpan(from: 0, count: width)
    for swatch in swatches where swatch.rows.contains(y) {
      for column in 0..<min(swatch.width, width - swatch.x) {
        pixels[swatch.x + column] = swatch.color(column)
      }
    }
    for text in texts where text.rows.contains(y) {
      text.forEachInk(inRow: y, upTo: width) { pixels[$0] = palette.ink }
    }
  }
}
