// Parses rulestrings of all families.
extension Rule {
  /// Parses a rulestring without `:` and a universe. Ranges of errors are indices of `text`.
  init(parsing text: ArraySlice<UInt8>) throws(RuleError) {
    guard let start = text.firstIndex(where: { !$0.isBlank }),
      let last = text.lastIndex(where: { !$0.isBlank })
    else {
      let range = text.startIndex..<max(text.endIndex, text.startIndex + 1)
      throw RuleError("the rule is empty; write it like B3/S23", at: range)
    }
    let word = text[start...last]
    if word.contains(UInt8(ascii: "|")) {
      self = try Self.parseAlternating(word)
      return
    }
    if LargerThanLife.isRulestring(word) {
      do throws(RuleError) {
        family = .largerThanLife(try LargerThanLife(parsing: Array(word)))
      } catch {
        throw error.shifted(by: start)
      }
    } else if let rule = try PartitionedRule.parse(word) {
      family = .partitioned(rule)
    } else if WeightedLife.isRulestring(word) {
      let (rule, states) = try WeightedLife.parse(word)
      let base = TwoStateRule(.weighted(rule), map: rule.map)
      family =
        states > 2 ? .generations(GenerationsRule(base, states: states)) : .twoState(base)
    } else if let automaton = VonNeumannAutomaton.named(word) {
      self = Rule(.table(RuleTable(automaton)))
    } else if let marks = HistoryRule.Marks.ending(word) {
      self = try Self.parseHistory(word.dropLast(marks.rawValue.utf8.count), marks: marks)
    } else if TwoStateRule.isMap(word) {
      self = try Self.parseMap(word)
    } else if let rulestring = NamedRules.rulestring(named: word) {
      self = try Rule(parsing: Array(rulestring.utf8)[...])
    } else if let number = try Self.parseWolfram(word) {
      family = .twoState(TwoStateRule(wolfram: number))
    } else {
      var parser = CountsParser(text)
      family = try parser.parse()
    }
  }

  /// Parses `MAP…`, or `MAP…/` and a number of states.
  private static func parseMap(_ text: ArraySlice<UInt8>) throws(RuleError) -> Rule {
    let code = text.dropFirst(3)
    let isFullCode = [86, 22, 6].contains(code.count)
    guard !isFullCode, let slash = text.lastIndex(of: UInt8(ascii: "/")),
      text.endIndex - slash <= 4, slash + 1 < text.endIndex,
      text[(slash + 1)...].allSatisfy(\.isDigit)
    else {
      return Rule(.twoState(try TwoStateRule(map: text, isMirrored: true)))
    }
    let base = try TwoStateRule(map: text[..<slash], isMirrored: false)
    let states = text[(slash + 1)...].reduce(0) { $0 * 10 + $1.digitValue }
    try check(
      states: states, at: slash + 1..<text.endIndex, hasB0: base.map[0], birth: slash..<slash + 1)
    return Rule(.generations(GenerationsRule(base, states: states)))
  }

  /// Checks a number of states given with a rule, and that the rule has no B0.
  ///
  /// - Parameters:
  ///   - range: the place of the number of states in the text.
  ///   - birth: the place of the birth counts.
  static func check(
    states: Int, at range: Range<Int>, hasB0: Bool, birth: Range<Int>
  ) throws(RuleError) {
    guard (2...256).contains(states) else {
      throw RuleError("a rule has 2 to 256 states, not \(states)", at: range)
    }
    guard !hasB0 else {
      throw RuleError(
        "birth with 0 neighbors (B0) requires a rule without a number of states", at: birth)
    }
  }

  /// Parses a History, Super or Investigator rule from the text before that name.
  private static func parseHistory(
    _ text: ArraySlice<UInt8>, marks: HistoryRule.Marks
  ) throws(RuleError) -> Rule {
    let base =
      TwoStateRule.isMap(text)
      ? Rule(.twoState(try TwoStateRule(map: text, isMirrored: false))) : try Rule(parsing: text)
    return try base.marked(marks, at: text.startIndex..<max(text.endIndex, text.startIndex + 1))
  }

  /// The rule with marks. Throws unless it is two-dimensional, with two states and one phase.
  ///
  /// - Parameter range: the place of the rule in the text.
  func marked(
    _ marks: HistoryRule.Marks, at range: Range<Int>
  ) throws(RuleError) -> Rule {
    guard let base = twoState, base.spelling.isSpatial else {
      throw RuleError(
        "\(marks.rawValue) follows a rule of two states, as in B36/S23\(marks.rawValue)", at: range)
    }
    guard phaseCount == 1 else {
      throw RuleError(
        "with \(marks.rawValue), a rule with B0 must also let a cell survive with all its "
          + "neighbors alive, as S8 does", at: range)
    }
    return Rule(.history(HistoryRule(base, marks: marks)))
  }

  /// Parses `W` and a number. Returns `nil` if the text has another form.
  private static func parseWolfram(_ text: ArraySlice<UInt8>) throws(RuleError) -> Int? {
    let digits = text.dropFirst()
    guard text.first.map({ $0 | 0x20 }) == UInt8(ascii: "w") else { return nil }
    if let first = digits.first, !first.isDigit { return nil }
    let number = digits.prefix(while: \.isDigit).reduce(0) { min($0 * 10 + $1.digitValue, 1000) }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit), number <= 254, number.isMultiple(of: 2)
    else {
      throw RuleError(
        "a one-dimensional rule is W and an even number up to 254, as in W30",
        at: digits.isEmpty ? text.indices : digits.indices)
    }
    return number
  }
}

extension TwoStateRule.Spelling {
  /// Whether the rule is two-dimensional.
  fileprivate var isSpatial: Bool {
    if case .wolfram = self { false } else { true }
  }
}

extension HistoryRule.Marks {
  /// The marks named at the end of a rulestring, in capitals or small letters; `nil` without any.
  fileprivate static func ending(_ text: ArraySlice<UInt8>) -> HistoryRule.Marks? {
    allCases.first { kind in
      text.suffix(kind.rawValue.utf8.count).elementsEqual(kind.rawValue.utf8) {
        $0 | 0x20 == $1 | 0x20
      }
    }
  }
}
