// Format: https://conwaylife.com/wiki/Apgcode
package import LifeCore
package import LifeIO

/// Apgcode: the name of an object in the Catagolue census. It encodes one of the object's phases.
///
///      xq4_153          x, kind, period or population, `_`, then strips of five rows
///
/// The kinds are `s` (still life), `p` (oscillator), `q` (spaceship) and `g` (gun). The cells come
/// from the strips. The code of an object depends on all its phases, so `LifeAnalysis` writes it.
package enum Apgcode: PatternFormat {
  package static let summary =
    "the code of an object, such as xq4_153; also in place of a file name"
  package static let extensions = ["apg"]
  package static let capabilities: FormatCapabilities = []

  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    guard let first = prefix.nonblankLines.first(where: { !isRemark($0.span) }) else {
      return false
    }
    let place = word(in: first.span, from: 0)
    return isCode(first.span.extracting(place)) || isCodeWithoutCells(Array(first[place]))
  }

  /// Whether a line in a list is a comment or the header of a table.
  private static func isRemark(_ line: Span<UInt8>) -> Bool {
    line.starts(with: "#") || line.starts(with: "\"apgcode\"")
  }

  /// The range of the code at the beginning of a line. As the first column of a table, the code may
  /// be in quotation marks.
  private static func word(in line: Span<UInt8>, from start: Int) -> Range<Int> {
    guard start < line.count, line[start] == UInt8(ascii: "\"") else {
      return start..<line.endOfWord(from: start)
    }
    let end = line.indices.first { $0 > start && line[$0] == UInt8(ascii: "\"") }
    return start + 1..<(end ?? line.count)
  }

  /// Whether a word is a complete code: `x`, a kind, digits, `_` and strips.
  package static func isCode(_ word: Span<UInt8>) -> Bool {
    guard let start = startOfStrips(word), start < word.count else { return false }
    return (start..<word.count).allSatisfy {
      stripValue(word[$0]) != nil || word[$0] == UInt8(ascii: "_")
    }
  }

  /// Whether a word is a code without cells, for example `yl144_1_16_…` for linear growth, `ov_p30`
  /// for an object that is too large, `zz_LINEAR` for a class of growth, or `PATHOLOGICAL`.
  package static func isCodeWithoutCells(_ word: [UInt8]) -> Bool {
    if word == Array("PATHOLOGICAL".utf8) { return true }
    let names = ["ov_", "zz_", "methuselah_", "messless_", "megasized_"]
    if names.contains(where: { word.starts(with: $0.utf8) }) {
      return true
    }
    guard word.starts(with: "yl".utf8), word.count > 2, Byte.isDigit(word[2]) else { return false }
    return word.contains(UInt8(ascii: "_"))
  }

  /// The index after the prefix, such as `xs4_`; `nil` if the word has none.
  fileprivate static func startOfStrips(_ word: Span<UInt8>) -> Int? {
    guard word.count > 2, word[0] == UInt8(ascii: "x"), "spqg".utf8.contains(word[1]) else {
      return nil
    }
    var index = 2
    while index < word.count, Byte.isDigit(word[index]) { index += 1 }
    guard index > 2, index < word.count, word[index] == UInt8(ascii: "_") else { return nil }
    return index + 1
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    throw WriteError(
      "an apgcode names an identified object, and this pattern is not identified; write rle")
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    guard let pattern = try readNext(lines) else {
      throw lines.unexpected(expected: "a code such as xq4_153")
    }
    while try lines.advance() {
      guard lines.isBlank else {
        lines.warn("more lines follow the code; \(advice: .split)", isLoss: true)
        break
      }
    }
    return pattern
  }
}

extension Apgcode: MultiPatternFormat {
  package static func readEach(
    _ input: ByteReader, options: ReadOptions, body: (Pattern) throws -> Void
  ) throws {
    let lines = try LineReader(input, options: options)
    while true {
      let pattern: Pattern
      do {
        guard let next = try readNext(lines) else { return }
        pattern = next
      } catch let error as ParseError {
        try options.pass(over: error)
        continue
      }
      try body(pattern)
    }
  }

  /// Reads the code in the next nonblank line, and the text after it. Returns `nil` at the end.
  private static func readNext(_ lines: LineReader) throws -> Pattern? {
    while try lines.advance() {
      let start = lines.line.skippingBlanks()
      guard start < lines.line.count, !isRemark(lines.line.extracting(start...)) else { continue }
      let place = word(in: lines.line, from: start)
      let word = lines.line.extracting(place).copied()
      guard isCodeWithoutCells(word) else { return try read(lines, at: place) }
      lines.warn("'\(Path(bytes: word))' does not encode any cells; it is skipped", ahead: start)
    }
    return nil
  }

