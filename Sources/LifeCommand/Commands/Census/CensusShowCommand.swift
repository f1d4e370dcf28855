import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life census show`: prints a haul for people and programs.
struct CensusShowCommand: Command {
  static let name = "census show"
  static let summary = "Print the objects of a haul, with their names."
  static let discussion = """
    Prints root, rule and symmetry, the numbers of soups and objects, and each object with its \
    count, its share of all objects and its name. Also reads hauls of other programs, \
    Catagolue's tables of codes and counts, and the output of --to csv.
    """
  static let examples = [
    Example("life census show total.haul --top 20", "The most frequent objects:"),
    Example("life census show total.haul --rarest 10", "The rarest ones, with their soups:"),
    Example(
      "life census show total.haul --top 20 --json", "The most frequent objects, as JSON:"),
  ]
  static var operands: Operands<Self> {
    .one("HAUL", help: "The haul, or - for standard input.", sets: \.file)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--top", metavar: "N", group: "Report", help: "Print only the N most frequent objects.",
        sets: \.top
      ).within(1...(.max)),
      .value(
        "--rarest", metavar: "N", group: "Report", help: "Print only the N rarest objects.",
        sets: \.rarest
      ).within(1...(.max)),
    ] + HaulReportOptions.options.inside(\.report)
  }

  var file = Path.standardStream
  var top: Int?
  var rarest: Int?
  var report = HaulReportOptions()

  mutating func validate() throws(UsageError) {
    try report.validate()
    if top != nil, rarest != nil { throw UsageError("--top cannot be combined with --rarest") }
  }

  func run() throws -> ExitCode {
    var files = CommandFiles(reading: [file])
    if let report = report.file { try files.addOutput(report, as: .report) }
    let haul = try Haul.read(ByteReader(opening: file), acceptsTable: true)
    let rows = rarest.map { haul.rarest($0) } ?? Array(haul.table.sorted.prefix(top ?? .max))
    try report.write(haul, rows: rows)
    if !report.isOnStandardOutput, report.file == nil {
      try writeText(HaulReport(haul, rows: rows).text)
    }
    return .ok
  }
}
