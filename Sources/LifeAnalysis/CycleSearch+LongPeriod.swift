internal import LifeCore

extension CycleSearch {
  /// A period that is longer than the visited generations; nil also without memory for long steps.
  func longPeriod() throws -> FoundCycle? {
    do {
      return try periodByLongSteps()
    } catch is MemoryExhausted {
      return nil
    }
  }

  private func periodByLongSteps() throws -> FoundCycle? {
    var search = try longPeriodSearch(from: evolution.snapshot())
    search?.onGeneration = limits.onGeneration
    guard let found = try search?.run() else { return nil }
    let start = try longPeriodSearch(from: pattern)?
      .firstGeneration(upTo: generation, having: found)
    return FoundCycle(
      period: found.generations, displacement: found.displacement, start: start ?? generation)
  }

  private func longPeriodSearch(from pattern: Pattern) throws -> LongPeriodSearch? {
    try LongPeriodSearch(
      pattern, rule: rule, longest: limits.generations, options: limits.engine)
  }
}
