/// The columns of a table of samples, and how it writes numbers.
package struct TableOptions: Hashable, Sendable {
  package var columns: [TableColumn] = [.generation, .population, .bounds]
  /// Whether JSON has strings in place of integers beyond 2^53, which many readers would round.
  package var hasLongIntegersAsStrings = false

  package init() {}

  /// Rows are independent, so an interrupted table is resumed by appending rows.
  package var table: ReportTable<Sample> {
    let shown = columns.flatMap(\.columns)
    var table = ReportTable(
      Schema("life.sample/1", columns.map(\.property)), columns: shown, dataColumns: shown)
    table.hasLongIntegersAsStrings = hasLongIntegersAsStrings
    return table
  }
}
