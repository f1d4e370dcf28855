/// A section of the manual with a table: a title, the headings of its columns, and its rows.
package struct ManualSection: Equatable, Sendable {
  package var title: String
  /// Paragraphs before the table, in the form that ``Prose`` reads.
  package var text = ""
  package var header: [String]
  package var rows: [[String]]

  package init(_ title: String, text: String = "", header: [String], rows: [[String]]) {
    self.title = title
    self.text = text
    self.header = header
    self.rows = rows
  }

  /// The name of the section as a topic of the help: `exit-codes` for EXIT CODES.
  package var topic: String { title.lowercased().split(separator: " ").joined(separator: "-") }
}
