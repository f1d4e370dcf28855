package import LifeIO

/// The table formats for samples of a run.
package enum TableFormat: String, CaseIterable, Sendable {
  case csv, ndjson
}

package extension TableFormat {
  /// The name of the format on the command line.
  var name: String { rawValue }

  /// A one-line description for help and documentation.
  var summary: String {
    switch self {
    case .csv: "population and bounding box as comma-separated values with a header"
    case .ndjson: "population and bounding box as one JSON object per line"
    }
  }

  /// File name extensions without the dot, the preferred one first.
  var extensions: [String] {
    switch self {
    case .csv: ["csv"]
    case .ndjson: ["ndjson", "jsonl"]
    }
  }

  func makeWriter(
    to output: ByteWriter, _ options: TableOptions = TableOptions()
  ) -> any TableWriter {
    switch self {
    case .csv: CSVWriter(to: output, options)
    case .ndjson: NDJSONWriter(to: output, options)
    }
  }
}
