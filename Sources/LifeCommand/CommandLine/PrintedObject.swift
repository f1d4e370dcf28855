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

  private init<Subject>(_ schema: Schema<Subject>, commands: String...) {
    self.schema = schema.name ?? ""
    self.commands = commands
    members = schema.meanings
  }

  static let all: [PrintedObject] = [
    PrintedObject(RunReport.schema, commands: "run --json"),
    PrintedObject(RunPlan.schema, commands: "run --dry-run --json"),
    PrintedObject(Sample.schema, commands: "run --to ndjson"),
    PrintedObject(InfoReport.schema, commands: "info --json"),
    PrintedObject(IdentificationReport.schema, commands: "identify --json"),
    PrintedObject(PlacedObject.table.schema, commands: "identify --objects --json"),
    PrintedObject(PatternCode.table.schema, commands: "apgcode --json"),
    PrintedObject(HaulReport.schema, commands: "census --json", "census show --json"),
    PrintedObject(HaulDifference.schema, commands: "census diff --json"),
    PrintedObject(CensusVerification.Result.schema, commands: "census verify --json"),
    PrintedObject(LibraryPattern.listSchema, commands: "list --json"),
    PrintedObject(RuleReport.schema, commands: "rule --json"),
    PrintedObject(NamedRule.listSchema, commands: "rule --list --json"),
    PrintedObject(FormatReport.listSchema, commands: "formats --json"),
    PrintedObject(CheckReport.schema, commands: "check --json"),
    PrintedObject(PatternComparison.schema, commands: "diff --json"),
    PrintedObject(BenchReport.schema, commands: "bench --json"),
  ]

  /// A heading and a table for each object.
  static var page: String {
    all.map { object in
      let commands = object.commands.map { "`\($0)`" }.joined(separator: ", ")
      let table = TextTable(
        header: ["member", "meaning"],
        rows: object.members.map { ["`\($0.key)`", $0.meaning] })
      return "### `\(object.schema)`\n\nPrinted by \(commands).\n\n\(table.markdown)"
    }.joined(separator: "\n")
  }

  /// The sentence about its commands and members.
  var summary: String {
    let own = members.map(\.key).filter { !$0.utf8.contains(UInt8(ascii: ".")) }
    return commands.joined(separator: ", ") + ": " + own.joined(separator: ", ") + "."
  }
}
