import LifeArguments
import LifeEngines
import LifeRender
import LifeReport
import LifeRun

/// `life bench`: measures the engines on this machine, and a plain loop for comparison.
struct BenchCommand: Command {
  static let name = "bench"
  static let summary = "Measure the engines on this machine."
  static let discussion = """
    Steps soups on tori of several sizes and prints the speed in billions of cells per second \
    (Gcell/s) and its ratio to a plain scalar loop measured in the same run. Compare ratios \
    between machines, not speeds. Each figure is the best of several runs. Then writes animations \
    to a pipe that discards them and prints frames per second, including the simulation, and \
    identifies patterns, and runs the soups of a census.
    """
  static var options: [Option<Self>] {
    [
      .threads(
        help: "Measure up to T threads (default: all cores).", sets: \.engine.threads),
      .flag("--quick", help: "Skip slow measurements.", sets: \.isQuick),
    ] + ReportOptions.tables(group: "Options").map { $0.inside(\.report) }
  }

  var engine = StepperOptions()
  var isQuick = false
  var report = ReportOptions()

  mutating func validate() throws(UsageError) {
    try engine.validate()
    try report.validate()
  }

  func run() throws -> ExitCode {
    try reporting {
      let rates = try measured()
      if report.isJSON, report.form == nil {
        try writeText(report.line(rates, BenchReport.schema))
      } else {
        try writeText(rates.text(as: report.form))
      }
      return .ok
    }
  }

  private func measured() throws -> BenchReport {
    let threads = try engine.selection().options.threads
    let scalar = ScalarRun.gigacells()
    var selection = try engine.selection()
    selection.threads = 1
    return BenchReport(
      scalar: scalar,
      engines: try Workload.all(threads: threads, isQuick: isQuick).map {
        BenchReport.EngineRate(workload: $0, rate: try $0.gigacells(), scalar: scalar)
      },
      animations: try FrameBench.all.map {
        BenchReport.Rate(name: $0.name, rate: try $0.rate(selection))
      },
      identification: try IdentifyBench.all.map {
        BenchReport.Rate(name: $0.name, rate: try $0.rate())
      },
      census: try isQuick
        ? []
        : CensusBench.all(threads: threads).map {
          BenchReport.CensusRate(search: $0, rate: try $0.rate())
        })
  }
}
