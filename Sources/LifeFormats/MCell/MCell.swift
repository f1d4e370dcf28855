// Format: http://www.mirekw.com/ca/ca_files_formats.html
package import LifeCore
package import LifeIO

/// The format of Mirek's Cellebration (MCell): a rule, a board and cells with counts.
///
///      #MCell 4.00
///      #GAME Life
///      #RULE 23/3
///      #BOARD 300x200
///      #WRAP 1
///      #D Glider
///      #L .A$..A$3A
///
/// The pattern is in the middle of the board, which is a torus if `#WRAP` is 1.
package enum MCell: PatternFormat {
  package static let summary = "Mirek's Cellebration, cells in the middle of a board"
  package static let extensions = ["mcl"]
  package static let capabilities: FormatCapabilities = [
    .rule, .universe, .comments, .name, .states,
  ]

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    prefix.extracting(prefix.firstText()...).starts(with: "#MCell")
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    var reader = MCellReader(lines)
    try lines.readHeader("#MCell", expected: "'#MCell'")
    while try lines.advance() { try reader.readLine() }
    return try reader.finish()
  }

  /// The position of the north-western corner of a pattern of this size, centered on the board as
  /// MCell does; the origin in an unbounded universe.
  static func middle(of universe: Universe, width: Int, height: Int) -> Cell {
    guard universe.isBounded else { return Cell(x: 0, y: 0) }
    return Cell(
      x: universe.left + (universe.width + 1 - width) / 2,
      y: universe.top + (universe.height + 1 - height) / 2)
  }
}

private struct MCellReader {
  private let lines: LineReader
  private var items: MCellItems
  private var notes = NoteCollector()
  private var rule: RuleAndUniverse?
  /// The text of the rule so far.
  private var ruleText: [UInt8] = []
  /// The error in the rule so far. A further line may complete the rule.
  private var ruleError: ParseError?
  private var game = ""
  private var board: (width: Int, height: Int)?
  private var wraps = false

  init(_ lines: LineReader) {
    self.lines = lines
    items = MCellItems(lines)
  }

  mutating func readLine() throws {
    let lines = lines
    let line = lines.line
    if lines.isBlank { return }
    guard line[0] == UInt8(ascii: "#") else {
      throw lines.unexpected(expected: "a line that begins with '#'")
    }
    let end = line.endOfWord()
    let text = line.extracting(end...).droppingOneSpace()
    let kind = String(decoding: line.extracting(1..<end).copied(), as: UTF8.self).uppercased()
    if kind != "RULE", let ruleError { throw ruleError }
    switch kind {
    case "L": try items.readLine(from: end)
    case "D": try notes.addComment(text, from: lines)
    case "N": try notes.add(.name, text: text, from: lines)
    case "RULE": try takeRule(from: end, ofGame: game)
    case "GOLLY": try takeRule(from: end, ofGame: "")
    case "BOARD": board = try size(from: end)
    case "WRAP": wraps = try flag(from: end)
    case "GAME":
      game = TerminalText.printable(text.droppingBlanksAround().copied())
    // Display and speed settings of MCell.
    case "SPEED", "CCOLORS", "COLORING", "PALETTE", "DIV": break
    default: lines.warn("unknown kind of '#' line ignored")
    }
  }

  /// The supported games; empty without `#GAME`.
  private static let games = [
    "", "life", "generations", "weighted life", "larger than life", "margolus",
  ]

