package import LifeCore

/// The statistics of one generation.
package struct Sample: Hashable, Sendable {
  /// The name of the pattern. `nil` if no table shows it.
  package var pattern: String?
  package var generation: BigInt
  package var population: BigInt
  /// The number of cells of each state from 1 on. Empty if they were not counted.
  package var states: [BigInt] = []
  /// The bounding box of the live cells. `nil` if there are none.
  package var bounds: Bounds?
  /// Births and deaths since the last sample. `nil` if they were not counted.
  package var births: Int?
  package var deaths: Int?
  /// The SHA-256 of the cells. `nil` if it was not computed.
  package var digest: String?
  /// Whether the sample describes the dead cells, for example under some rules with B0.
  package var isComplement = false

  package init(generation: BigInt, population: BigInt, bounds: Bounds?) {
    self.generation = generation
    self.population = population
    self.bounds = bounds
  }
}

/// The columns of a table of samples, and its way of writing numbers.
package struct TableOptions: Hashable, Sendable {
  package var columns: [TableColumn] = [.generation, .population, .bounds]
  /// The headings of the column `states`: names from a rule file, for example.
  package var states: [String] = []
  /// Whether JSON has strings instead of integers beyond 2^53. Many readers would round these.
  package var hasLongIntegersAsStrings = false

  package init() {}

  /// The name and the version of a row's JSON object.
  package static let schema = "life.sample/1"

  /// The text before the rows.
  package func header(as format: TableFormat) -> String {
    let headings = columns.flatMap { $0 == .states ? states : $0.headings }
    switch format {
    case .csv: return CSV.row(headings.map { CSV.cell($0) })
    case .ndjson: return ""
    case .markdown: return TextTable.markdownHeader(headings.map(TextTable.markdownCell))
    }
  }

  /// A row of the table. Rows are independent, so an interrupted table resumes by appending.
  package func row(_ sample: Sample, as format: TableFormat) -> String {
    switch format {
    case .csv: CSV.row(columns.flatMap { $0.cells(of: sample, as: format) })
    case .ndjson: json(of: sample).line(hasLongIntegersAsStrings: hasLongIntegersAsStrings)
    case .markdown: TextTable.markdownRow(columns.flatMap { $0.cells(of: sample, as: format) })
    }
  }

  private func json(of sample: Sample) -> JSONValue {
    let members = columns.compactMap { column in
      column.json(of: sample).map { (key: column.rawValue, value: $0) }
    }
    return JSONValue(object: [(key: "schema", value: JSONValue(Self.schema))] + members)
  }
}
