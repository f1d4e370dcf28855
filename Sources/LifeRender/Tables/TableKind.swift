package import LifeIO

/// Every kind of table that samples can be written to.
package enum TableKind: String, CaseIterable, Sendable {
  case csv, ndjson
}

package extension TableKind {
  /// What `--to` calls it.
  var name: String { rawValue }

  /// One line for people.
  var summary: String {
    switch self {
    case .csv: "population and bounding box as comma-separated values, under a header"
    case .ndjson: "population and bounding box as one JSON object per line"
    }
  }

  /// File name endings, without the dot, the usual one first.
  var extensions: [String] {
    switch self {
    case .csv: ["csv"]
    case .ndjson: ["ndjson", "jsonl"]
    }
  }

  func makeWriter(to output: ByteWriter) -> any TableWriter {
    switch self {
    case .csv: CSVWriter(to: output)
    case .ndjson: NDJSONWriter(to: output)
    }
  }
}
