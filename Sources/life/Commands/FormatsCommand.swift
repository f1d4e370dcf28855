import LifeFormats
import LifeIO
import LifeRender

/// `life formats`: what can be read and written, as a table.
struct FormatsCommand: Command {
  static let name = "formats"
  static let summary = "List the formats and what each can hold."
  static var options: [Option<Self>] {
    [.flag("--markdown", help: "Print the table as Markdown.", sets: \.isMarkdown)]
  }

  var isMarkdown = false

  func run() throws -> ExitCode {
    try reporting {
      try writeText(isMarkdown ? table.markdown : table.plain)
      return .ok
    }
  }

  private var table: TextTable {
    TextTable(
      header: [
        "format", "endings", "reads", "writes", "rule", "universe", "position",
        "generation", "comments", "what it is",
      ],
      rows: Product.all.map(row))
  }

  private func row(_ product: Product) -> [String] {
    let endings = product.extensions.map { ".\($0)" }.joined(separator: " ")
    guard case .pattern(let format) = product else {
      return [product.name, endings, "", "yes", "", "", "", "", "", product.summary]
    }
    let holds = format.type.holds
    let marks = [Holding.rule, .universe, .position, .generation, .comments].map {
      holds.contains($0) ? "yes" : ""
    }
    return [product.name, endings, "yes", "yes"] + marks + [product.summary]
  }
}

/// Rows of words in columns.
struct TextTable {
  var header: [String]
  var rows: [[String]]

  private var widths: [Int] {
    header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
  }

  var plain: String {
    let widths = widths
    return ([header] + rows).map { row in
      var line = zip(row, widths)
        .map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  var markdown: String {
    let line = { (row: [String]) in "| " + row.joined(separator: " | ") + " |\n" }
    return line(header) + line(header.map { _ in "---" }) + rows.map(line).joined()
  }
}
