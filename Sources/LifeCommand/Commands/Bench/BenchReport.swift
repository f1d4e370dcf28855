import LifeCore
import LifeEngines
import LifeKernels
import LifeRender
import LifeReport
import LifeRun

/// What `life bench` measured.
struct BenchReport {
  /// The rate of the plain loop, in billions of cells per second.
  let scalar: Double
  let engines: [EngineRate]
  let animations: [Rate]
  let identification: [Rate]
  let census: [CensusRate]

  static let schema = Schema<BenchReport>("life.bench/1") {
    Property("version", "the version of the program") { _ in ProgramVersion.version }
    Property("scalar_gigacells_per_second", "the rate of a plain scalar loop") { $0.scalar }
    Property("results", "the rates of the engines", listing: EngineRate.table.schema) { $0.engines }
    Property("animations", "the rates of animations", listing: Rate.animations.schema) {
      $0.animations
    }
    Property(
      "identification", "the rates of identifying patterns", listing: Rate.identification.schema
    ) { $0.identification }
    Property("census", "the rates of censuses", listing: CensusRate.table.schema) { $0.census }
  }

  /// Four tables with a line between them.
  func text(as form: TableFormat?) -> String {
    let plain = EngineRate(workload: nil, rate: scalar, scalar: scalar)
    let tables = [
      EngineRate.table.text([plain] + engines, as: form),
      Rate.animations.text(animations, as: form),
      Rate.identification.text(identification, as: form),
      CensusRate.table.text(census, as: form),
    ]
    return tables.prefix(census.isEmpty ? 3 : 4).joined(separator: form == .ndjson ? "" : "\n")
  }
}

extension BenchReport {
  struct EngineRate {
    /// Nil for the plain loop.
    let workload: Workload?
    /// Billions of cells per second.
    let rate: Double
    /// The rate of the plain loop.
    let scalar: Double

    static let table = ReportTable(
      Schema<EngineRate> {
        Property("engine", "the engine") { $0.workload?.engine.rawValue ?? "scalar loop" }
        Property("workload", "what it ran") { $0.workload?.name ?? "torus 2048 × 2048" }
        Property("rule", Meaning.rule) { ($0.workload?.rule ?? .life).canonical }
        Property("cpu", "the instructions that it used") {
          ($0.workload?.level ?? .baseline).rawValue
        }
        Property("threads", "the number of threads") { $0.workload?.threads ?? 1 }
        Property(
          "gigacells_per_second", "billions of cells per second", { $0.rate },
          text: \.threeDigits)
        Property(
          "ratio", "the rate divided by that of the plain loop", { $0.rate / $0.scalar },
          lines: { [$0.workload == nil ? "1" : ($0.rate / $0.scalar).threeDigits] })
      },
      columns: [
        Column("engine"), Column("workload"), Column("cpu"), Column("threads"),
        Column("gigacells_per_second", "Gcell/s"), Column("ratio"),
      ])
  }

  /// How many things a second a workload does.
  struct Rate {
    let name: String
    let rate: Double

    static let animations = ReportTable(
      Schema<Rate> {
        Property("name", "the format and the size") { $0.name }
        Property(
          "frames_per_second", "frames per second, with the simulation", { $0.rate },
          text: \.threeDigits)
      },
      columns: [
        Column("name", "animation to a pipe"), Column("frames_per_second", "frames/s"),
      ])

    static let identification = ReportTable(
      Schema<Rate> {
        Property("name", "the pattern") { $0.name }
        Property(
          "patterns_per_second", "patterns per second", { $0.rate }, text: { "\(Int($0))" })
      },
      columns: [
        Column("name", "identify"), Column("patterns_per_second", "patterns/s"),
        Column("ms") { (1000 / $0.rate).threeDigits },
      ])
  }

  struct CensusRate {
    let search: CensusBench
    /// Soups per second.
    let rate: Double

    static let table = ReportTable(
      Schema<CensusRate> {
        Property("rule", Meaning.rule) { $0.search.rule }
        Property("symmetry", "the symmetry of the soups") { $0.search.symmetry }
        Property("threads", "the number of threads") { $0.search.threads }
        Property("soups_per_second", "soups per second", { $0.rate }, text: { "\(Int($0))" })
      },
      columns: [
        Column("census") { $0.search.name }, Column("threads"),
        Column("soups_per_second", "soups/s"),
      ])
  }
}