  /// Takes a line of the rule. A long rule continues in further lines, cut even inside a number.
  /// Lines after a complete rule are ignored, but they may extend a weighted rule.
  private mutating func takeRule(from end: Int, ofGame game: String) throws {
    guard rule == nil || rule?.rule.weighted != nil else { return }
    let lines = lines
    let line = lines.line
    let start = line.skippingBlanks(from: end)
    let lineStart = ruleText.count
    ruleText += line.extracting(start..<line.endOfWord(from: start)).copied()
    do {
      let parsed = try lines.options.rule(parsing: ruleText)
      // The rule of another game may only look like a known one. The name of a rule file is safe.
      let isSupported =
        Self.games.contains(game.lowercased()) || parsed.rule.isTable || lines.options.rule != nil
      rule = isSupported ? parsed : nil
      ruleError = isSupported ? nil : unsupportedGame(at: start)
    } catch let error as RuleError {
      rule = nil
      if !Self.games.contains(game.lowercased()) {
        ruleError = ruleError ?? unsupportedGame(at: start)
      } else if ruleError == nil || error.range.lowerBound >= lineStart {
        let ahead = start + max(0, error.range.lowerBound - lineStart)
        ruleError = lines.error(error.message, ahead: ahead)
      }
    }
    items.readsAges = rule?.rule.weighted != nil && rule?.rule.states == 2
  }

  private func unsupportedGame(at place: Int) -> ParseError {
    lines.error(
      "the game '\(game)' of MCell is not supported; \(advice: .replacementRule)", ahead: place)
  }

  private func size(from end: Int) throws -> (width: Int, height: Int) {
    var index = lines.line.skippingBlanks(from: end)
    let what = "a size such as 300x200"
    let width = try lines.number(at: &index, what: what)
    guard index < lines.line.count, lines.line[index] | 0x20 == UInt8(ascii: "x") else {
      throw lines.unexpected(at: index, expected: what)
    }
    index += 1
    let height = try lines.number(at: &index, what: what)
    guard lines.line.skippingBlanks(from: index) == lines.line.count else {
      throw lines.unexpected(at: index, expected: "the end of the line")
    }
    let most = BigInt(Universe.maxSize)
    guard width > 0, height > 0, width <= most, height <= most else {
      throw lines.error("expected a board from 1x1 to \(most)x\(most)", ahead: end + 1)
    }
    return (width.int ?? 0, height.int ?? 0)
  }

  private func flag(from end: Int) throws -> Bool {
    var index = lines.line.skippingBlanks(from: end)
    let number = try lines.number(at: &index, what: "0 or 1")
    guard number == 0 || number == 1 else {
      throw lines.error("expected 0 or 1", ahead: end + 1)
    }
    return number == 1
  }

  mutating func finish() throws -> Pattern {
    if let ruleError { throw ruleError }
    var pattern = Pattern(cells: try items.finish())
    pattern.statedRule = rule?.rule
    pattern.notes = notes.notes
    pattern.universe = rule?.universe ?? .plane
    if let board {
      let topology: Universe.Topology = wraps ? .torus : .plane
      pattern.universe = Universe(topology, width: board.width, height: board.height)
    }
    let box = pattern.cells.bounds
    let corner = MCell.middle(
      of: pattern.universe, width: box?.width ?? 0, height: box?.height ?? 0)
    pattern.statedPosition = Position(x: BigInt(corner.x), y: BigInt(corner.y))
    try startBlocks(of: &pattern)
    return pattern
  }

  /// Sets generation 1 if the board's corner is in an odd column and row. MCell's first blocks
  /// begin there, and blocks begin in odd columns and rows only in odd generations.
  private func startBlocks(of pattern: inout Pattern) throws {
    guard pattern.rule.partitioned?.kind == .margolus, pattern.universe.isBounded else { return }
    let isOddX = !pattern.universe.left.isMultiple(of: 2)
    let isOddY = !pattern.universe.top.isMultiple(of: 2)
    guard isOddX == isOddY, !isOddX || pattern.rule.phases.allSatisfy({ !$0.isComplement }) else {
      throw lines.error(
        "a board of \(pattern.universe.width)x\(pattern.universe.height) is not supported for this "
          + "rule: its 2 × 2 blocks cannot begin at the corner", ahead: 0)
    }
    if isOddX { pattern.generation = 1 }
  }
}

/// `.` is state 0, `A` to `X` are the states 1 to 24. A prefix `a` to `j` adds 24 to 240.
enum MCellAlphabet {
  fileprivate static let expected = "'.', '$', 'A' to 'X', 'a' to 'j' or a count"

