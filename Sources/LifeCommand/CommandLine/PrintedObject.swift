import LifeRender
import LifeReport
import LifeRun

/// A JSON object printed by commands, for the manual and the page *Fields*.
struct PrintedObject {
  let schema: String
  /// The commands that print it.
  let commands: [String]
  /// The members. Members of an inner object follow it: `bounds.width`.
  let members: [(key: String, meaning: String)]
  /// The sentence about the columns of CSV; empty if there is no CSV.
  private let csv: String

  /// - Parameter list: the member whose elements are the rows of CSV; nil if it has none.
  private init<Subject>(_ schema: Schema<Subject>, commands: String..., rows list: String? = nil) {
    self.schema = schema.name ?? ""
    self.commands = commands
    members = schema.meanings
    csv = list.map { "The columns of CSV are the members of `\($0)`." } ?? ""
  }

  /// An object that is a row of CSV.
  private init<Subject>(_ table: ReportTable<Subject>, commands: String...) {
    schema = table.schema.name ?? ""
    self.commands = commands
    members = table.schema.meanings
    let columns = table.dataColumns.map(\.summary).joined(separator: ", ")
    csv = "The columns of CSV are \(columns)."
  }

  static let all: [PrintedObject] = [
    PrintedObject(RunReport.schema, commands: "run --json"),
    PrintedObject(RunPlan.schema, commands: "run --dry-run --json"),
    PrintedObject(Sample.schema, commands: "run --to ndjson"),
    PrintedObject(InfoReport.table, commands: "info --json"),
    PrintedObject(IdentificationReport.table, commands: "identify --json"),
    PrintedObject(PlacedObject.table, commands: "identify --objects --json"),
    PrintedObject(PatternCode.table, commands: "apgcode --json"),
    PrintedObject(
      HaulReport.schema, commands: "census --json", "census show --json", rows: "table"),
    PrintedObject(HaulDifference.schema, commands: "census diff --json", rows: "objects"),
    PrintedObject(CensusVerification.Result.schema, commands: "census verify --json"),
    PrintedObject(LibraryPattern.listSchema, commands: "list --json", rows: "patterns"),
    PrintedObject(RuleReport.schema, commands: "rule --json"),
    PrintedObject(NamedRule.listSchema, commands: "rule --list --json"),
    PrintedObject(FormatReport.listSchema, commands: "formats --json", rows: "formats"),
    PrintedObject(CheckReport.schema, commands: "check --json"),
    PrintedObject(PatternComparison.schema, commands: "diff --json"),
    PrintedObject(BenchReport.schema, commands: "bench --json", rows: "results"),
  ]

  /// A heading and a table for each object.
  static var page: String {
    all.map { object in
      let commands = object.commands.map { "`\($0)`" }.joined(separator: ", ")
      let table = TextTable(
        header: ["member", "meaning"],
        rows: object.members.map { ["`\($0.key)`", $0.meaning] })
      let lines = ["Printed by \(commands).", object.csv].filter { !$0.isEmpty }
      return "### `\(object.schema)`\n\n\(lines.joined(separator: "\n"))\n\n\(table.markdown)"
    }.joined(separator: "\n")
  }

  /// The sentence about its commands and members.
  var summary: String {
    let own = members.map(\.key).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
    return commands.joined(separator: ", ") + ": " + own.joined(separator: ", ") + "."
  }
}
