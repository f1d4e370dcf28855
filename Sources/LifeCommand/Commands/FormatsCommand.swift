import LifeArguments
import LifeReport

/// `life formats`: a table of the formats for reading and writing.
struct FormatsCommand: Command {
  static let name = "formats"
  static let summary = "List the formats and what each can store."
  static var options: [Option<Self>] {
    ReportOptions.tables(group: "Options").inside(\.report)
  }

  var report = ReportOptions()

  mutating func validate() throws(UsageError) { try report.validate() }

  func run() throws -> ExitCode {
    if report.isForPrograms {
      try report.write(
        FormatReport.all, schema: FormatReport.listSchema, table: FormatReport.table)
    } else {
      try writeText(FormatReport.text)
    }
    return .ok
  }
}
