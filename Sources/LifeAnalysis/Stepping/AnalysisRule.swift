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
  /// The generations between two comparable phases: usually 1. It is 2 if stored cells have another
  /// meaning in odd generations, for example in a rule with B0.
  package let interval: Int
  /// The classes of neighborhoods. `nil` if the rule has no ``RuleRange``.
  let neighborhoods: NeighborhoodClasses?

  package init(_ rule: Rule) {
    self.rule = rule
    neighborhoods = NeighborhoodClasses(rule)
    symmetries = rule.symmetries
    codeBits = CodeBits(rule)
    blockRule = BlockRule(rule)
    interval = rule.dependsOnParity ? 2 : 1
  }
}

extension AnalysisRule {
  /// The pattern itself, or one generation later if its stored cells have the meaning of an odd
  /// generation.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package func atEvenGeneration(
    _ pattern: Pattern, options: EngineOptions = EngineOptions()
  ) throws -> Pattern {
    guard interval == 2, pattern.generation.isOdd else { return pattern }
    var evolution = try Evolution(pattern, rule: self, options: options)
    try evolution.advance(by: 1)
    var later = try Pattern(onPlane: evolution.cells(), rule: rule)
    later.generation = pattern.generation + 1
    later.position = pattern.origin
    return later
  }
}
