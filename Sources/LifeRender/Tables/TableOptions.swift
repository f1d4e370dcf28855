/// A column of a table of samples.
package enum TableColumn: String, CaseIterable, Sendable {
  case generation, population
  /// The bounding box: four columns of CSV, one object of JSON.
  case bounds
  /// Cells that are alive in this sample and were dead in the last one.
  case births
  /// Cells that are dead in this sample and were alive in the last one.
  case deaths
  /// The SHA-256 of the cells.
  case digest

  /// The names of the columns of CSV.
  var headings: [String] { self == .bounds ? ["x", "y", "width", "height"] : [rawValue] }
}

/// The columns of a table, and how it writes numbers.
package struct TableOptions: Hashable, Sendable {
  package var columns: [TableColumn] = Self.usualColumns
  /// Whether JSON has strings in place of integers beyond 2^53, which many readers would round.
  package var hasLongIntegersAsStrings = false

  package static let usualColumns: [TableColumn] = [.generation, .population, .bounds]

  package init() {}
}
