package import LifeCore

/// What was found where rule files are.
package enum RuleSearch {
  case found(RuleTable)
  /// No file has the name; here it was looked for.
  case missing(places: [String])
}

extension ReadOptions {
  /// Reads a rulestring; what is none may be the name of a rule file, with a universe after it.
  ///
  /// - Throws: ``RuleError``; ``ParseError`` or ``ReadError`` if there is a file and it is no rule.
  package func rule(parsing text: some Collection<UInt8>) throws -> RuleAndUniverse {
    let bytes = Array(text)
    do {
      return try RuleAndUniverse(parsing: bytes)
    } catch let error {
      return try named(bytes, otherwise: error)
    }
  }

  private func named(_ bytes: [UInt8], otherwise error: RuleError) throws -> RuleAndUniverse {
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    let start = bytes.span.skippingBlanks()
    // What is wrong with a universe is not the rule's fault.
    guard let findRule, start < colon, error.range.lowerBound <= colon else { throw error }
    var name = bytes[start..<colon]
    while let last = name.last, Byte.isBlank(last) { name.removeLast() }
    switch try findRule(Array(name)) {
    case .found(let table):
      let universe = try RuleAndUniverse(parsing: Array("B3/S23".utf8) + bytes[colon...]).universe
      return RuleAndUniverse(rule: Rule(.table(table)), universe: universe)
    case .missing(let places):
      guard Self.isName(name) else { throw error }
      // Where it goes wrong before anything was said, it was not meant as a rulestring.
      let isWord = !bytes[start..<max(start, error.range.lowerBound)].contains {
        Byte.isDigit($0)
      }
      let known =
        isWord && !Self.isOneDimensional(name)
        ? RuleError(
          "this is no rulestring such as B3/S23 or 23/3, and no name of a rule", at: name.indices)
        : error
      throw RuleError(Self.complaint(known, name, places), at: known.range)
    }
  }

  /// Whether a word may have been meant as the number of a one-dimensional rule.
  private static func isOneDimensional(_ word: ArraySlice<UInt8>) -> Bool {
    word.dropFirst().first.map(Byte.isDigit) ?? true
  }

  /// Whether a word may be a name: it has letters that rulestrings have not, and no slash.
  private static func isName(_ word: ArraySlice<UInt8>) -> Bool {
    guard !LargerThanLife.isSpelled(word), !word.contains(UInt8(ascii: "/")),
      !word.starts(with: "MAP".utf8)
    else { return false }
    return word.contains { byte in
      let letter = byte | 0x20
      return (0x61...0x7a).contains(letter) && !"bshv".utf8.contains(letter)
    }
  }

  /// What to say about a word that is neither a rule nor the name of a file.
  private static func complaint(
    _ error: RuleError, _ name: ArraySlice<UInt8>, _ places: [String]
  ) -> String {
    let file = "'\(String(decoding: name, as: UTF8.self)).rule'"
    let looked =
      places.isEmpty
      ? "there are no folders of rule files (--rules names one)"
      : "no file \(file) is in \(places.joined(separator: ", ")) (--rules names more folders)"
    return "\(error.message); \(looked)"
  }
}
