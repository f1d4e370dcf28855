package import LifeCore
package import LifeEngines

/// A rule prepared for the analysis of many objects.
package struct AnalysisRule: Sendable {
  package let rule: Rule
  /// The lattice maps under which the rule looks the same, the identity first.
  package let symmetries: [LatticeMap]
  /// The bits of a state in an apgcode. `nil` if codes hold the numbers of the states.
  let codeBits: CodeBits?
  /// The rule for boards of blocks. `nil` if only engines can step it.
  let blockRule: BlockRule?
  /// The generations between two comparable phases: the number of phases of the rule, usually 1. It
  /// is 2 for a rule with B0, for example.
  package let interval: Int
  /// The classes of neighborhoods. `nil` if the rule has no ``RuleRange``.
  let neighborhoods: NeighborhoodClasses?

  package init(_ rule: Rule) {
    self.rule = rule
    neighborhoods = NeighborhoodClasses(rule)
    symmetries = rule.symmetries
    codeBits = CodeBits(rule)
    blockRule = BlockRule(rule)
    interval = rule.phaseCount
  }
}

extension AnalysisRule {
  /// The pattern itself, or some generations later if the rule isn't in its first phase.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package func atFirstPhase(
    _ pattern: Pattern, options: EngineOptions = EngineOptions()
  ) throws -> Pattern {
    let phase = rule.phase(at: pattern.generation)
    guard phase > 0 else { return pattern }
    var evolution = try Evolution(pattern, rule: self, options: options)
    try evolution.advance(by: interval - phase)
    var later = try Pattern(onPlane: evolution.cells(), rule: rule)
    later.generation = pattern.generation + BigInt(interval - phase)
    later.statedPosition = pattern.origin
    return later
  }
}
