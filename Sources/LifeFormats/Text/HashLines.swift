internal import LifeCore
internal import LifeIO

/// What the lines of Life 1.05 and 1.06 that begin with `#` say beside the cells: `#D` and `#C` a
/// comment, `#O` an author, `#N` Conway's rule, `#R` a rule as `survival/birth`.
struct HashLines {
  private var collector = NoteCollector()
  private(set) var rule: RuleAndUniverse?

  var notes: [Pattern.Note] { collector.notes }

  /// Reads the current line, which begins with `#`.
  mutating func read(_ lines: LineReader) throws {
    let line = lines.line
    guard let letter = line.letterAfterHash() else { return try readOther(lines) }
    let text = line.extracting(2...).droppingOneBlank()
    switch letter {
    case UInt8(ascii: "N"): try setRule(RuleAndUniverse(rule: .life, universe: nil), lines)
    case UInt8(ascii: "R"), UInt8(ascii: "r"): try setRule(Self.parseRule(lines), lines)
    case UInt8(ascii: "O"): try collector.add(.author, text, from: lines)
    case UInt8(ascii: "D"), UInt8(ascii: "C"): try collector.addComment(text, from: lines)
    default: try readOther(lines)
    }
  }

  /// Gives a pattern what was read.
  func complete(_ pattern: inout Pattern) {
    pattern.notes = notes
    pattern.statedRule = rule?.rule
    pattern.universe = rule?.universe ?? .plane
  }

  private mutating func setRule(_ new: RuleAndUniverse, _ lines: LineReader) throws {
    if let rule, rule != new {
      let message = "a second rule, after \(rule.rule.canonical)"
      guard lines.options.isLenient else { throw lines.error(message) }
      lines.warn(message)
    }
    rule = new
  }

  private static func parseRule(_ lines: LineReader) throws -> RuleAndUniverse {
    let line = lines.line
    let start = line.skippingBlanks(from: 2)
    let text = line.extracting(start...).droppingBlanksAtEnd()
    do {
      return try lines.options.rule(parsing: text.copied())
    } catch let error as RuleError {
      throw lines.error(error.message, ahead: start + error.range.lowerBound)
    }
  }

  /// A line that means nothing here is kept as a comment.
  private mutating func readOther(_ lines: LineReader) throws {
    let line = lines.line
    if line.starts(with: "#Life") {
      throw lines.error("a second header; a file holds one pattern")
    }
    if line.letterAfterHash() == UInt8(ascii: "I") {
      throw lines.error("'#I' includes another file, which is not supported")
    }
    let isPlain = line.count == 1 || Byte.isBlank(line[1])
    if !isPlain { lines.warn("unknown kind of '#' line kept as a comment") }
    try collector.addComment(line.extracting(1...).droppingOneBlank(), from: lines)
  }
}

extension Span<UInt8> {
  /// The second byte, if a blank or nothing follows it.
  func letterAfterHash() -> UInt8? {
    count == 2 || count > 2 && Byte.isBlank(self[2]) ? self[1] : nil
  }

  /// Whether this is `#Life` and then this version.
  func isLifeHeader(_ version: StaticString) -> Bool {
    guard starts(with: "#Life") else { return false }
    let start = skippingBlanks(from: 5)
    let text = extracting(start...).droppingBlanksAtEnd()
    return start > 5 && text.count == version.utf8CodeUnitCount && text.starts(with: version)
  }
}

extension LineReader {
  /// A complaint about a `#Life` line of another version.
  func wrongHeader(expected: String) -> ParseError {
    error("expected '\(expected)', found another version")
  }
}
