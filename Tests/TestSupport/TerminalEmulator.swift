/// A model of a terminal, to check the output of ``LifeTerminal``. It has its own idea of widths,
/// colors and sequences.
///
/// Unsupported sequences are listed in ``unknown``.
public struct TerminalEmulator {
  public struct Cell: Hashable {
    /// 0 for the right half of a wide character.
    public var scalar: UInt32 = 32
    /// `0xrrggbb`; `nil` for the default color.
    public var foreground: UInt32?
    public var background: UInt32?
    /// Bold 1, dim 2, italic 4, underline 8, reverse 16.
    public var attributes: UInt8 = 0

    public init(
      scalar: UInt32 = 32, foreground: UInt32? = nil, background: UInt32? = nil,
      attributes: UInt8 = 0
    ) {
      self.scalar = scalar
      self.foreground = foreground
      self.background = background
      self.attributes = attributes
    }
  }

  public let width: Int
  public let height: Int
  public private(set) var cells: [Cell]
  public private(set) var x = 0
  public private(set) var y = 0
  public private(set) var isCursorVisible = true
  public private(set) var unknown: [String] = []
  /// The active private modes, for example `?1049`, the alternate screen.
  public private(set) var modes: Set<String> = []
  private static let privateModes: Set<String> = [
    "?1049", "?1002", "?1006", "?2004", "?2026",
  ]
  public var pictures = TerminalPictures()
  private var pen = Cell()
  /// Whether the last column was written: the next character would begin a new line.
  private var isWrapPending = false

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
    cells = Array(repeating: Cell(), count: width * height)
  }

  public func text(row: Int) -> String {
    var text = ""
    for column in 0..<width {
      let scalar = cells[row * width + column].scalar
      if scalar > 0 { text.unicodeScalars.append(Unicode.Scalar(scalar)!) }
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// All rows, without empty ones at the end.
  public var text: String {
    var rows = (0..<height).map { text(row: $0) }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.joined(separator: "\n")
  }

  public mutating func receive(_ bytes: [UInt8]) {
    let scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      guard scalar == "\u{1b}" else {
        put(scalar)
        continue
      }
      if index < scalars.count, ["_", "P", "]"].contains(scalars[index]) {
        receiveString(in: scalars, at: &index)
        continue
      }
      guard index < scalars.count, scalars[index] == "[" else {
        unknown.append("ESC")
        continue
      }
      var parameters = ""
      index += 1
      while index < scalars.count, scalars[index].value < 0x40 {
        parameters.unicodeScalars.append(scalars[index])
        index += 1
      }
      guard index < scalars.count else { return unknown.append("incomplete") }
      control(scalars[index], parameters: parameters)
      index += 1
    }
  }

  /// A string sequence from its introducer to BEL or `ESC \\`.
  private mutating func receiveString(in scalars: [Unicode.Scalar], at index: inout Int) {
    let introducer = scalars[index]
    index += 1
    var text = String.UnicodeScalarView()
    while index < scalars.count, scalars[index] != "\u{7}", scalars[index] != "\u{1b}" {
      text.append(scalars[index])
      index += 1
    }
    index += index < scalars.count && scalars[index] == "\u{1b}" ? 2 : 1
    if !pictures.receive(introducer, text: String(text), x: x, y: y) {
      unknown.append("\(introducer)\(String(text.prefix(20)))")
    }
    isWrapPending = false
  }

  /// The pixels of the picture visible at a character, row by row; `nil` if there is none.
  public func picture(x: Int, y: Int) -> [UInt32]? {
    let cell = cells[y * width + x]
    return pictures.pixels(x: x, y: y, isBlank: cell.scalar == 32 && cell.background == nil)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\r": move(toX: 0, y: y)
    case "\n": move(toX: x, y: min(height - 1, y + 1))
    case "\u{8}": move(toX: max(0, x - 1), y: y)
    default:
      guard scalar.value >= 32 else { return unknown.append("control \(scalar.value)") }
      if isWrapPending { unknown.append("wrapped line") }
      let isWide =
        (0x4e00...0x9fff).contains(scalar.value) || (0x1f300...0x1f64f).contains(scalar.value)
      place(scalar.value, at: x)
      if isWide, x + 1 < width { place(0, at: x + 1) }
      x += isWide ? 2 : 1
      if x >= width {
        x = width - 1
        isWrapPending = true
      }
    }
  }

  private mutating func place(_ scalar: UInt32, at column: Int) {
    let index = y * width + column
    pictures.erase(x: column, y: y)
    if scalar != 0, cells[index].scalar == 0, column > 0 { cells[index - 1].scalar = 32 }
    if column + 1 < width, cells[index + 1].scalar == 0 { cells[index + 1].scalar = 32 }
    cells[index] = pen
    cells[index].scalar = scalar
  }

  private mutating func move(toX newX: Int, y newY: Int) {
    x = newX
    y = newY
    isWrapPending = false
  }

  private mutating func control(_ final: Unicode.Scalar, parameters: String) {
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    let first = numbers.first ?? 0
    switch final {
    case "H":
      move(
        toX: min(width, max(1, numbers.count > 1 ? numbers[1] : 1)) - 1,
        y: min(height, max(1, first)) - 1)
    case "C": move(toX: min(width - 1, x + max(1, first)), y: y)
    case "D": move(toX: max(0, x - max(1, first)), y: y)
    case "J" where parameters == "2":
      cells = Array(repeating: Cell(), count: cells.count)
      pictures.eraseAll()
    case "K" where parameters.isEmpty:
      for column in x..<width { place(32, at: column) }
    case "m": select(numbers)
    case "h" where parameters == "?25": isCursorVisible = true
    case "l" where parameters == "?25": isCursorVisible = false
    case "h" where Self.privateModes.contains(parameters): modes.insert(parameters)
    case "l" where Self.privateModes.contains(parameters): modes.remove(parameters)
    case "p" where parameters == "?2026$": break
    case "t" where parameters == "16", "c" where parameters.isEmpty: break
    default: unknown.append("\(parameters)\(final)")
    }
  }

  private mutating func select(_ codes: [Int]) {
    var index = 0
    let bits: [Int: UInt8] = [1: 1, 2: 2, 3: 4, 4: 8, 7: 16]
    while index < codes.count {
      let code = codes[index]
      index += 1
      switch code {
      case 0: pen = Cell()
      case 39: pen.foreground = nil
      case 49: pen.background = nil
      case 38, 48:
        guard index + 3 < codes.count, codes[index] == 2 else {
          return unknown.append("color \(codes)")
        }
        let color = UInt32(codes[index + 1] << 16 | codes[index + 2] << 8 | codes[index + 3])
        if code == 38 { pen.foreground = color } else { pen.background = color }
        index += 4
      default:
        guard let bit = bits[code] else { return unknown.append("style \(code)") }
        pen.attributes |= bit
      }
    }
  }
}
