import LifeArguments
import LifeCore
import LifeEngines
import LifeRender
import LifeReport
import LifeRun

/// `life bench`: measures the engines on this machine, and a plain loop for comparison.
struct BenchCommand: Command {
  static let name = "bench"
  static let limitsTime = true
  static let finishesOnSignal = true
  static let summary = "Measure the engines on this machine."
  static let discussion = """
    Steps soups on tori of several sizes and prints the speed in billions of cells per second \
    (Gcell/s) and its ratio to a plain scalar loop measured in the same run. Compare ratios \
    between machines, not speeds.

    Each figure is the best of up to seven runs, and is printed when it is measured. Measurements \
    beyond --time are left out. Ctrl-C keeps the figures so far.
    """
  static let examples = [
    Example("life bench", "Half a minute of measurements:"),
    Example("life bench --time 5m --threads 1", "Slow measurements too, on one core:"),
  ]
  static var options: [Option<Self>] {
    [
      .threads(
        help: "Measure up to T threads (default: all cores).", sets: \.engine.threads),
      .value(
        "--time", metavar: "TIME", help: "Measure for about TIME in all (default 30s).",
        sets: \.time),
    ] + ReportOptions.tables(group: "Options").inside(\.report)
  }

  var engine = StepperOptions()
  var time = TimeSpan(duration: .seconds(30))
  var report = ReportOptions()

  mutating func validate() throws(UsageError) {
    try engine.validate()
    try report.validate()
  }

  func run() throws -> ExitCode {
    let isOneObject = report.isJSON && report.tableFormat == nil
    let limit = try EnvironmentLimits.ofProcess().time?.duration
    var table = BenchReport(threads: try engine.selection().options.threads)
    try table.measure(
      within: limit.map { min($0, time.duration) } ?? time.duration, printing: !isOneObject,
      as: report.tableFormat)
    if isOneObject { try writeText(report.line(table, schema: BenchReport.schema)) }
    if let signal = Interruption.signal { return .interrupted(by: signal) }
    if table.leftOut > 0 {
      Diagnostics.ofProcess().note(
        "\(table.leftOut.counted("measurement")) left out; --time 5m has time for all")
    }
    return .ok
  }
}
