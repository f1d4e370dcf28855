internal import LifeCore

/// The metadata lines of Life 1.05 and 1.06, marked by `#`: `#D` and `#C` for a comment, `#O` for
/// an author, `#N` for a name or, alone, for Conway's rule, `#R` for a rule as `survival/birth`.
struct LifeMetadata {
  private var collector = NoteCollector()
  private(set) var rule: RuleAndUniverse?

  /// Reads the current line. It must begin with `#`.
  mutating func read(_ lines: LineReader) throws {
    let line = lines.line
    guard let letter = line.letterAfterHash() else { return try readOther(lines) }
    let text = line.extracting(2...).droppingOneSpace()
    switch letter {
    case UInt8(ascii: "N") where text.droppingBlanksAround().isEmpty:
      try setRule(RuleAndUniverse(rule: .life, universe: nil), in: lines)
    case UInt8(ascii: "N"): try collector.add(.name, text: text, from: lines)
    case UInt8(ascii: "R"), UInt8(ascii: "r"): try setRule(lines.rule(from: 2), in: lines)
    case UInt8(ascii: "O"): try collector.add(.author, text: text, from: lines)
    case UInt8(ascii: "D"), UInt8(ascii: "C"): try collector.addComment(text, from: lines)
    default: try readOther(lines)
    }
  }

  /// Sets the notes, the rule and the universe of a pattern.
  func complete(_ pattern: inout Pattern) {
    pattern.notes = collector.notes
    pattern.statedRule = rule?.rule
    pattern.universe = rule?.universe ?? .plane
  }

  private mutating func setRule(_ new: RuleAndUniverse, in lines: LineReader) throws {
    if let rule, rule != new {
      let message: Message = "a second rule that differs from the first, \(rule.rule.canonical)"
      guard lines.options.isLenient else { throw lines.error(message) }
      lines.warn(message)
    }
    rule = new
  }

  /// Keeps an unknown line as a comment.
  private mutating func readOther(_ lines: LineReader) throws {
    let line = lines.line
    if line.starts(with: "#Life") {
      throw lines.error("a second '#Life' header; a file can hold one pattern only")
    }
    if line.letterAfterHash() == UInt8(ascii: "I") {
      throw lines.error("'#I', which includes another file, is not supported")
    }
    let isPlain = line.count == 1 || Byte.isBlank(line[1])
    if !isPlain { lines.warn("unknown kind of '#' line kept as a comment") }
    try collector.addComment(line.extracting(1...).droppingOneSpace(), from: lines)
  }
}

extension Span<UInt8> {
  /// The second byte, if it is before a blank or the end of the line.
  func letterAfterHash() -> UInt8? {
    guard count == 2 || (count > 2 && Byte.isBlank(self[2])) else { return nil }
    return self[1]
  }

  /// Whether this line is `#Life` and a version, for example `#Life 1.05`.
  func isLifeHeader(_ version: StaticString) -> Bool {
    guard starts(with: "#Life") else { return false }
    let start = skippingBlanks(from: 5)
    let text = extracting(start...).droppingBlanksAtEnd()
    return start > 5 && text.count == version.utf8CodeUnitCount && text.starts(with: version)
  }
}

extension LineReader {
  /// The error for a `#Life` line of another version.
  func wrongHeader(expected: String) -> ParseError {
    error("expected '\(expected)', found another version")
  }
}
