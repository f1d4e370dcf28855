internal import LifeCore
internal import LifeIO

/// A table of text.
package struct TextTable {
  private let header: [String]?
  private let rows: [[String]]
  private let gap: Int
  private let indent: Int
  private let firstWidth: Int

  /// - Parameters:
  ///   - gap: the spaces between columns.
  ///   - indent: the spaces before the first column.
  ///   - firstWidth: the minimum width of the first column, including the gap after it.
  package init(
    header: [String]? = nil, rows: [[String]], gap: Int = 1, indent: Int = 0, firstWidth: Int = 0
  ) {
    self.header = header
    self.rows = rows
    self.gap = gap
    self.indent = indent
    self.firstWidth = firstWidth
  }

  /// The table in aligned columns.
  package var plain: String {
    let widths = widths
    return lines.map { line($0, widths: widths) }.joined()
  }

  private var lines: [[String]] { (header.map { [$0] } ?? []) + rows }

  private var widths: [Int] {
    guard let columns = lines.first?.indices else { return [] }
    var widths = columns.map { column in gap + (lines.map { $0[column].count }.max() ?? 0) }
    widths[0] = max(widths[0], firstWidth)
    return widths
  }

  private func line(_ row: [String], widths: [Int]) -> String {
    let margin = String(repeating: " ", count: indent)
    return (margin + zip(row, widths).map { $0.padded(to: $1) }.joined()).withoutSpacesAtEnd + "\n"
  }

  /// Another row with the same column widths.
  package func line(of row: [String]) -> String { line(row, widths: widths) }

  package var markdown: String {
    (header.map(Self.markdownHeader) ?? "") + rows.map(Self.markdownRow).joined()
  }

  package static func markdownHeader(_ cells: [String]) -> String {
    markdownRow(cells) + markdownRow(cells.map { _ in "---" })
  }

  /// Text for a table cell that Markdown shows literally, without live HTML, links or pictures.
  package static func markdownCell(_ text: String) -> String {
    var result = ""
    for scalar in TerminalText.printable(text).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case "\\", "`", "*", "[", "]": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    // GitHub also links bare addresses.
    return result.substituting("\\://", for: "://").substituting("www\\.", for: "www.")
  }

  package static func markdownRow(_ cells: [String]) -> String {
    let escaped = cells.map { $0.substituting("\\|", for: "|") }
    return "| " + escaped.joined(separator: " | ") + " |\n"
  }
}
