package import LifeCore
package import LifeIO
package import LifeRun
internal import LifeRender

/// The result of `life check`.
package struct CheckReport {
  private let name: Path
  private let pattern: Pattern
  private let engines: [String]
  private let schedule: Schedule
  private let samples: Int
  private let difference: EngineDifference?

  /// - Parameters:
  ///   - samples: the number of compared generations.
  ///   - difference: the first difference; nil if all engines agree.
  package init(
    of pattern: Pattern, named name: Path, engines: [String], schedule: Schedule, samples: Int,
    difference: EngineDifference?
  ) {
    self.name = name
    self.pattern = pattern
    self.engines = engines
    self.schedule = schedule
    self.samples = samples
    self.difference = difference
  }

  package static let schema = Schema<CheckReport>("life.check/1") {
    Property("pattern", Meaning.pattern) { $0.name }
    Property("rule", Meaning.rule) { $0.pattern.rule.canonical }
    Property("universe", Meaning.universe) { "\($0.pattern.universe)" }
    Property("engines", "the engines that were compared") { $0.engines }
    Property("start", "the first generation") { $0.schedule.start }
    Property("end", "the last generation") { $0.schedule.end }
    Property("samples", "how many generations were compared") { $0.samples }
    Property("same", "whether all engines agree") { $0.difference == nil }
    Property("difference", "the first difference; or null", holding: EngineDifference.schema) {
      $0.difference
    }.orNull
  }
}

extension EngineDifference {
  fileprivate static let schema = Schema<EngineDifference> {
    Property("generation", "the generation at which they differ") { $0.generation }
    Property("engines", "the two engines") { [$0.names.0, $0.names.1] }
    Property("populations", "the number of live cells of each") {
      [$0.patterns.0.population, $0.patterns.1.population]
    }
    Property(
      "first", "the first differing cell; null if the engines' cells are too far apart to compare",
      holding: Position.schema
    ) { $0.position }.orNull
  }
}
