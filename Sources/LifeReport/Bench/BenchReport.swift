import LifeCore
import LifeEngines
package import LifeRender
package import LifeRun

/// What `life bench` measures.
package struct BenchReport {
  /// The engines, after the plain loop with which they are compared.
  private var engines: [EngineRate]
  private var animations: [Rate]
  private var identification: [Rate]
  private var census: [CensusRate]
  /// The number of measurements for which there was no time.
  private var leftOut = 0

  /// What is to be measured.
  package init(_ selection: EngineSelection) {
    let threads = selection.options.threads
    var alone = selection
    alone.threads = 1
    engines =
      [EngineRate(workload: nil)] + Workload.all(threads: threads).map { EngineRate(workload: $0) }
    animations = FrameBench.all.map { [alone] bench in
      Rate(label: bench.name) { try bench.rate(alone, within: $0) }
    }
    identification = IdentifyBench.all.map { bench in
      Rate(label: bench.name) { try bench.rate(within: $0) }
    }
    census = CensusBench.all(threads: threads).map { CensusRate(search: $0) }
  }

  package var rowCount: Int {
    engines.count + animations.count + identification.count + census.count
  }

  /// What was measured of this.
  package func measured(_ session: inout BenchSession) throws -> BenchReport {
    var report = self
    var scalar: Double?
    report.engines = try session.measure(engines, table: EngineRate.table) { row in
      scalar = scalar ?? row.rate
      row.scalar = scalar ?? row.rate
    }
    report.animations = try session.measure(animations, table: Rate.animations)
    report.identification = try session.measure(identification, table: Rate.identification)
    report.census = try session.measure(census, table: CensusRate.table)
    report.leftOut = session.leftOut
    return report
  }

  package static let schema = Schema<BenchReport>("life.bench/1") {
    Property("version", "the version of the program") { _ in ProgramVersion.version }
    Property("scalar_gigacells_per_second", "the rate of a plain scalar loop") {
      $0.engines.first?.rate
    }
    Property("results", "the rates of the engines", listing: EngineRate.table.schema) {
      Array($0.engines.dropFirst())
    }
    Property("animations", "the rates of animations", listing: Rate.animations.schema) {
      $0.animations
    }
    Property(
      "identification", "the rates of identifying patterns", listing: Rate.identification.schema
    ) { $0.identification }
    Property("census", "the rates of censuses", listing: CensusRate.table.schema) { $0.census }
    Property("left_out", "the number of measurements for which there was no time") { $0.leftOut }
  }

  struct EngineRate: BenchRow {
    /// Nil for the plain loop.
    let workload: Workload?
    /// Billions of cells per second.
    var rate = 1.0
    /// The rate of the plain loop.
    var scalar = 1.0

    var label: String {
      workload.map { "\($0.engine.rawValue), \($0.name)" } ?? "the scalar loop"
    }

    func measure(within time: Duration) throws -> Double {
      try workload?.gigacells(within: time) ?? ScalarRun.gigacells(within: time)
    }

    static let table = ReportTable(
      Schema<EngineRate> {
        Property("engine", "the engine") { $0.workload?.engine.rawValue ?? "scalar loop" }
        Property("workload", "what it ran") { $0.workload?.name ?? "torus 2048 × 2048" }
        Property("rule", Meaning.rule) { ($0.workload?.rule ?? .life).canonical }
        Property("cpu", "the instructions that it used") {
          $0.workload?.cpu ?? "baseline"
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
        Column("gigacells_per_second", heading: "Gcell/s"), Column("ratio"),
      ])
  }

  /// How many things a second a workload does.
  struct Rate: BenchRow {
    let label: String
    private let measure: (Duration) throws -> Double
    var rate = 1.0

    init(label: String, _ measure: @escaping (Duration) throws -> Double) {
      self.label = label
      self.measure = measure
    }

    func measure(within time: Duration) throws -> Double { try measure(time) }

    static let animations = ReportTable(
      Schema<Rate> {
        Property("name", "the format and the size") { $0.label }
        Property(
          "frames_per_second", "frames per second, with the simulation", { $0.rate },
          text: \.threeDigits)
      },
      columns: [
        Column("name", heading: "animation to a pipe"),
        Column("frames_per_second", heading: "frames/s"),
      ])

    static let identification = ReportTable(
      Schema<Rate> {
        Property("name", "the pattern") { $0.label }
        Property(
          "patterns_per_second", "patterns per second", { $0.rate }, text: { "\(Int($0))" })
      },
      columns: [
        Column("name", heading: "identify"), Column("patterns_per_second", heading: "patterns/s"),
        Column("ms") { (1000 / $0.rate).threeDigits },
      ])
  }

  struct CensusRate: BenchRow {
    let search: CensusBench
    /// Soups per second.
    var rate = 1.0

    var label: String { search.name }

    func measure(within time: Duration) throws -> Double { try search.rate() }

    static let table = ReportTable(
      Schema<CensusRate> {
        Property("rule", Meaning.rule) { $0.search.rule }
        Property("symmetry", "the symmetry of the soups") { $0.search.symmetry }
        Property("threads", "the number of threads") { $0.search.threads }
        Property("soups_per_second", "soups per second", { $0.rate }, text: { "\(Int($0))" })
      },
      columns: [
        Column("census") { $0.search.name }, Column("threads"),
        Column("soups_per_second", heading: "soups/s"),
      ])
  }
}
