// Formats: https://www.rfc-editor.org/rfc/rfc4180 with LF line ends,
// https://github.com/ndjson/ndjson-spec
import LifeIO

/// A table with one row for each thing.
package struct ReportTable<Subject>: Sendable {
  package let schema: Schema<Subject>
  /// The columns for people.
  package let columns: [Column<Subject>]
  /// The columns of CSV.
  package let dataColumns: [Column<Subject>]
  /// Whether JSON has strings in place of integers beyond ±2^53.
  package var hasLongIntegersAsStrings = false

  /// - Parameter dataColumns: the columns of CSV; nil for all members.
  package init(
    _ schema: Schema<Subject>, columns: [Column<Subject>], dataColumns: [Column<Subject>]? = nil
  ) {
    self.schema = schema
    self.columns = columns
    self.dataColumns =
      dataColumns ?? schema.properties.compactMap(\.key).map { Column($0, heading: $0) }
  }

  /// What stands before the rows.
  package func header(as format: TableFormat) -> String {
    switch format {
    case .csv: csvRow(dataColumns.map { csvCell($0.heading) })
    case .ndjson: ""
    case .markdown: TextTable.markdownHeader(columns.map(\.heading))
    }
  }

  package func row(_ subject: Subject, as format: TableFormat) -> String {
    switch format {
    case .csv: csvRow(dataColumns.map { $0.csv(of: subject, in: schema) })
    case .ndjson:
      schema.json(of: subject).line(hasLongIntegersAsStrings: hasLongIntegersAsStrings)
    case .markdown: TextTable.markdownRow(cells(subject).map(escapedForMarkdown))
    }
  }

  /// A table of several rows.
  ///
  /// - Parameter format: the format; nil for aligned columns.
  package func text(_ subjects: [Subject], as format: TableFormat?) -> String {
    guard let format else { return textTable(subjects).plain }
    return subjects.reduce(into: header(as: format)) { $0 += row($1, as: format) }
  }

  /// The line of a row that is printed before the others are known.
  ///
  /// - Parameters:
  ///   - subject: nil for the headings.
  ///   - subjects: rows that the aligned columns have room for.
  package func line(_ subject: Subject?, asWideAs subjects: [Subject]) -> String {
    textTable(subjects).line(of: subject.map(cells) ?? columns.map(\.heading))
  }

  private func textTable(_ subjects: [Subject]) -> TextTable {
    TextTable(header: columns.map(\.heading), rows: subjects.map(cells))
  }

  /// The texts of a row for people.
  package func cells(_ subject: Subject) -> [String] {
    columns.map { $0.text(of: subject, in: schema) }
  }

  private func csvRow(_ cells: [String]) -> String { cells.joined(separator: ",") + "\n" }
}

/// A cell of RFC 4180.
///
/// - Parameter isQuoted: whether it has quotes even where it needs none, unless it is empty.
package func csvCell(_ text: String, isQuoted: Bool = false) -> String {
  let hasMarks = text.utf8.contains { byte in
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
    default: false
    }
  }
  let needsQuotes = hasMarks || (isQuoted && !text.isEmpty)
  return needsQuotes ? "\"\(text.substituting("\"\"", for: "\""))\"" : text
}

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

/// A result that is printed as text or as JSON.
package protocol Report {
  static var schema: Schema<Self> { get }
  /// Lines for people.
  var text: String { get }
}
