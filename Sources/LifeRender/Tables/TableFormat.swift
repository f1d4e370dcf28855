/// A format of tables for programs and for pages.
package enum TableFormat: String, CaseIterable, Sendable {
  case csv, ndjson, markdown
}

package extension TableFormat {
  /// The name of the format on the command line.
  var name: String { rawValue }

  /// A one-line description for help and documentation.
  var summary: String {
    switch self {
    case .csv: "population and bounding box as comma-separated values with a header"
    case .ndjson: "population and bounding box as one JSON object per line"
    case .markdown: "population and bounding box as a table of Markdown"
    }
  }

  /// File name extensions without the dot, the preferred one first.
  var extensions: [String] {
    switch self {
    case .csv: ["csv"]
    case .ndjson: ["ndjson", "jsonl"]
    case .markdown: ["md"]
    }
  }
}
