// Formats: https://www.rfc-editor.org/rfc/rfc4180 with LF line ends,
// https://github.com/ndjson/ndjson-spec
internal import LifeIO

/// A format of tables for programs and documents.
package enum TableFormat: String, CaseIterable, Sendable {
  case csv, ndjson, markdown
}

package extension TableFormat {
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

/// The text of a table as CSV.
package enum CSV {
  package static func row(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }

  /// A cell of RFC 4180.
  ///
  /// - Parameter isQuoted: whether to quote even where it is not necessary, unless the cell is
  ///   empty.
  package static func cell(_ text: String, isQuoted: Bool = false) -> String {
    let hasMarks = text.utf8.contains { ",\"\n\r".utf8.contains($0) }
    let needsQuotes = hasMarks || (isQuoted && !text.isEmpty)
    return needsQuotes ? "\"\(text.substituting("\"\"", for: "\""))\"" : text
  }
}