  /// Reads the code at `place` of the current line, and the text after it.
  private static func read(_ lines: LineReader, at place: Range<Int>) throws -> Pattern {
    let line = lines.line
    let start = place.lowerBound
    let word = line.extracting(place).copied()
    guard let strips = startOfStrips(word.span) else {
      throw lines.unexpected(at: start, expected: "a code such as xq4_153")
    }
    // The second column of a table is the number of objects, not a comment.
    let isTable = start > 0 && line[start - 1] == UInt8(ascii: "\"")
    let end = isTable ? line.count : place.upperBound
    if let last = word.lastIndex(of: UInt8(ascii: "_")), last >= strips,
      lines.options.ruleIfUnstated?.states ?? 2 == 2,
      case let rule = String(decoding: word[(last + 1)...], as: UTF8.self),
      rule.hasPrefix("b"), Haul.rule(named: rule) != nil
    {
      throw lines.error(
        "the code ends with the rule '\(rule)'; omit it, and \(advice: .rule)",
        ahead: start + last)
    }
    var reader = StripReader(lines, start: start)
    try reader.read(word, from: strips)
    let text = line.extracting(line.skippingBlanks(from: end)...).droppingBlanksAtEnd()
    var notes = NoteCollector()
    if !text.isEmpty { try notes.add(.trailer, text: text, from: lines) }
    var pattern = Pattern(cells: try reader.finish())
    pattern.notes = notes.notes
    let declared = BigInt(decimal: word[2..<strips - 1].prefix(18))
    if word[1] == UInt8(ascii: "s"), declared != pattern.population {
      lines.warn("the code declares \(declared ?? 0) cells and has \(pattern.population)")
    }
    return pattern
  }
}

/// The value of a digit or lower-case letter in a strip, from 0 to 35; `nil` for other characters.
private func stripValue(_ byte: UInt8) -> Int? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 10
  default: nil
  }
}

/// Reads strips: a column is the sum of 2^row over its live cells, with row 0 at the north.
///
///      0…v  a column     w  2 empty columns     x  3     yN  4 + N     z  the next strip
///
/// Each `_` begins the next bit-plane of the states, the lowest first.
private struct StripReader {
  private let lines: LineReader
  private let start: Int
  /// How the bits of a cell encode its state; `nil` if they are the number of the state.
  private let bits: CodeBits?
  private var cells: [Cell: Int] = [:]
  private var plane = 0
  private var corner = Cell(x: 0, y: 0)

  private var maxPlanes: Int { bits?.count ?? 8 }

  init(_ lines: LineReader, start: Int) {
    self.lines = lines
    self.start = start
    bits = lines.options.ruleIfUnstated.flatMap { CodeBits($0) }
  }

  mutating func read(_ code: [UInt8], from first: Int) throws {
    var index = first
    while index < code.count {
      try take(code, at: &index)
      index += 1
    }
  }

  private mutating func take(_ code: [UInt8], at index: inout Int) throws {
    switch code[index] {
    case UInt8(ascii: "_"):
      plane += 1
      corner = Cell(x: 0, y: 0)
      if plane == maxPlanes {
        let states = bits?.states ?? 256
        throw lines.error("the code has more than \(states) states", ahead: start + index)
      }
    case UInt8(ascii: "z"): corner = Cell(x: 0, y: corner.y + 5)
    case UInt8(ascii: "w"): corner.x += 2
    case UInt8(ascii: "x"): corner.x += 3
    case UInt8(ascii: "y"):
      index += 1
      guard index < code.count, let more = stripValue(code[index]) else {
        throw lines.unexpected(at: start + index, expected: "'0' to '9' or 'a' to 'z' after 'y'")
      }
      corner.x += 4 + more
    case let byte:
      guard let column = stripValue(byte) else {
        throw lines.unexpected(at: start + index, expected: "'0' to '9', 'a' to 'z' or '_'")
      }
      for row in 0..<5 where column >> row & 1 == 1 {
        cells[Cell(x: corner.x, y: corner.y + row), default: 0] |= 1 << plane
      }
      corner.x += 1
    }
  }

  func finish() throws -> Cells {
    var runs = CellRunCollector(lines)
    for (cell, code) in cells.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      guard let state = bits == nil ? State(code) : bits?.state(writtenAs: code) else {
        throw lines.error("the code has a cell that is in no state of the rule")
      }
      try runs.add(CellRun(y: cell.y, x: cell.x, length: 1, state: state))
    }
    return try runs.finish()
  }
}

extension Span<UInt8> {
  /// The index of the first blank or line end at or after `start`, or `count`.
  func endOfWord(from start: Int = 0) -> Int {
    var index = start
    while index < count, !Byte.isBlank(self[index]), !Byte.endsLine(self[index]) { index += 1 }
    return index
  }
}