  /// The state at `index` of a line. Moves `index` past it, or returns `nil` if there is none.
  fileprivate static func state(_ line: Span<UInt8>, at index: inout Int) -> State? {
    if line[index] == UInt8(ascii: ".") {
      index += 1
      return 0
    }
    var next = index
    var base = 0
    if (UInt8(ascii: "a")...UInt8(ascii: "j")).contains(line[next]) {
      base = 24 * Int(line[next] - UInt8(ascii: "a") + 1)
      next += 1
    }
    guard next < line.count, (UInt8(ascii: "A")...UInt8(ascii: "X")).contains(line[next]),
      let state = State(exactly: base + Int(line[next] - UInt8(ascii: "A")) + 1)
    else { return nil }
    index = next + 1
    return state
  }

  /// The letters of a state; the inverse of ``state(_:at:)``.
  static func letters(_ state: State) -> [UInt8] {
    guard state > 0 else { return [UInt8(ascii: ".")] }
    let index = Int(state) - 1
    let (prefix, letter) = index.quotientAndRemainder(dividingBy: 24)
    let last = UInt8(ascii: "A") + UInt8(letter)
    return prefix == 0 ? [last] : [UInt8(ascii: "a") + UInt8(prefix - 1), last]
  }
}

/// Reads items of a count and a tag from lines: `12.3A` is twelve dead and three live cells.
private struct MCellItems {
  private let lines: LineReader
  private var cells: CellRunCollector
  /// Whether states are the ages of live cells, as MCell stores them for rules of two states.
  var readsAges = false
  /// The count at the end of a cut line. The next line may continue its digits.
  private var cutCount: Int?
  private var x = 0
  private var y = 0

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellRunCollector(lines)
  }

  mutating func readLine(from start: Int) throws {
    var index = start
    while true {
      index = lines.line.skippingBlanks(from: index)
      guard index < lines.line.count else { return }
      let place = index
      let count = try lines.count(at: &index, after: cutCount)
      cutCount = nil
      if index == lines.line.count {
        cutCount = count
        return
      }
      if lines.line[index] == UInt8(ascii: "$") {
        index += 1
        try endRows(count, at: place)
      } else if let state = MCellAlphabet.state(lines.line, at: &index) {
        try add(count: count, state: state, at: place)
      } else {
        throw lines.unexpected(at: index, expected: MCellAlphabet.expected)
      }
    }
  }

  private mutating func add(count: Int, state: State, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - x else {
      throw lines.error("the row exceeds the limit of \(limit) cells", ahead: place)
        .overLimit
    }
    let state = readsAges ? min(state, 1) : state
    if state != 0 { try cells.add(CellRun(y: y, x: x, length: count, state: state), at: place) }
    x += count
  }

  /// Ends the current row and `count - 1` empty ones after it. The item is at `place` in the line.
  private mutating func endRows(_ count: Int, at place: Int) throws {
    let limit = lines.options.limits.extent
    guard count <= limit - y else {
      throw lines.error("the pattern exceeds the limit of \(limit) rows", ahead: place)
        .overLimit
    }
    x = 0
    y += count
  }

  /// Returns all cells; nothing may be read afterwards.
  mutating func finish() throws -> Cells {
    if cutCount != nil { throw lines.unexpected(expected: MCellAlphabet.expected) }
    return try cells.finish()
  }
}

extension LineReader {
  /// Reads the count at `index` of the current line and moves `index` past it; 1 without digits.
  ///
  /// - Parameter first: the value of its digits at the end of the line before; `nil` without any.
  fileprivate func count(at index: inout Int, after first: Int?) throws(ParseError) -> Int {
    let start = index
    var value = first ?? 0
    while index < line.count, Byte.isDigit(line[index]) {
      let digit = Int(line[index] - UInt8(ascii: "0"))
      let most = options.limits.extent
      guard value > 0 || digit > 0 else {
        throw error("a count cannot begin with 0", ahead: start)
      }
      guard value <= (most - digit) / 10 else {
        throw error("the count exceeds the limit of \(most) cells", ahead: start).overLimit
      }
      value = value * 10 + digit
      index += 1
    }
    return index == start && first == nil ? 1 : value
  }
}
