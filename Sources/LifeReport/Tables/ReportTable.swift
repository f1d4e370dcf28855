package import LifeRender

/// A table with one row for each subject.
package struct ReportTable<Subject>: Sendable {
  package let schema: Schema<Subject>
  /// The columns for people.
  package let columns: [Column<Subject>]
  /// The columns of CSV.
  package let dataColumns: [Column<Subject>]

  /// - Parameter dataColumns: the columns of CSV; nil for all members.
  package init(
    _ schema: Schema<Subject>, columns: [Column<Subject>], dataColumns: [Column<Subject>]? = nil
  ) {
    self.schema = schema
    self.columns = columns
    self.dataColumns =
      dataColumns ?? schema.properties.compactMap(\.key).map { Column($0, heading: $0) }
  }

  /// The lines before the rows.
  package func header(as format: TableFormat) -> String {
    switch format {
    case .csv: CSV.row(dataColumns.map { CSV.cell($0.heading) })
    case .ndjson: ""
    case .markdown: TextTable.markdownHeader(columns.map(\.heading))
    }
  }

  package func row(_ subject: Subject, as format: TableFormat) -> String {
    switch format {
    case .csv: CSV.row(dataColumns.map { $0.csv(of: subject, in: schema) })
    case .ndjson: schema.json(of: subject).line()
    case .markdown: TextTable.markdownRow(cells(subject).map(TextTable.markdownCell))
    }
  }

  /// A table of several rows.
  ///
  /// - Parameter format: the format; nil for aligned columns.
  package func text(_ subjects: [Subject], as format: TableFormat?) -> String {
    guard let format else { return textTable(subjects).plain }
    return subjects.reduce(into: header(as: format)) { $0 += row($1, as: format) }
  }

  /// The line of a row, for printing before the other rows are known.
  ///
  /// - Parameters:
  ///   - subject: the row; `nil` for the headings.
  ///   - subjects: rows to fit into the aligned columns.
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
}

/// A result with text and JSON forms.
package protocol Report {
  static var schema: Schema<Self> { get }
  /// Lines for people.
  var text: String { get }
}
