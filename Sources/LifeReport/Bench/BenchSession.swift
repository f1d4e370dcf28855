package import LifeRender
import LifeRun

/// The measurements of one `life bench`, of which each takes its share of the time that is left.
package struct BenchSession {
  private let end: ContinuousClock.Instant
  private let form: TableFormat?
  private let printsRows: Bool
  private var rowsLeft: Int
  private var isFirstTable = true
  /// The number of measurements for which there was no time.
  package private(set) var leftOut = 0

  /// - Parameter form: the format of the rows; nil for aligned columns.
  package init(time: Duration, rowCount: Int, form: TableFormat?, printsRows: Bool) {
    end = Interruption.clock.now + time
    rowsLeft = rowCount
    self.form = form
    self.printsRows = printsRows
  }

  /// Measures rows, until the time is up or a signal comes, and prints each at once.
  ///
  /// - Parameter complete: fills in what a row has of the ones before it.
  /// - Returns: the rows that were measured.
  mutating func measure<Row: BenchRow>(
    _ rows: [Row], table: ReportTable<Row>, complete: (inout Row) -> Void = { _ in }
  ) throws -> [Row] {
    var measured: [Row] = []
    for var row in rows {
      let left = end - Interruption.clock.now
      let share = left / rowsLeft
      rowsLeft -= 1
      guard left > .zero, Interruption.signal == nil else {
        leftOut += 1
        continue
      }
      let activity = Activity("measuring \(row.label)")
      row.rate = try ActivityWatch.ofProcess.during(activity, isQuiet: !printsRows) {
        try row.measure(within: share)
      }
      complete(&row)
      if printsRows {
        if measured.isEmpty { try writeText(header(table, rows: rows)) }
        try writeText(form.map { table.row(row, as: $0) } ?? table.line(row, asWideAs: rows))
      }
      measured.append(row)
    }
    return measured
  }

  private mutating func header<Row>(_ table: ReportTable<Row>, rows: [Row]) -> String {
    defer { isFirstTable = false }
    return (isFirstTable || form == .ndjson ? "" : "\n")
      + (form.map { table.header(as: $0) } ?? table.line(nil, asWideAs: rows))
  }
}
