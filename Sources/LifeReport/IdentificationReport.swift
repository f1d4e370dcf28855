package import LifeAnalysis
internal import LifeCore
package import LifeIO
internal import LifeRender
package import LifeRun

/// All facts of `life identify` about one pattern.
package struct IdentificationReport: Sendable {
  package let title: Path
  private let pattern: Pattern
  private let result: Identification
  private let name: String?
  /// The measurements of a period, made once because they take time.
  private let measures: CycleMeasures?

  package init(_ loaded: LoadedPattern, result: Identification, name: String?) {
    title = loaded.title
    pattern = loaded.pattern
    self.result = result
    self.name = name
    measures = result.measures
  }

  package var text: String { "\(title)\n" + Self.schema.rows(of: self, width: 20) }

  /// Other spellings of a speed such as `c/10o`: `c/10` and `c/10 orthogonal`.
  package func spellings(ofSpeed speed: String) -> [String] {
    guard let velocity = result.velocity else { return [] }
    let speed = speed.dropLast(velocity.suffix.count)
    return [String(speed), "\(speed) \(velocity.direction)"]
  }

  package static let schema = Schema<IdentificationReport>("life.identify/1") {
    Property("pattern", Meaning.pattern) { $0.title }.withoutText
    Property("rule", Meaning.rule) { $0.pattern.rulestring }
    Property(
      "ignores_marks", Meaning.ignoresMarks,
      { $0.pattern.rule.withoutMarks == nil ? nil : true },
      text: { _ in "ignored: only the live cells count" }
    ).labeled("marks")
    Property("kind", "still life, oscillator, spaceship, collection, gun, puffer, methuselah, …") {
      $0.result.kind.rawValue
    }
    motion
    Property(
      "apgcode", "the code of the object or of its growth; omitted if the kind is `unknown`"
    ) { ($0.result.code ?? $0.result.parts.only?.code)?.description }
    Property("name", "its name in the collection") { $0.name ?? $0.result.parts.only?.name }
    Property("symmetry", "the symmetry of one generation: `C1`, `C2_1`, … `D8_4`") {
      ($0.measures?.symmetry ?? StaticSymmetry(of: $0.pattern.withoutMarks))?.rawValue
    }
    Property(
      "kinetic_symmetry",
      """
      the symmetry of one generation, followed by that of all congruent generations together, in \
      the notation of Hickerson and the LifeWiki: `n/`, `+c*c`
      """
    ) { $0.measures?.symmetries.kinetic }
    measured
    Property("rules", "the rules under which it evolves in the same way", holding: rules) {
      $0.result.ruleRange
    }
    settled
  }

  /// The table. For people it has fewer columns than for CSV.
  package static let table = ReportTable(
    schema,
    columns: [
      Column("pattern"), Column("kind"), Column("period"), Column("speed"), Column("apgcode"),
      Column("name"), Column("symmetry"), Column("population.min", heading: "cells"), Column("box"),
      Column("heat.mean", heading: "heat"), Column("volatility"), Column("lifespan"),
      Column("reason"),
    ],
    dataColumns: [
      Column("pattern"), Column("rule"), Column("kind"), Column("period"), Column("mod"),
      Column("dx", of: "displacement.x") { $0.movement.map { "\($0.x)" } },
      Column("dy", of: "displacement.y") { $0.movement.map { "\($0.y)" } },
      Column("speed"), Column("apgcode"), Column("name"), Column("symmetry"),
      Column("kinetic_symmetry", heading: "kinetic_symmetry"),
      Column("population.min", heading: "population_min"),
      Column("population.max", heading: "population_max"),
      Column("population.mean", heading: "population_mean"),
      Column("heat.mean", heading: "heat"), Column("volatility"),
      Column("strict_volatility", heading: "strict_volatility"), Column("lifespan"),
      Column("final_population", heading: "final_population"), Column("reason"),
    ])

  private static let motion: [Property<IdentificationReport>] = [
    Property("period", "the smallest period") { $0.result.period },
    Property(
      "reversible", "true if it recurs backwards, too, because its rule is reversible",
      { $0.result.isReversible ? true : nil }, text: { _ in "yes: it recurs backwards, too" }),
    Property("mod", "the period up to rotations and reflections") { $0.measures?.mod },
    Property("displacement", "the movement in a period", holding: offset) {
      $0.result.velocity == nil ? nil : $0.result.displacement
    },
    Property("speed", "the speed as a fraction of c, reduced") {
      $0.result.velocity.map { $0.reduced + $0.suffix }
    },
    Property("speed_unreduced", "the speed with the period as its denominator") {
      $0.result.velocity.map { $0.unreduced + $0.suffix }
    },
    Property("direction", "the kind of direction: orthogonal, diagonal, knightwise or oblique") {
      $0.result.velocity?.direction
    },
    Property("slope", "of an oblique spaceship: the slope") { $0.result.velocity?.slope },
  ]

  private static let measured: [Property<IdentificationReport>] = [
    Property("population", "live cells over a period", holding: range) {
      $0.measures?.population ?? $0.result.gun?.population
    },
    Property("box", "the box that contains all generations", holding: box) {
      $0.measures?.box ?? $0.result.gun?.box
    },
    Property("heat", "cells that change, over a period", holding: range) {
      $0.measures?.heat ?? $0.result.gun?.heat
    },
    Property("active", "cells that are alive in some phase") { $0.activity?.active },
    Property("rotor", "active cells that change") { $0.activity?.rotor },
    Property("stator", "active cells that do not change") { $0.activity?.stator },
    Property(
      "volatility", "the share of active cells that change", { $0.activity?.volatility },
      text: \.threeDigits),
    Property(
      "strict_volatility", "the share of active cells that change with the full period",
      { $0.activity?.strictVolatility($0.result.period ?? 1) }, text: \.threeDigits),
    Property(
      "temperature", "the mean `heat`, divided by the number of active cells",
      { $0.activity == nil ? nil : $0.measures?.temperature }, text: \.threeDigits),
    Property(
      "rotor_temperature", "the mean `heat`, divided by the number of rotor cells",
      { $0.activity == nil ? nil : $0.measures?.rotorTemperature }, text: \.threeDigits),
    Property("cell_periods", "how many cells have which period", listing: cellPeriod) {
      $0.activity?.cellPeriods
    },
  ]

  private static let settled: [Property<IdentificationReport>] = [
    Property("lifespan", "the generation from which on the pattern is stable or dead") {
      let hasLifespan = [.methuselah, .diehard].contains($0.result.kind)
      return $0.result.lifespan > 0 || hasLifespan ? $0.result.lifespan : nil
    },
    Property("final_population", "the population from that generation on") {
      $0.result.finalPopulation
    },
    Property("parts", "the objects of a pattern", listing: part) {
      $0.result.parts.isEmpty ? nil : $0.result.parts
    },
    Property("emitted", "the objects that a gun or a puffer emits", listing: part) {
      $0.result.emitted.isEmpty ? nil : $0.result.emitted
    },
    Property("growth", "the growth of a pattern that grows linearly", holding: growth) {
      $0.result.growth
    },
    Property("copies", "of a replicator: the number of copies that a period makes") {
      $0.result.copies
    },
    Property("reason", "why the pattern could not be identified") { $0.result.reason },
    Property(
      "findings", "what was measured of a pattern that could not be identified", holding: findings
    ) { $0.result.findings },
  ]

  /// The movement in a period, also of a pattern that stays; nil if nothing recurs.
  private var movement: Offset? { result.period == nil ? nil : result.displacement }

  /// The activity of an oscillator or a spaceship; nil for other patterns.
  private var activity: CycleMeasures.Activity? {
    result.period == nil ? nil : measures?.activity
  }
}

