/// A rulestring that means nothing, and where it goes wrong.
package struct RuleError: Error, Equatable {
  /// What is wrong and what would be right.
  package var message: String
  /// The bytes of the rulestring that are to blame.
  package var range: Range<Int>

  package init(_ message: String, at range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// The same complaint about a longer text in which this one begins at `offset`.
  func shifted(by offset: Int) -> RuleError {
    RuleError(message, at: range.lowerBound + offset..<range.upperBound + offset)
  }
}

/// A rulestring taken apart: the rule and the universe that its suffix names.
package struct RuleAndUniverse: Hashable, Sendable {
  package var rule: Rule
  /// Nil if the rulestring has no suffix.
  package var universe: Universe?

  package init(rule: Rule, universe: Universe?) {
    self.rule = rule
    self.universe = universe
  }

  /// Reads a rulestring such as `B3/S23`, `b36s23`, `23/3` or `B3/S23:T100,50`.
  package init(parsing text: some Collection<UInt8>) throws(RuleError) {
    let bytes = Array(text)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    rule = Rule(try LifeLike(parsing: Array(bytes[..<colon])))
    guard colon < bytes.endIndex else { return }
    do throws(RuleError) {
      universe = try Universe(parsing: Array(bytes[(colon + 1)...]))
    } catch {
      throw error.shifted(by: colon + 1)
    }
  }
}

// Grammar: part [ "/" part ] with part = [ "B" | "S" ] *digit, blanks allowed around the slash.
// Without letters the order is survival / birth, as in `23/3`.
extension LifeLike {
  package init(parsing text: [UInt8]) throws(RuleError) {
    var parser = LifeLikeParser(text: text)
    self = try parser.parse()
  }
}

private struct LifeLikeParser {
  let text: [UInt8]
  var position = 0

  /// One half of the rule as typed: its letter, if it has one, and its counts.
  struct Part {
    var letter: UInt8?
    var counts: UInt16 = 0
    var range: Range<Int>
  }

  mutating func parse() throws(RuleError) -> LifeLike {
    skipBlanks()
    guard position < text.count else {
      throw RuleError("the rule is empty; write it like B3/S23", at: 0..<max(text.count, 1))
    }
    let first = try part()
    let slash = try separator()
    var second: Part?
    if slash || position < text.count { second = try part() }
    skipBlanks()
    if position < text.count { throw unexpected() }
    guard slash || first.letter != nil || second?.letter != nil else {
      throw RuleError(
        "expected a rule such as B3/S23 or 23/3, found only digits", at: first.range)
    }
    return try combine(first, second)
  }

  private mutating func part() throws(RuleError) -> Part {
    let start = position
    var part = Part(range: start..<start)
    while position < text.count {
      let byte = text[position]
      if let letter = Self.letter(byte) {
        // A second letter begins the other part: B3S23.
        if position > start { break }
        part.letter = letter
      } else if (UInt8(ascii: "0")...UInt8(ascii: "8")).contains(byte) {
        part.counts |= 1 << UInt16(byte - UInt8(ascii: "0"))
      } else {
        break
      }
      position += 1
    }
    part.range = start..<position
    return part
  }

  /// Steps over a slash and the blanks around it; false if there is none.
  private mutating func separator() throws(RuleError) -> Bool {
    skipBlanks()
    guard position < text.count else { return false }
    if text[position] == UInt8(ascii: "/") {
      position += 1
      skipBlanks()
      return true
    }
    if Self.letter(text[position]) != nil { return false }
    throw unexpected()
  }

  private func combine(_ first: Part, _ second: Part?) throws(RuleError) -> LifeLike {
    let born = UInt8(ascii: "B")
    let second = second ?? Part(range: position..<position)
    if let a = first.letter, a == second.letter {
      let name = a == born ? "birth (B)" : "survival (S)"
      throw RuleError("\(name) is given twice; a rule has one B and one S part", at: second.range)
    }
    // One letter settles both parts; without any, survival comes first.
    let birthFirst =
      first.letter == born
      || (first.letter == nil && second.letter != nil
        && second.letter != born)
    let (birth, survival) = birthFirst ? (first, second) : (second, first)
    return LifeLike(birthMask: birth.counts, survivalMask: survival.counts)
  }

  private func unexpected() -> RuleError {
    let byte = text[position]
    let end = position + Self.characterLength(byte)
    let found = String(decoding: text[position..<min(end, text.count)], as: UTF8.self)
    let range = position..<position + 1
    switch byte {
    case UInt8(ascii: "9"):
      return RuleError("a cell has 8 neighbours, so a count is 0 to 8, not 9", at: range)
    case UInt8(ascii: "/"):
      return RuleError("unexpected second '/'; a rule of two states is B…/S…", at: range)
    case 0..<0x20, 0x7f:
      return RuleError("unexpected control character in the rule", at: range)
    default:
      return RuleError(
        "expected a rule such as B3/S23 or 23/3, found '\(found)'", at: range)
    }
  }

  private mutating func skipBlanks() {
    while position < text.count, text[position] == 0x20 || text[position] == 0x09 {
      position += 1
    }
  }

  private static func letter(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "B"), UInt8(ascii: "b"): UInt8(ascii: "B")
    case UInt8(ascii: "S"), UInt8(ascii: "s"): UInt8(ascii: "S")
    default: nil
    }
  }

  private static func characterLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0xc0...0xdf: 2
    case 0xe0...0xef: 3
    case 0xf0...0xf7: 4
    default: 1
    }
  }
}
