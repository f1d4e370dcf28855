internal import LifeFormats
package import LifeRun
internal import LifeRender

/// The table of the formats: of patterns, of other results, or of both.
package enum FormatReport {
  package static var all: [OutputFormat] {
    Format.allCases.map { .pattern($0) }
      + OutputFormat.all.filter { Format(rawValue: $0.name) == nil }
  }

  package static let schema = Schema<OutputFormat> {
    Property("name", "its name for `--to` and `--from`") { $0.name }
    Property("summary", "what it is") { $0.summary }
    Property(
      "extensions", "the extensions of its files", { $0.extensions },
      text: { $0.map { ".\($0)" }.joined(separator: " ") })
    Property("reads", "whether it is read", { $0.input != nil }, text: mark)
    Property("writes", "whether it is written", { _ in true }, text: mark)
    Property("states", "the most states that it holds; null if it is not read") {
      $0.input.map { $0.type.capabilities.contains(.states) ? 256 : 2 }
    }.orNull
    Property("stores", "what it holds besides the cells; null if it is not read") { output in
      output.input.map { format in
        holdings.filter { format.type.capabilities.contains($0) }.map(\.rawValue)
      }
    }.orNull
  }

  package static let listSchema = Schema<[OutputFormat]>("life.formats/1") {
    Property("formats", "the formats", listing: schema) { $0 }
  }

  private static let columns: [Column<OutputFormat>] =
    [
      Column("name", heading: "format"), Column("extensions"), Column("reads", heading: "read"),
      Column("writes", heading: "write"), Column("states"),
    ]
    + holdings.map { holding in
      Column(holding.rawValue) { mark($0.input?.type.capabilities.contains(holding) ?? false) }
    }

  /// The kinds of data that a format may store besides the cells.
  private static let holdings: [FormatCapability] = [
    .rule, .universe, .position, .generation, .comments,
  ]

  @Sendable private static func mark(_ isTrue: Bool) -> String { isTrue ? "yes" : "" }

  package static let table = ReportTable(
    schema, columns: columns + [Column("summary", heading: "description")])

  /// The table of stored data, with the descriptions below it.
  package static var text: String {
    ReportTable(schema, columns: columns).text(all, as: nil) + "\n"
      + TextTable(rows: all.map { [$0.name, $0.summary] }).plain
  }

  /// The name, the extensions and a description of each format.
  package static var summaries: [[String]] {
    let table = ReportTable(
      schema, columns: [Column("name"), Column("extensions"), Column("summary")])
    return all.map(table.cells)
  }
}

extension OutputFormat {
  /// The format for reading; `nil` if it cannot be read.
  fileprivate var input: Format? { Format(rawValue: name) }
}