// MARK: - Parts

extension IdentificationReport {
  private static let range = Schema<CycleMeasures.Spread>(text: { range in
    range.min == range.max
      ? "\(range.min)"
      : "\(range.min) (generation \(range.minAt)) to \(range.max) (generation \(range.maxAt)), "
        + "mean \(range.mean.threeDigits)"
  }) {
    Property("min", "the smallest number") { $0.min }
    Property("max", "the largest number") { $0.max }
    Property("mean", "the mean") { $0.mean }
    Property("min_at", "the generation of the smallest number") { $0.minAt }
    Property("max_at", "the generation of the largest number") { $0.maxAt }
  }

  private static let part = Schema<Identification.EqualObjects>(text: { part in
    let x = part.displacement.x
    let y = part.displacement.y
    let heading = part.velocity?.heading.map { " \($0)" } ?? ""
    return "\(part.count) \(part.codeAndName)\(heading)" + (x == 0 && y == 0 ? "" : " (\(x), \(y))")
  }) {
    Property("apgcode", "its code") { $0.code.description }
    Property("name", "its name, in Conway's Life") { $0.name }
    Property("count", "how many there are") { $0.count }
    Property("period", "its period") { $0.period }
    Property("displacement", "its movement in a period", holding: offset) { $0.displacement }
    Property("heading", "where it moves to, if it is not oblique: north, northeast, …") {
      $0.velocity?.heading
    }
  }

  private static let offset = Schema<Offset>(text: { "(\($0.x), \($0.y))" }) {
    Property("x", "to the east") { $0.x }
    Property("y", "to the south") { $0.y }
  }

  private static let box = Schema<Window>(text: { "\($0.width) × \($0.height)" }) {
    Property("width", "the number of columns") { $0.width }
    Property("height", "the number of rows") { $0.height }
  }

  private static let cellPeriod = Schema<(period: Int, cells: Int)>(
    text: { "\($0.cells) of period \($0.period)" }
  ) {
    Property("period", "a period") { $0.period }
    Property("cells", "the number of cells that have it") { $0.cells }
  }

  private static let rules = Schema<RuleRange>(text: { "\($0.smallest) to \($0.largest)" }) {
    Property("smallest", "the rule with the fewest births and survivals") { "\($0.smallest)" }
    Property("largest", "the rule with the most births and survivals") { "\($0.largest)" }
  }

  private static let growth = Schema<LinearGrowth>(
    text: { "\($0.perPeriod) cells in \($0.period) generations from generation \($0.start)" }
  ) {
    Property("cells", "the number of cells that each period adds") { $0.perPeriod }
    Property("generations", "the generations of a period") { $0.period }
    Property("from", "the first generation of this growth") { $0.start }
  }

  private static let findings = Schema<Findings>(
    text: { $0.phrases.joined(separator: ", ") }
  ) {
    Property("generation", "the last generation that was visited") { $0.generation }
    Property("population", "the number of live cells then") { $0.population }
    Property("width", "the number of columns of its bounding box") { $0.width }
    Property("height", "the number of rows of its bounding box") { $0.height }
    Property("period", "a period that is proved") { $0.period }
    Property("growth", "the growth of its population: linear or quadratic") { $0.growth?.name }
    Property("growth_period", "the period of the growth") { $0.growth?.period }
    Property("growth_cells", "the number of cells that each period adds") { $0.growth?.cells }
  }
}

extension Findings.Growth {
  fileprivate var name: String {
    switch self {
    case .linear: "linear"
    case .quadratic: "quadratic"
    }
  }

  fileprivate var period: Int? {
    switch self {
    case .linear(let period, _): period
    case .quadratic(let period): period
    }
  }

  fileprivate var cells: Int? { if case .linear(_, let cells) = self { cells } else { nil } }
}
