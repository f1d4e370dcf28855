/// A few lines of letters on paper in a picture's corner.
struct Label: Sendable {
  /// Pixels; the label's own corner is the picture's.
  let width: Int
  let height: Int
  private let lines: [[Character]]
  private let scale: Int

  /// Around the letters, in their own pixels.
  private static let margin = 2

  /// As large as suits the picture; nil if there is nothing to say.
  init?(_ lines: [String], pictureWidth: Int, pictureHeight: Int) {
    guard !lines.isEmpty else { return nil }
    let widest = lines.map(Font.width).max()! + 2 * Self.margin
    let tallest = lines.count * Font.lineHeight + 2 * Self.margin - 1
    // A third of the picture's width is enough, and an eighth of its height.
    let room = min(pictureWidth / 3 / widest, pictureHeight / 8 / tallest)
    scale = max(1, min(room, 6))
    self.lines = lines.map { Array($0) }
    width = min(pictureWidth, widest * scale)
    height = min(pictureHeight, tallest * scale)
  }

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
