import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life census diff`: compares two hauls.
struct CensusDiffCommand: Command {
  static let name = "census diff"
  static let summary = "Compare the tables of two hauls."
  static let discussion = """
    Prints a line for each object whose counts differ: the count in the first haul, the count in \
    the second one, and the code. Tables have only these objects. Exits 1 if counts, soups, roots, \
    rules or symmetries differ. If all counts are equal, the lists of sample soups are compared, \
    too.
    """
  static let examples = [Example("life census diff mine.haul theirs.haul", "Two programs:")]
  static var operands: Operands<Self> {
    .one("FIRST", help: "A haul, or - for standard input.", sets: \.first)
      .then(.one("SECOND", help: "Another haul.", sets: \.second))
  }
  static var options: [Option<Self>] {
    ReportOptions.tables().inside(\.report) + [.quiet(\.diagnostics.isQuiet)]
  }

  var first = Path.standardStream
  var second = Path.standardStream
  var report = ReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) { try report.validate() }

  func run() throws -> ExitCode {
    let hauls = try [first, second].map {
      try Haul.read(ByteReader(opening: $0), acceptsTable: true)
    }
    let difference = HaulDifference(between: hauls[0], and: hauls[1])
    try writeText(
      report.tableFormat == nil ? report.text(difference) : difference.table(in: report))
    diagnostics.note(
      difference.count == 0 ? "no difference" : difference.count.counted("difference"))
    return difference.count == 0 ? .ok : .no
  }
}
