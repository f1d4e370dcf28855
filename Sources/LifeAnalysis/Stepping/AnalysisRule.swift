package import LifeCore
package import LifeEngines

/// A rule prepared for the analysis of many objects.
package struct AnalysisRule: Sendable {
  package let rule: Rule
  /// The maps of the lattice that commute with the rule, the identity first.
  package let symmetries: [LatticeMap]
  /// How codes write states; nil if they write the states' numbers.
  let codeBits: CodeBits?
  /// The rule for boards of blocks; nil if only engines can step it.
  let blockRule: BlockRule?
  /// The generations between two phases that can be compared: the number of phases of the rule.
  package let interval: Int
  /// The classes of neighborhoods; nil if the rule has no ``RuleRange``.
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
  /// A pattern whose stored cells mean the same as in generation 0 and evolve so: some generations
  /// later, if they do not in its own.
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
    later.position = pattern.origin
    return later
  }
}
