/// A screen of characters as a value.
///
/// The left half of a wide character is always followed by its right half.
public struct Screen: Hashable, Sendable {
  /// The size in characters.
  public let size: Size
  private(set) var cells: [ScreenCell]

  /// A screen of spaces.
  public init(_ size: Size, style: Style = .plain) {
    self.size = size
    cells = [ScreenCell](repeating: ScreenCell(" ", style: style), count: size.width * size.height)
  }

  /// The rectangle of all characters.
  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The character in column `x` of row `y`.
  ///
  /// - Precondition: the place is inside the screen.
  public subscript(x: Int, y: Int) -> ScreenCell { cells[y * size.width + x] }

  /// The characters of row `y`, without spaces at the end.
  public func text(row y: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for x in 0..<size.width {
      let cell = self[x, y]
      guard !cell.isRightHalf, let scalar = Unicode.Scalar(cell.scalar) else { continue }
      scalars.append(cell.isPicture ? " " : scalar)
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Replaces a character; does nothing outside the screen. A wide character becomes a space if it
  /// doesn't fit, and disappears if one of its halves is replaced.
  public mutating func set(x: Int, y: Int, to scalar: Unicode.Scalar, style: Style) {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return }
    let isWide = ScreenText.width(scalar) == 2
    guard !isWide || x + 1 < size.width else { return set(x: x, y: y, to: " ", style: style) }
    let index = y * size.width + x
    clearOtherHalf(at: index, column: x)
    cells[index] = ScreenCell(scalar, style: style)
    guard isWide else { return }
    clearOtherHalf(at: index + 1, column: x + 1)
    cells[index + 1] = .rightHalf(style: style)
  }

  mutating func replace(x: Int, y: Int, with cell: ScreenCell) { cells[y * size.width + x] = cell }

  /// Blanks the other half of a wide character before one half is replaced.
  private mutating func clearOtherHalf(at index: Int, column: Int) {
    if cells[index].isRightHalf, column > 0 {
      cells[index - 1] = ScreenCell(" ", style: cells[index - 1].style)
    }
    if column + 1 < size.width, cells[index + 1].isRightHalf {
      cells[index + 1] = ScreenCell(" ", style: cells[index + 1].style)
    }
  }

  /// Copies narrow characters into row `y`, starting at column `x`.
  ///
  /// - Precondition: the characters are inside the screen and none is wide.
  mutating func setRow(y: Int, from x: Int, to row: ArraySlice<ScreenCell>) {
    guard let last = row.indices.last else { return }
    let index = y * size.width + x
    clearOtherHalf(at: index, column: x)
    clearOtherHalf(at: index + row.count - 1, column: x + row.count - 1)
    cells.replaceSubrange(index...index + (last - row.startIndex), with: row)
  }

  /// Writes text into the first row of a rectangle. Returns the number of columns used.
  @discardableResult
  public mutating func write(_ text: String, in rect: Rect, style: Style) -> Int {
    var x = rect.x
    guard rect.height > 0 else { return 0 }
    for scalar in text.unicodeScalars {
      let scalar = ScreenText.shown(scalar)
      let width = ScreenText.width(scalar)
      if width == 0 { continue }
      guard x + width <= rect.endX else { break }
      set(x: x, y: rect.y, to: scalar, style: style)
      x += width
    }
    return x - rect.x
  }

  /// Replaces the characters of a rectangle by spaces. Ignores the part outside the screen.
  public mutating func fill(_ rect: Rect, with style: Style) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<max(rect.y, rect.endY) {
      for x in rect.x..<rect.endX { set(x: x, y: y, to: " ", style: style) }
    }
  }

  /// Changes the style of every character of a rectangle.
  public mutating func restyle(_ rect: Rect, to style: Style) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<max(rect.y, rect.endY) {
      for x in rect.x..<rect.endX { cells[y * size.width + x].style = style }
    }
  }
}
