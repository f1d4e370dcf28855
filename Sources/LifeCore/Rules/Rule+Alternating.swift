// Parses rules that take turns, for example `B3/S23|B36/S23`.
extension Rule {
  /// Parses alternating rules. Returns the rule itself if all are the same.
  ///
  /// - Throws: ``RuleError`` with indices of `word`.
  static func parseAlternating(_ word: ArraySlice<UInt8>) throws(RuleError) -> Rule {
    let parts = word.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard parts.count <= 16 else {
      throw RuleError(
        "2 to 16 rules can take turns, not \(parts.count)",
        at: parts[16].startIndex - 1..<word.endIndex)
    }
    var rules: [Rule] = []
    for (index, part) in parts.enumerated() {
      guard part.contains(where: { !$0.isBlank }) else {
        let start = min(part.startIndex, word.endIndex - 1)
        throw RuleError(
          "rule \(index + 1) of \(parts.count) is missing; write rules that take turns like "
            + "B3/S23|B36/S23", at: start..<max(part.endIndex, start + 1))
      }
      rules.append(try Rule(parsing: part))
    }
    if let marks = rules.lazy.compactMap(\.marks).first {
      for (index, rule) in rules.enumerated() where rule.marks == nil {
        rules[index] = try rule.marked(marks, at: parts[index].indices)
      }
    }
    for (index, rule) in rules.enumerated() {
      guard let reason = rule.obstacle(toTurnsWith: rules[0]) else { continue }
      throw RuleError("rule \(index + 1) \(reason)", at: parts[index].indices)
    }
    if rules.allSatisfy({ $0 == rules[0] }) { return rules[0] }
    return Rule(.alternating(rules))
  }

  /// The reason why the rule cannot alternate with `first`, as the end of a sentence. Returns `nil`
  /// if it can.
  private func obstacle(toTurnsWith first: Rule) -> String? {
    if states != first.states {
      return "has \(states) states and rule 1 has \(first.states); rules that take turns have the "
        + "same number"
    }
    switch (family, first.family) {
    case (.twoState(let rule), .twoState):
      if case .wolfram = rule.spelling { return "is one-dimensional, and cannot take turns" }
      return nil
    case (.generations, .generations): return nil
    case (.history(let rule), .history(let other)):
      if rule.base.map[0] { return "has B0, which rules that take turns cannot have with History" }
      return rule.marks == other.marks && rule.base.neighborhood == other.base.neighborhood
        ? nil : "has other marks or another neighborhood than rule 1"
    case (.largerThanLife(let rule), .largerThanLife(let other)):
      return rule.neighborhood == other.neighborhood
        ? nil
        : "has another neighborhood than rule 1; Larger than Life rules that take turns share one"
    case (.table, _): return "is a table, and cannot take turns"
    case (.partitioned, .partitioned): return nil
    default: return "is of another family than rule 1; rules that take turns must be of one family"
    }
  }

  /// The marks of a History, Super or Investigator rule.
  private var marks: HistoryRule.Marks? {
    if case .history(let rule) = family { rule.marks } else { nil }
  }
}
