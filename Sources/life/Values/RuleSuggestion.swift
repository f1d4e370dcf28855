import LifeCore

/// What was most likely meant by a rulestring that means nothing.
enum RuleSuggestion {
  /// - Parameter error: what is wrong with `typed`, and where.
  /// - Returns: the name of a rule, or a legal rulestring in its canonical spelling; nil if none is
  ///   near.
  static func suggestion(for typed: [UInt8], _ error: RuleError) -> String? {
    let names = KnownRules.all.map(\.name) + VonNeumannAutomaton.allCases.map(\.name)
    let histories = HistoryRule.Kind.allCases.map { "Life\($0.rawValue)" }
    let word = String(decoding: typed, as: UTF8.self)
    if let name = nearest(to: word, among: names + histories + PatternLibrary.rules) {
      return name
    }
    // A map has no neighbours that anybody could have meant.
    guard typed.count <= 200, !typed.starts(with: "MAP".utf8) else { return nil }
    for candidate in candidates(typed, error.range.clamped(to: typed.indices)) {
      guard let legal = try? RuleAndUniverse(parsing: candidate),
        !legal.rule.canonical.starts(with: "B/S")
      else { continue }
      return legal.rule.canonical + (legal.universe?.suffix ?? "")
    }
    return nil
  }

  /// What the typed text would be with something else in the place that is wrong, the likeliest
  /// first.
  private static func candidates(_ typed: [UInt8], _ range: Range<Int>) -> [[UInt8]] {
    let (before, after) = (Array(typed[..<range.lowerBound]), typed[range.upperBound...])
    let wrong = Array(typed[range])
    var found = numbers(near: wrong).map { before + "\($0)".utf8 + after }
    if let turned = turned(wrong) { found.append(before + turned + after) }
    // A byte too many, before the place or in it, where it is no letter that begins a part.
    if before.last != UInt8(ascii: ":") { found.append(before.dropLast() + wrong + after) }
    for index in wrong.indices.reversed() where !"BSbs".utf8.contains(wrong[index]) {
      found.append(before + wrong[..<index] + wrong[(index + 1)...] + after)
    }
    // Up to where it goes wrong, if that is most of it.
    if before.count * 3 >= typed.count * 2 { found.insert(before, at: found.count - 1) }
    found += [before + after, before.dropLast() + after]
    return found + "MTB/".utf8.map { before + [$0] + after }
  }

  private static func numbers(near word: [UInt8]) -> [Int] {
    guard word.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: word, as: UTF8.self))
    else { return [] }
    // The neighbours, then the most that something in a rule can be.
    return [number - 1, number + 1, 500, 256, 254, 8, 6, 4].filter { $0 >= 0 }
  }

  /// A range of counts the other way round; nil if this is none.
  private static func turned(_ word: [UInt8]) -> [UInt8]? {
    let ends = word.split { !(0x30...0x39).contains($0) }
    guard ends.count == 2 else { return nil }
    let between = word[ends[0].endIndex..<ends[1].startIndex]
    guard between.allSatisfy(".-".utf8.contains) else { return nil }
    return Array(ends[1]) + between + ends[0]
  }
}
