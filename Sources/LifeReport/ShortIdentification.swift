internal import LifeAnalysis
internal import LifeCore
internal import LifeRun

/// The identification in `life info`, with limits to keep it quick.
struct ShortIdentification {
  /// The symmetry of the cells; nil for a large pattern or one without live cells.
  let symmetry: StaticSymmetry?
  /// The identification; `nil` for a large pattern, or if it takes long.
  let result: Identification?
  /// Whether the time was up before the pattern was identified.
  let isUnfinished: Bool
  /// The population without marks; `nil` under rules without marks.
  let liveCells: BigInt?

  private static let maxSide: BigInt = 64
  /// The maximum generations under rules of range 1. A pattern may grow by the range to each side
  /// per generation, so rules with larger ranges have fewer.
  private static let generations = 1_000
  private static let maxPopulation = 1 << 14
  static let maxTime = Duration.milliseconds(500)

  init(_ pattern: Pattern, time: Duration = maxTime) {
    let live = pattern.withoutMarks
    liveCells = pattern.rule.withoutMarks == nil ? nil : live.population
    symmetry = StaticSymmetry(of: live)
    let isTiny =
      pattern.tree == nil && !pattern.rule.isUnknown
      && pattern.bounds.map { max($0.width, $0.height) <= Self.maxSide } ?? true
    let found = isTiny ? Self.identification(of: live, within: time) : nil
    result = found?.kind == .unknown ? nil : found
    isUnfinished = found?.reason == Identifier.interrupted
  }

  private static func identification(
    of pattern: Pattern, within time: Duration
  ) -> Identification? {
    var selection = EngineSelection()
    let end = ContinuousClock.now + time
    let process = selection.interrupt
    selection.interrupt = Interrupt(orWhen: {
      ContinuousClock.now >= end || process?.isRaised ?? false
    })
    var limits = AnalysisLimits(selection)
    limits.generations = max(1, generations / pattern.rule.range)
    limits.population = maxPopulation
    return try? Identifier(AnalysisRule(pattern.rule), limits: limits).identify(pattern)
  }

  var kind: String? {
    if isUnfinished { return "not identified within half a second" }
    return result?.words
  }

  /// The code of the object, if it encodes the cells.
  var code: String? {
    guard let result, result.lifespan == 0, let code = result.code, code.hasCells else {
      return nil
    }
    return code.description
  }
}
