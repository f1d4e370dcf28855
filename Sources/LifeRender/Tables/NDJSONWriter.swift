// Format: https://github.com/ndjson/ndjson-spec
package import LifeCore
package import LifeIO

/// Writes one JSON object per line; `bounds` is `null` without live cells, as are unknown values.
package struct NDJSONWriter: TableWriter {
  private let output: ByteWriter
  private let options: TableOptions

  package init(to output: ByteWriter, _ options: TableOptions = TableOptions()) {
    self.output = output
    self.options = options
  }

  package func begin() {}

  package func append(_ sample: Sample) throws {
    var row = JSONText(sample, options.columns)
    if options.hasLongIntegersAsStrings { row = row.withLongIntegersAsStrings }
    try output.write(row.utf8)
    try output.write(UInt8(ascii: "\n"))
  }
}

package extension JSONText {
  /// A row with the schema `life.sample/1`.
  init(_ sample: Sample, _ columns: [TableColumn] = TableOptions.usualColumns) {
    let members = columns.map { (key: $0.rawValue, value: Self.value($0, of: sample)) }
    self.init(object: [(key: "schema", value: "life.sample/1")] + members)
  }

  private static func value(_ column: TableColumn, of sample: Sample) -> JSONText {
    switch column {
    case .generation: JSONText(sample.generation)
    case .population: JSONText(sample.population)
    case .bounds: sample.bounds.map { JSONText($0) } ?? .null
    case .births: sample.births.map { JSONText($0) } ?? .null
    case .deaths: sample.deaths.map { JSONText($0) } ?? .null
    case .digest: sample.digest.map { JSONText($0) } ?? .null
    }
  }

  init(_ bounds: Bounds) {
    self = [
      "x": JSONText(bounds.x), "y": JSONText(bounds.y),
      "width": JSONText(bounds.width), "height": JSONText(bounds.height),
    ]
  }
}
