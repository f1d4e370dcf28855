package import LifeRun
internal import LifeRender

/// Describes patterns of the collection as a table.
extension LibraryPattern {
  /// Facts missing in a file are `null`.
  package static let schema = Schema<LibraryPattern> {
    Property("name", "the name of its file without the extension") { $0.name }
    Property("kind", "the name of its folder") { $0.kind }
    Property("title", "the name in the file") { $0.title }.orNull
    Property(
      "other_names", "other names by which it is found", { $0.otherNames },
      lines: { [$0.differentNames.dropFirst().joined(separator: ", ")] })
    Property("origin", "the discoverer and the year") { $0.origin }.orNull
    Property("rule", Meaning.rule) { $0.rule }.orNull
    Property("width", "the number of columns") { $0.width }.orNull
    Property("height", "the number of rows") { $0.height }.orNull
    Property("period", "the period, or null if it has none") { $0.period }.orNull
    Property("page", "the name of its page in the LifeWiki") { $0.page }.orNull
    Property("comments", "the lines of its comments") { $0.comments }
    Property("file", "its file; null for a pattern inside the program") { $0.file }.orNull
  }

  package static let table = ReportTable(
    schema,
    columns: [
      Column("kind"), Column("name"),
      Column("size") { pattern in
        guard let width = pattern.width, let height = pattern.height else { return nil }
        return "\(width)×\(height)"
      },
      Column("period"), Column("other_names"),
    ])

  package static let listSchema = Schema<[LibraryPattern]>("life.list/1") {
    Property("patterns", "the patterns", listing: schema) { $0 }
  }
}
