/// Lines of text on a plain box in the upper left corner of an image.
struct Label: Sendable {
  /// In pixels, the box included.
  let width: Int
  let height: Int
  private let lines: [[Character]]
  private let scale: Int

  /// The margin around the text, in unscaled glyph pixels.
  private static let margin = 2

  /// A label scaled to the size of the image; nil without lines.
  init?(_ lines: [String], imageWidth: Int, imageHeight: Int) {
    guard !lines.isEmpty else { return nil }
    let widest = lines.map(Font.width).max()! + 2 * Self.margin
    let tallest = lines.count * Font.lineHeight + 2 * Self.margin - 1
    // At most a third of the width and an eighth of the height of the image.
    let largestScale = min(imageWidth / 3 / widest, imageHeight / 8 / tallest)
    scale = max(1, min(largestScale, 6))
    self.lines = lines.map { Array($0) }
    width = min(imageWidth, widest * scale)
    height = min(imageHeight, tallest * scale)
  }

  /// Whether a pixel of the label belongs to the text.
  func isInk(x: Int, y: Int) -> Bool {
    let (column, row) = (x / scale - Self.margin, y / scale - Self.margin)
    guard column >= 0, row >= 0 else { return false }
    let (line, inner) = row.quotientAndRemainder(dividingBy: Font.lineHeight)
    let (letter, dx) = column.quotientAndRemainder(dividingBy: Font.advance)
    guard line < lines.count, letter < lines[line].count, dx < Font.glyphWidth,
      inner < Font.glyphHeight
    else { return false }
    return Font.isInk(lines[line][letter], x: dx, y: inner)
  }
}
