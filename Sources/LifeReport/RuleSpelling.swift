package import LifeCore

/// A notation for rules.
package enum RuleSpelling: String, CaseIterable {
  case canonical
  case map
  case letters
  case survivalFirst = "survival-first"

  /// The rule in this notation; nil if it has none.
  package func text(of rule: Rule) -> String? {
    switch (self, rule.family) {
    case (.canonical, _): rule.canonical
    case (.map, .twoState(let base)): "\(base.asMap)"
    case (.map, .generations(let rule)):
      "\(GenerationsRule(rule.base.asMap, states: rule.states))"
    case (.letters, .twoState(let base)): base.asCounts.map { "\($0)" }
    case (.letters, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    case (.survivalFirst, .twoState(let base)): Self.survivalFirst(base)
    case (.survivalFirst, .generations(let rule)):
      rule.base.asCounts.map { "\(GenerationsRule($0, states: rule.states))" }
    default: nil
    }
  }

  private static func survivalFirst(_ rule: TwoStateRule) -> String? {
    guard case .counts(let birth, let survival, let neighborhood) = rule.spelling else {
      return rule.asCounts.flatMap(survivalFirst)
    }
    return "\(survival)/\(birth)\(neighborhood.suffix)"
  }
}
