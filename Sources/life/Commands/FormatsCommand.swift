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
      try writeText(isMarkdown ? Self.markdown : Self.plain)
      return .ok
    }
  }

  /// What a format can have a place for, beside the cells.
  private static let holdings: [(name: String, holding: Holding)] = [
    ("rule", .rule), ("universe", .universe), ("position", .position),
    ("generation", .generation), ("comments", .comments),
  ]

  private static let header = ["format", "endings", "read", "write"] + holdings.map(\.name)

  private static var plain: String {
    let names = TextTable(header: nil, rows: Product.all.map { [$0.name, $0.summary] })
    return TextTable(header: header, rows: Product.all.map(row)).plain + "\n" + names.plain
  }

  static var markdown: String {
    TextTable(
      header: header + ["what it is"], rows: Product.all.map { row($0) + [$0.summary] }
    ).markdown
  }

  private static func row(_ product: Product) -> [String] {
    let endings = product.extensions.map { ".\($0)" }.joined(separator: " ")
    guard case .pattern(let format) = product else {
      return [product.name, endings, "", "yes"] + holdings.map { _ in "" }
    }
    let marks = holdings.map { format.type.holds.contains($0.holding) ? "yes" : "" }
    return [product.name, endings, "yes", "yes"] + marks
  }
}

/// Rows of words in columns.
struct TextTable {
  var header: [String]?
  var rows: [[String]]

  private var lines: [[String]] { (header.map { [$0] } ?? []) + rows }

  private var widths: [Int] {
    lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
  }

  var plain: String {
    let widths = widths
    return lines.map { row in
      var line = zip(row, widths)
        .map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: " ")
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }

  var markdown: String {
    let line = { (row: [String]) in "| " + row.joined(separator: " | ") + " |\n" }
    return (header.map { line($0) + line($0.map { _ in "---" }) } ?? "")
      + rows.map(line).joined()
  }
}
