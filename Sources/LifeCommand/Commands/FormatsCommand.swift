import LifeArguments
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// `life formats`: a table of the formats that can be read and written.
struct FormatsCommand: Command {
  static let name = "formats"
  static let summary = "List the formats and what each can store."
  static var options: [Option<Self>] {
    [
      .flag("--markdown", help: "Print the table as Markdown.", sets: \.isMarkdown),
      .json(help: "Print the table as JSON.", sets: \.isJSON),
    ]
  }

  var isMarkdown = false
  var isJSON = false

  mutating func validate() throws(UsageError) {
    if isMarkdown, isJSON { throw UsageError("--markdown cannot be combined with --json") }
  }

  func run() throws -> ExitCode {
    try reporting {
      if isJSON {
        try writeLine(Self.json)
      } else {
        try writeText(isMarkdown ? Self.markdown : Self.plain)
      }
      return .ok
    }
  }

  /// The data besides cells that a format can store.
  private static let holdings: [(name: String, holding: FormatCapabilities)] = [
    ("states", .states), ("rule", .rule), ("universe", .universe), ("position", .position),
    ("generation", .generation), ("comments", .comments),
  ]

  private static let header = ["format", "extensions", "read", "write"] + holdings.map(\.name)

  /// One line of the table: a pattern format, an output format, or both.
  private struct Row {
    var name: String
    var summary: String
    var extensions: [String]
    var format: Format?
    var isWritten: Bool

    var columns: [String] {
      let names = extensions.map { ".\($0)" }.joined(separator: " ")
      let marks = FormatsCommand.holdings.map { _, holding in
        guard let format else { return "" }
        if holding == .states { return format.type.capabilities.contains(.states) ? "256" : "2" }
        return format.type.capabilities.contains(holding) ? "yes" : ""
      }
      return [name, names, format == nil ? "" : "yes", isWritten ? "yes" : ""] + marks
    }

    /// The members `stores` and `states` are null for a format that cannot be read.
    var json: JSONText {
      let stored = format.map { format in
        let held = FormatsCommand.holdings.filter {
          $0.holding != .states && format.type.capabilities.contains($0.holding)
        }
        return JSONText(array: held.map { JSONText($0.name) })
      }
      let states = format.map { JSONText($0.type.capabilities.contains(.states) ? 256 : 2) }
      return [
        "name": JSONText(name), "summary": JSONText(summary),
        "extensions": JSONText(array: extensions.map { JSONText($0) }),
        "reads": JSONText(format != nil), "writes": JSONText(isWritten),
        "states": states ?? .null, "stores": stored ?? .null,
      ]
    }
  }

  private static var rows: [Row] {
    let formats = Format.allCases.map { format in
      Row(
        name: format.rawValue, summary: format.type.summary, extensions: format.type.extensions,
        format: format, isWritten: format.isOutput)
    }
    let others = OutputFormat.all.filter { Format(rawValue: $0.name) == nil }.map { outputFormat in
      Row(
        name: outputFormat.name, summary: outputFormat.summary, extensions: outputFormat.extensions,
        isWritten: true)
    }
    return formats + others
  }

  private static var plain: String {
    let names = TextTable(header: nil, rows: rows.map { [$0.name, $0.summary] })
    return TextTable(header: header, rows: rows.map(\.columns)).plain + "\n" + names.plain
  }

  /// The table as one object, with the schema `life.formats/1`.
  private static var json: JSONText {
    ["schema": "life.formats/1", "formats": JSONText(array: rows.map(\.json))]
  }

  /// The name, the extensions and a description of each format.
  static var summaries: [[String]] {
    rows.map { [$0.name, $0.extensions.map { ".\($0)" }.joined(separator: " "), $0.summary] }
  }

  static var markdown: String {
    TextTable(
      header: header + ["description"], rows: rows.map { $0.columns + [$0.summary] }
    ).markdown
  }
}

/// A table of text in aligned columns.
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
