internal import LifeCore

/// A section of the manual with a table: a title, the headings of its columns, and its rows.
package struct ManualSection: Equatable, Sendable {
  package var title: String
  /// Paragraphs before the table, in the form of ``Prose``.
  package var text = ""
  package var header: [String]
  package var rows: [[String]]
  /// Additions to each row on a terminal with colors, for example samples of the colors.
  package var marks: [String] = []

  package init(_ title: String, text: String = "", header: [String], rows: [[String]]) {
    self.title = title
    self.text = text
    self.header = header
    self.rows = rows
  }

  /// The name of the section as a topic of the help: `exit-codes` for EXIT CODES.
  package var topic: String { title.lowercased().split(separator: " ").joined(separator: "-") }

  /// The help text about this topic.
  package func page(_ style: TextStyle = .plain) -> String {
    let labels = rows.map(label)
    let column = LabelColumn(labels: labels, maxWidth: 34)
    var lines = ["\(style.heading("\(title):"))"]
    if !text.isEmpty { lines += Prose(text).lines() + [""] }
    for (index, label) in labels.enumerated() {
      lines += column.lines(label, text: rows[index].last ?? "")
      if style == .bold, !marks.isEmpty {
        lines[lines.count - 1] += "  \(marks[index])"
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The cells of a row except the last, in columns.
  private func label(of row: [String]) -> String {
    let cells = row.indices.dropLast().map { index in
      // No padding after the last one.
      if index == row.count - 2 { return row[index] }
      return row[index].padded(to: rows.map { $0[index].count }.max() ?? 0)
    }
    return cells.joined(separator: "  ")
  }
}
