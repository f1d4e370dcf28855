/// The text and the colored rectangles of an image.
struct Marks: Sendable {
  var texts: [TextLine] = []
  var swatches: [Swatch] = []
  /// Rows of paper under the text, if it covers cells.
  var strips: [Range<Int>] = []

  var isEmpty: Bool { texts.isEmpty && swatches.isEmpty }

  /// Whether a row of pixels has a mark.
  func isIn(row y: Int) -> Bool {
    texts.contains { $0.rows.contains(y) } || swatches.contains { $0.rows.contains(y) }
      || isInStrip(row: y)
  }

  private func isInStrip(row y: Int) -> Bool { strips.contains { $0.contains(y) } }

  /// Draws the marks of row `y` over its pixels.
  func draw(row y: Int, palette: Palette, into row: WordBuffer, width: Int) {
    var pixels = row.mutableSpan(from: 0, count: width)
    if isInStrip(row: y) { for x in pixels.indices { pixels[x] = palette.paper } }
    for swatch in swatches where swatch.rows.contains(y) {
      for column in 0..<min(swatch.width, width - swatch.x) {
        pixels[swatch.x + column] = swatch.color(column, inRow: y - swatch.y, palette)
      }
    }
    for text in texts where text.rows.contains(y) {
      text.forEachInk(inRow: y, upTo: width) { pixels[$0] = palette.ink }
    }
  }
}

/// A rectangle with the colors of a legend entry, in columns of equal width.
struct Swatch: Hashable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int
  /// Palette indices.
  var colors: [UInt8]

  var rows: Range<Int> { y..<y + height }

  /// The palette index of a pixel. A single color that is hardly seen on the paper has an edge.
  func color(_ column: Int, inRow row: Int, _ palette: Palette) -> UInt8 {
    let color = colors[column * colors.count / width]
    let isEdge = row == 0 || row == height - 1 || column == 0 || column == width - 1
    return isEdge && needsEdge(palette) ? palette.ink : color
  }
}

extension Swatch {
  /// Whether its color can hardly be told from the paper.
  func needsEdge(_ palette: Palette) -> Bool {
    guard colors.count == 1, colors[0] != palette.paper else { return false }
    let (one, other) = (palette[colors[0]], palette[palette.paper])
    let differences = [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
    return differences.allSatisfy { max($0, $1) - min($0, $1) < 40 }
  }
}

/// A line of text in an image and the position of its upper left corner.
struct TextLine: Hashable, Sendable {
  var text: String
  var x: Int
  var y: Int
  /// Pixels per pixel of a glyph.
  var scale: Int

  var rows: Range<Int> {
    y + Font.rows.lowerBound * scale..<y + Font.rows.upperBound * scale
  }

  /// Calls `body` with each glyph pixel in row `y`, up to column `end`.
  func forEachInk(inRow y: Int, upTo end: Int, _ body: (_ x: Int) -> Void) {
    let row = (y - rows.lowerBound) / scale + Font.rows.lowerBound
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
