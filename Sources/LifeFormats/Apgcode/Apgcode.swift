// Format: https://conwaylife.com/wiki/Apgcode
package import LifeCore
package import LifeIO

/// The name of an object in the catalogue of all soups, which spells out one of its phases.
///
///      xq4_153          x, what it is, its period or population, `_`, and strips of five rows
///
/// Only the strips are read. To name an object takes all its phases, so this is not written.
package enum Apgcode: PatternFormat {
  package static let name = "apgcode"
  package static let summary = "the code of an object, such as xq4_153; also in place of a file"
  package static let extensions = ["apg"]
  package static let holds: Holding = []
  package static let isWritten = false

  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    let start = prefix.skippingBlanks(from: prefix.firstText())
    return isCode(prefix.extracting(start..<prefix.endOfWord(from: start)))
  }

  /// Whether this is a whole code: `x`, a kind, digits, and characters of strips.
  package static func isCode(_ word: Span<UInt8>) -> Bool {
    guard let start = startOfStrips(word), start < word.count else { return false }
    for index in start..<word.count {
      guard ApgcodeAlphabet.value(word[index]) != nil || word[index] == UInt8(ascii: "_") else {
        return false
      }
    }
    return true
  }

  /// Where the strips begin: after `xs4_`; nil if this does not begin like a code.
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
    throw WriteError("apgcodes are only read: to name an object takes all its phases")
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options)
    guard let pattern = try readNext(lines) else {
      throw lines.unexpected(expected: "a code such as xq4_153")
    }
    while try lines.advance() {
      guard lines.line.skippingBlanks() == lines.line.count else {
        lines.warn("more follows the code; only the first is read")
        break
      }
    }
    return pattern
  }
}

extension Apgcode: SplittingFormat {
  package static func readEach(
    _ input: ByteReader, _ options: ReadOptions, _ body: (Pattern) throws -> Void
  ) throws {
    let lines = try LineReader(input, options)
    while let pattern = try readNext(lines) { try body(pattern) }
  }

  /// Reads the next line that has a code, and what people say behind it; nil if there is none.
  private static func readNext(_ lines: LineReader) throws -> Pattern? {
    while try lines.advance() {
      let start = lines.line.skippingBlanks()
      if start < lines.line.count { return try read(lines, from: start) }
    }
    return nil
  }

  private static func read(_ lines: LineReader, from start: Int) throws -> Pattern {
    let line = lines.line
    let end = line.endOfWord(from: start)
    let word = line.extracting(start..<end).copied()
    guard let strips = startOfStrips(word.span) else {
      throw lines.unexpected(at: start, expected: "a code such as xq4_153")
    }
    var reader = StripReader(lines, start)
    try reader.read(word, from: strips)
    let text = line.extracting(line.skippingBlanks(from: end)...).droppingBlanksAtEnd()
    var notes = NoteCollector()
    if !text.isEmpty { try notes.add(.trailer, text, from: lines) }
    var pattern = Pattern(cells: try reader.finish())
    pattern.notes = notes.notes
    let promised = BigInt(decimal: word[2..<strips - 1].prefix(18))
    if word[1] == UInt8(ascii: "s"), promised != pattern.population {
      lines.warn("the code promises \(promised ?? 0) cells and has \(pattern.population)")
    }
    return pattern
  }
}

/// The characters of strips.
private enum ApgcodeAlphabet {
  /// 0 to 35.
  static func value(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte - UInt8(ascii: "a")) + 10
    default: nil
    }
  }
}

/// Draws the strips: a column is a sum of 2^row, and some letters are blank columns.
///
///      0…v  a column     w  2 blank columns     x  3     yN  4 + N     z  the next strip
///
/// In a plane after the first, which `_` begins, each cell is worth twice as much as before.
private struct StripReader {
  private let lines: LineReader
  private let start: Int
  private var cells: [Cell: State] = [:]
  private var plane = 0
  private var corner = Cell(x: 0, y: 0)

  /// States have so many bits.
  private static let mostPlanes = 8

  init(_ lines: LineReader, _ start: Int) {
    self.lines = lines
    self.start = start
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
      (plane, corner) = (plane + 1, Cell(x: 0, y: 0))
      if plane == Self.mostPlanes {
        throw lines.error("more than 256 states", ahead: start + index)
      }
    case UInt8(ascii: "z"): corner = Cell(x: 0, y: corner.y + 5)
    case UInt8(ascii: "w"): corner.x += 2
    case UInt8(ascii: "x"): corner.x += 3
    case UInt8(ascii: "y"):
      index += 1
      guard index < code.count, let more = ApgcodeAlphabet.value(code[index]) else {
        throw lines.unexpected(at: start + index, expected: "a number of blank columns after 'y'")
      }
      corner.x += 4 + more
    case let byte:
      guard let column = ApgcodeAlphabet.value(byte) else {
        throw lines.unexpected(at: start + index, expected: "'0' to '9', 'a' to 'z' or '_'")
      }
      for row in 0..<5 where column >> row & 1 == 1 {
        cells[Cell(x: corner.x, y: corner.y + row), default: 0] |= 1 << UInt8(plane)
      }
      corner.x += 1
    }
  }

  func finish() throws -> Cells {
    var runs = RunCollector(lines)
    for (cell, state) in cells.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      guard try runs.add(Run(y: cell.y, x: cell.x, length: 1, state: state)) else {
        throw lines.error(runs.complaint)
      }
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
