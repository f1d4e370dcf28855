package import LifeArguments
import LifeIO
package import LifeRender
import LifeRun

/// The form of a command's result: text, JSON or a table.
package struct ReportOptions {
  package var isJSON = false
  /// Whether JSON has strings instead of integers beyond 2^53.
  package var hasLongIntegersAsStrings = false
  /// The format of `--to`; `nil` without a table.
  package var tableFormat: TableFormat?

  package init() {}

  package func validate() throws(UsageError) {
    if isJSON, let tableFormat, tableFormat != .ndjson {
      throw UsageError("--json cannot be combined with --to \(tableFormat.rawValue)")
    }
  }

  /// Whether the output is JSON or a table of `--to`, not text for people.
  package var isForPrograms: Bool { isJSON || tableFormat != nil }

  /// A line of JSON.
  package func line<Subject>(_ subject: Subject, schema: Schema<Subject>) -> String {
    schema.json(of: subject).line(hasLongIntegersAsStrings: hasLongIntegersAsStrings)
  }

  /// A line of JSON, or lines for people.
  package func text<Result: Report>(_ result: Result) -> String {
    isJSON ? line(result, schema: Result.schema) : result.text
  }

  /// The lines before the rows of a table; empty for JSON.
  package func header<Subject>(of table: ReportTable<Subject>) -> String {
    tableFormat.map { table.header(as: $0) } ?? ""
  }

  /// A row of a table, or one JSON object.
  package func row<Subject>(_ subject: Subject, of table: ReportTable<Subject>) -> String {
    guard let tableFormat, tableFormat != .ndjson else {
      return line(subject, schema: table.schema)
    }
    return table.row(subject, as: tableFormat)
  }

  /// Prints a list as one object, as a table for programs, or in aligned columns.
  package func write<Subject>(
    _ subjects: [Subject], schema: Schema<[Subject]>, table: ReportTable<Subject>
  ) throws {
    try writeText(
      isJSON && tableFormat == nil ? line(subjects, schema: schema) : text(subjects, of: table))
  }

  /// A table of several rows.
  package func text<Subject>(_ subjects: [Subject], of table: ReportTable<Subject>) -> String {
    guard tableFormat == .ndjson else { return table.text(subjects, as: tableFormat) }
    return subjects.map { line($0, schema: table.schema) }.joined()
  }
}

/// Writes text to standard output.
package func writeText(_ text: String) throws {
  let writer = try openOutput(.standardStream)
  try writer.write(text)
  try writer.finish()
}
