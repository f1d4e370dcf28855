/// One character of a screen.
public struct ScreenCell: Hashable, Sendable {
  /// The Unicode scalar; 0 for the right half of a wide character, 1 for a picture, 2 if it is not
  /// known.
  public private(set) var scalar: UInt32
  /// The colors and attributes.
  public var style: Style

  /// A narrow character; by default a space.
  public init(_ scalar: Unicode.Scalar = " ", style: Style = .plain) {
    self.scalar = scalar.value
    self.style = style
  }

  static func rightHalf(_ style: Style) -> ScreenCell { ScreenCell(number: 0, style) }

  private init(number: UInt32, _ style: Style) { (scalar, self.style) = (number, style) }

  /// A space behind which a picture is seen.
  static let picture = ScreenCell(number: 1, .plain)
  /// What was at a place before a picture was drawn over it.
  static let unknown = ScreenCell(number: 2, .plain)

  /// Whether a picture is seen here.
  public var isPicture: Bool { scalar == 1 }
}

/// A screen of characters as a value.
///
/// The left half of a wide character is always followed by its right half.
public struct Screen: Hashable, Sendable {
  /// In characters.
  public let size: Size
  private(set) var cells: [ScreenCell]

  /// A screen of spaces.
  public init(_ size: Size, style: Style = .plain) {
    self.size = size
    cells = [ScreenCell](repeating: ScreenCell(" ", style: style), count: size.width * size.height)
  }

  /// All characters.
  public var bounds: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height) }

  /// The character in column `x` of row `y`.
  ///
  /// - Precondition: it is inside the screen.
  public subscript(x: Int, y: Int) -> ScreenCell { cells[y * size.width + x] }

  /// The characters of row `y`, without spaces at the end.
  public func text(row y: Int) -> String {
    var scalars = String.UnicodeScalarView()
    for x in 0..<size.width {
      let cell = self[x, y]
      guard cell.scalar > 0, let scalar = Unicode.Scalar(cell.scalar) else { continue }
      scalars.append(cell.isPicture ? " " : scalar)
    }
    while scalars.last == " " { scalars.removeLast() }
    return String(scalars)
  }

  /// Replaces a character; outside the screen nothing happens. A wide character that does not fit
  /// becomes a space, and a wide character of which one half is replaced is removed.
  public mutating func set(x: Int, y: Int, to scalar: Unicode.Scalar, style: Style) {
    guard x >= 0, x < size.width, y >= 0, y < size.height else { return }
    let isWide = ScreenText.width(scalar) == 2
    guard !isWide || x + 1 < size.width else { return set(x: x, y: y, to: " ", style: style) }
    let place = y * size.width + x
    clearHalves(at: place, x)
    cells[place] = ScreenCell(scalar, style: style)
    guard isWide else { return }
    clearHalves(at: place + 1, x + 1)
    cells[place + 1] = .rightHalf(style)
  }

  mutating func replace(x: Int, y: Int, with cell: ScreenCell) { cells[y * size.width + x] = cell }

  /// Blanks the other half of a wide character before one half is replaced.
  private mutating func clearHalves(at place: Int, _ x: Int) {
    if cells[place].scalar == 0, x > 0 {
      cells[place - 1] = ScreenCell(" ", style: cells[place - 1].style)
    }
    if x + 1 < size.width, cells[place + 1].scalar == 0 {
      cells[place + 1] = ScreenCell(" ", style: cells[place + 1].style)
    }
  }

  /// Copies narrow characters into row `y`, from column `x` on.
  ///
  /// - Precondition: the characters are inside the screen and none is wide.
  mutating func setRow(y: Int, from x: Int, to row: ArraySlice<ScreenCell>) {
    guard let last = row.indices.last else { return }
    let place = y * size.width + x
    clearHalves(at: place, x)
    clearHalves(at: place + row.count - 1, x + row.count - 1)
    cells.replaceSubrange(place...place + (last - row.startIndex), with: row)
  }

  /// Writes text inside a rectangle's first row; returns the columns used.
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

  /// Replaces the characters of a rectangle by spaces; the part outside the screen is ignored.
  public mutating func fill(_ rect: Rect, with style: Style) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<max(rect.y, rect.endY) {
      for x in rect.x..<rect.endX { set(x: x, y: y, to: " ", style: style) }
    }
  }

  /// Changes the style of every character of a rectangle.
  public mutating func restyle(_ rect: Rect, change: (Style) -> Style) {
    let rect = rect.intersection(bounds)
    for y in rect.y..<max(rect.y, rect.endY) {
      for x in rect.x..<rect.endX {
        cells[y * size.width + x].style = change(cells[y * size.width + x].style)
      }
    }
  }
}
