// Format: https://www.rfc-editor.org/rfc/rfc4180, with LF line ends
internal import LifeCore
package import LifeIO

/// Writes comma-separated values with a header; unknown values, and the bounds without live cells,
/// are empty.
package struct CSVWriter: TableWriter {
  private let output: ByteWriter
  private let columns: [TableColumn]

  package init(to output: ByteWriter, _ options: TableOptions = TableOptions()) {
    self.output = output
    columns = options.columns
  }

  package func begin() throws { try write(columns.flatMap(\.headings)) }

  package func append(_ sample: Sample) throws {
    try write(columns.flatMap { Self.fields($0, of: sample) })
  }

  private func write(_ fields: [String]) throws {
    // Not `joined(separator:)`, which is slow on its first use.
    var line = fields[0]
    for field in fields.dropFirst() {
      line += ","
      line += field
    }
    try output.write(line + "\n")
  }

  private static func fields(_ column: TableColumn, of sample: Sample) -> [String] {
    switch column {
    case .generation: [sample.generation.description]
    case .population: [sample.population.description]
    case .bounds:
      sample.bounds.map { [$0.x, $0.y, $0.width, $0.height].map(\.description) }
        ?? ["", "", "", ""]
    case .births: [sample.births?.description ?? ""]
    case .deaths: [sample.deaths?.description ?? ""]
    case .digest: [sample.digest ?? ""]
    }
  }
}
