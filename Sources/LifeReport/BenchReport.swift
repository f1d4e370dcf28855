import LifeCore
import LifeEngines
package import LifeRender
import LifeRun

/// The table of `life bench`: the rate of each engine, compared with a plain loop.
package struct BenchReport {
  private var rows: [Row]
  /// The number of measurements left out for lack of time.
  package private(set) var leftOut = 0

  package init(threads: Int) {
    rows = [Row(workload: nil)] + Workload.all(threads: threads).map { Row(workload: $0) }
  }

  /// Measures row after row, until the time is up or a signal comes, and prints each at once.
  ///
  /// - Parameter time: shared by the remaining rows.
  /// - Parameter format: the format of the printed rows; `nil` for aligned columns.
  package mutating func measure(
    within time: Duration, printing isPrinted: Bool, as format: TableFormat?
  ) throws {
    let end = Interruption.clock.now + time
    var measured: [Row] = []
    if isPrinted {
      try writeText(
        format.map { Row.table.header(as: $0) } ?? Row.table.line(nil, asWideAs: rows))
    }
    for (index, var row) in rows.enumerated() {
      let left = end - Interruption.clock.now
      guard left > .zero, Interruption.signal == nil else { break }
      let activity = Activity("measuring \(row.label)")
      row.rate = try activity.during(isQuiet: !isPrinted) {
        try row.measured(within: left / (rows.count - index))
      }
      row.scalar = measured.first?.rate ?? row.rate
      if isPrinted {
        try writeText(
          format.map { Row.table.row(row, as: $0) } ?? Row.table.line(row, asWideAs: rows))
      }
      measured.append(row)
    }
    leftOut = rows.count - measured.count
    rows = measured
  }

  package static let schema = Schema<BenchReport>("life.bench/1") {
    Property("version", "the version of the program") { _ in ProgramVersion.version }
    Property("scalar_gigacells_per_second", "the rate of a plain scalar loop") {
      $0.rows.first?.rate
    }
    Property("results", "the rates of the engines", listing: Row.table.schema) {
      Array($0.rows.dropFirst())
    }
    Property("left_out", "the number of measurements for which there was no time") { $0.leftOut }
  }

  private struct Row {
    /// `nil` for the plain loop.
    let workload: Workload?
    /// Billions of cells per second.
    var rate = 1.0
    /// The rate of the plain loop.
    var scalar = 1.0

    var label: String {
      workload.map { "\($0.engine.rawValue), \($0.name)" } ?? "the scalar loop"
    }

    func measured(within time: Duration) throws -> Double {
      try workload?.gigacells(within: time) ?? Workload.scalarGigacells(within: time)
    }

    static let table = ReportTable(
      Schema<Row> {
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
}
