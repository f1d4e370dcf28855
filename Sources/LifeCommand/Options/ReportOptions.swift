import LifeArguments
import LifeIO
import LifeRender
import LifeReport
import LifeRun

/// How a command prints what it finds, as typed: as text, as JSON or as a table.
struct ReportOptions {
  var isJSON = false
  /// Whether JSON has strings in place of integers beyond 2^53.
  var hasLongIntegersAsStrings = false
  var form: TableFormat?

  /// The options for JSON.
  ///
  /// - Parameter help: the help of `--json`.
  static func json(
    group: String = "Report", help: String = "Print one JSON object."
  ) -> [Option<ReportOptions>] {
    [
      .json(group: group, help: help, sets: \.isJSON),
      .flag(
        "--json-strings", group: group, help: "In JSON, write integers beyond 2^53 as strings.",
        details: """
          JSON has integers of any size, but many programs read them as doubles and round them. \
          Applies to --json and to ndjson.
          """,
        sets: \.hasLongIntegersAsStrings
      ).rare,
    ]
  }

  /// The options for JSON and tables.
  static func tables(
    group: String = "Report", help: String = "Print one JSON object."
  ) -> [Option<ReportOptions>] {
    json(group: group, help: help) + [
      .value(
        "--to", metavar: "FORMAT", group: group, help: "Print a table in this format.",
        sets: \.form)
    ]
  }

  func validate() throws(UsageError) {
    if isJSON, let form, form != .ndjson {
      throw UsageError("--json cannot be combined with --to \(form.rawValue)")
    }
  }
}

extension ReportOptions {
  /// Whether the output is for programs and pages.
  var isForPrograms: Bool { isJSON || form != nil }

  /// A line of JSON.
  func line<Subject>(_ subject: Subject, schema: Schema<Subject>) -> String {
    schema.json(of: subject).line(hasLongIntegersAsStrings: hasLongIntegersAsStrings)
  }

  /// A line of JSON, or lines for people.
  func text<Result: Report>(_ result: Result) -> String {
    isJSON ? line(result, schema: Result.schema) : result.text
  }

  /// What stands before the rows of a table; nothing for JSON.
  func header<Subject>(of table: ReportTable<Subject>) -> String {
    form.map { table.header(as: $0) } ?? ""
  }

  /// A row of a table, or one JSON object.
  func row<Subject>(_ subject: Subject, of table: ReportTable<Subject>) -> String {
    styled(table).row(subject, as: form ?? .ndjson)
  }

  /// Prints a list as one object, as a table for programs, or in aligned columns.
  func write<Subject>(
    _ subjects: [Subject], schema: Schema<[Subject]>, table: ReportTable<Subject>
  ) throws {
    try writeText(
      isJSON && form == nil ? line(subjects, schema: schema) : text(subjects, of: table))
  }

  /// A table of several rows.
  func text<Subject>(_ subjects: [Subject], of table: ReportTable<Subject>) -> String {
    styled(table).text(subjects, as: form)
  }

  private func styled<Subject>(_ table: ReportTable<Subject>) -> ReportTable<Subject> {
    var table = table
    table.hasLongIntegersAsStrings = hasLongIntegersAsStrings
    return table
  }
}

extension TableFormat: Choice {}

/// Writes text to standard output.
func writeText(_ text: String) throws {
  let writer = try openOutput(.standardStream)
  try writer.write(text)
  try writer.finish()
}
