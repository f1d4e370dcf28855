package import LifeCore
package import LifeEngines

/// A rule prepared for the analysis of many objects.
package struct AnalysisRule: Sendable {
  package let rule: Rule
  /// The lattice maps under which the rule looks the same, the identity first.
  package let symmetries: [LatticeMap]
  /// As in ``Rule/mirrorsTriangles``.
  let mirrorsTriangles: Bool
  /// The bits of a state in an apgcode. `nil` if codes hold the numbers of the states.
  let codeBits: CodeBits?
  /// The rule for boards of blocks. `nil` if only engines can step it.
  let blockRule: BlockRule?
  /// The number of generations after which the rule repeats, usually 1. For example, it is 2 for a
  /// rule with B0: odd and even generations are not comparable.
  package let interval: Int
  /// Whether objects have a ``RuleRange``: the rule is isotropic, has the Moore neighborhood and
  /// lacks B0.
  let hasRuleRanges: Bool

  package init(_ rule: Rule) {
    self.rule = rule
    hasRuleRanges =
      rule.twoState.map { $0.neighborhood == .moore && !$0.map[0] && $0.isIsotropic } ?? false
    symmetries = rule.symmetries
    mirrorsTriangles = rule.mirrorsTriangles
    codeBits = CodeBits(rule)
    blockRule = BlockRule(rule)
    interval = rule.phaseCount
  }
}

extension AnalysisRule {
  /// Whether the pattern's cells evolve as in generation 0 at the origin (0, 0): parts of it are
  /// run there.
  func evolvesAsFromZero(_ pattern: Pattern) -> Bool {
    rule.phase(at: pattern.generation) == 0 && rule.allowsMoves(by: pattern.origin.parity)
  }

  /// The pattern with an origin of even coordinates, if the parity of places matters: its cells
  /// alone, run at the origin (0, 0), evolve as they do here.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  package func aligned(_ pattern: Pattern, limit: Int) throws -> Pattern {
    guard !rule.allowsMoves(by: Offset(x: 1, y: 0)) else { return pattern }
    var result = try pattern.inRows(limit: limit)
    let parity = result.origin.parity
    result.statedPosition = result.origin.moved(byX: -parity.x, y: -parity.y)
    result.cells = try result.cells.moved(by: parity, limit: limit)
    return result
  }

  /// The number of generations, rounded up to a multiple of ``interval``.
  func wholeIntervals(_ generations: Int) -> Int {
    (generations + interval - 1) / interval * interval
  }

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
