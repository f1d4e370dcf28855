import LifeArguments
package import LifeCore

/// Suggests a correction for an invalid rulestring.
package enum RuleSuggestion {
  /// - Parameter error: the error in `typed` and its place.
  /// - Returns: the name of a rule, or a valid canonical rulestring; nil if none is near.
  package static func suggestion(for typed: [UInt8], _ error: RuleError) -> String? {
    let names = NamedRules.all.map(\.name) + VonNeumannAutomaton.allCases.map(\.name)
    let histories = HistoryRule.Marks.allCases.map { "Life\($0.rawValue)" }
    let word = String(decoding: typed, as: UTF8.self)
    if let name = nearest(to: word, among: names + histories + PatternLibrary.rules) {
      return name
    }
    // A rule given as a table of bits cannot be corrected.
    guard typed.count <= 200, !typed.starts(with: "MAP".utf8) else { return nil }
    for candidate in candidates(typed, range: error.range.clamped(to: typed.indices)) {
      guard let legal = try? RuleAndUniverse(parsing: candidate),
        !legal.rule.canonical.starts(with: "B/S")
      else { continue }
      return legal.rule.canonical + (legal.universe?.suffix ?? "")
    }
    return nil
  }

  /// Corrections of the typed text in the place of the error, the most likely first.
  private static func candidates(_ typed: [UInt8], range: Range<Int>) -> [[UInt8]] {
    let before = Array(typed[..<range.lowerBound])
    let after = typed[range.upperBound...]
    let wrong = Array(typed[range])
    var found = numbers(near: wrong).map { before + "\($0)".utf8 + after }
    if let turned = turned(wrong) { found.append(before + turned + after) }
    // Remove one byte before the error or in it, except a letter that begins a part of the rule.
    if before.last != UInt8(ascii: ":") { found.append(before.dropLast() + wrong + after) }
    for index in wrong.indices.reversed() where !"BSbs".utf8.contains(wrong[index]) {
      found.append(before + wrong[..<index] + wrong[(index + 1)...] + after)
    }
    // Remove everything from the error on, if most of the text comes before it.
    if before.count * 3 >= typed.count * 2 { found.insert(before, at: found.count - 1) }
    found += [before + after, before.dropLast() + after]
    return found + "MTB/".utf8.map { before + [$0] + after }
  }

  private static func numbers(near word: [UInt8]) -> [Int] {
    guard word.allSatisfy({ $0.isDigit }),
      let number = Int(String(decoding: word, as: UTF8.self))
    else { return [] }
    // The neighboring numbers, then the maxima of the parts of rules.
    return [number - 1, number + 1, 500, 256, 254, 8, 6, 4].filter { $0 >= 0 }
  }

  /// A range of counts with its ends exchanged; nil if `word` is not a range.
  private static func turned(_ word: [UInt8]) -> [UInt8]? {
    let ends = word.split { !$0.isDigit }
    guard ends.count == 2 else { return nil }
    let between = word[ends[0].endIndex..<ends[1].startIndex]
    guard between.allSatisfy(".-".utf8.contains) else { return nil }
    return Array(ends[1]) + between + ends[0]
  }
}
