package import LifeCore
private import LifeIO

/// The result of a search for a rule file.
package enum RuleSearch {
  case found(RuleTable)
  /// No file in the folders `places` has the name.
  case missing(places: [String])
}

extension ReadOptions {
  /// Parses a rulestring, or the name of a rule file, followed by a universe. If ``rule`` replaces
  /// the rule of the file, any other text becomes an unknown rule.
  ///
  /// - Throws: ``RuleError`` if the text is neither; ``ParseError`` or ``ReadError`` if the rule
  ///   file can't be read.
  package func rule(parsing text: some Collection<UInt8>) throws -> RuleAndUniverse {
    let bytes = Array(text)
    do {
      return try RuleAndUniverse(parsing: bytes)
    } catch let error {
      return try rule == nil ? named(bytes, otherwise: error) : replaced(bytes)
    }
  }

  private func named(_ bytes: [UInt8], otherwise error: RuleError) throws -> RuleAndUniverse {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let start = bytes.span.skippingBlanks()
    // An error in the universe doesn't concern the name.
    guard let findRule, start < colon, error.range.lowerBound <= colon else { throw error }
    var name = bytes[start..<colon]
    while let last = name.last, Byte.isBlank(last) { name.removeLast() }
    // Rule names are printed and written to pattern files, so control characters are refused.
    if let range = TerminalText.firstControl(in: name) {
      throw RuleError("unexpected control character in the name of a rule", at: range)
    }
    switch try findRule(Array(name)) {
    case .found(let table):
      let universe = try RuleAndUniverse(parsing: Array("B3/S23".utf8) + bytes[colon...]).universe
      return RuleAndUniverse(rule: Rule(.table(table)), universe: universe)
    case .missing(let places):
      guard Self.isName(name) else { throw error }
      if acceptsUnknownRules {
        let printable = TerminalText.printable(name)
        warn(Warning("the rule '\(printable)' is unknown; the pattern cannot be run"))
        return try unknown(name, universe: bytes[colon...])
      }
      // If the error is before any digit, the word was probably not meant as a rulestring.
      let isWord = !bytes[start..<max(start, error.range.lowerBound)].contains {
        Byte.isDigit($0)
      }
      let known =
        isWord && !Self.mayBeOneDimensional(name)
        ? RuleError(
          "expected a rulestring such as B3/S23 or 23/3, or the name of a rule", at: name.indices)
        : error
      throw RuleError(Self.complaint(known, name: name, places: places), at: known.range)
    }
  }

  /// A rule known only by name.
  private func unknown(
    _ name: ArraySlice<UInt8>, universe: ArraySlice<UInt8>
  ) throws -> RuleAndUniverse {
    let text = String(decoding: name, as: UTF8.self)
    let universe = try RuleAndUniverse(parsing: Array("B3/S23".utf8) + universe).universe
    return RuleAndUniverse(rule: Rule(.table(RuleTable(unknown: text))), universe: universe)
  }

  /// The rule of a file that ``rule`` replaces: an unknown rule, with the file's universe if it is
  /// valid.
  private func replaced(_ bytes: [UInt8]) throws -> RuleAndUniverse {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    do {
      return try unknown(bytes[..<colon], universe: bytes[colon...])
    } catch {
      warn(Warning("the universe of the file is not valid; the pattern is read on the plane"))
      return try unknown(bytes[..<colon], universe: [])
    }
  }

  /// Whether a word may be meant as a one-dimensional rule, for example W30.
  private static func mayBeOneDimensional(_ word: ArraySlice<UInt8>) -> Bool {
    guard let second = word.dropFirst().first else { return true }
    return Byte.isDigit(second)
  }

  /// Whether a word may be a name: it has a letter foreign to rulestrings, and no slash or bar.
  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    guard !LargerThanLife.isRulestring(word), !WeightedLife.isRulestring(word),
      !PartitionedRule.isRulestring(word),
      !word.contains(UInt8(ascii: "/")), !word.contains(UInt8(ascii: "|")),
      !word.starts(with: "MAP".utf8)
    else { return false }
    return word.contains { byte in
      let letter = byte | 0x20
      return (0x61...0x7a).contains(letter) && !"bshv".utf8.contains(letter)
    }
  }

  /// The error for a word that is neither a rulestring nor the name of a rule file.
  private static func complaint(
    _ error: RuleError, name: ArraySlice<UInt8>, places: [String]
  ) -> Message {
    let file = "'\(TerminalText.printable(name)).rule'"
    if places.isEmpty {
      return "\(error.message); no folder of rule files is known; \(advice: .ruleFolder)"
    }
    let list = places.listed(with: "or")
    return "\(error.message); no file \(file) is in \(list); \(advice: .moreRuleFolders)"
  }
}
