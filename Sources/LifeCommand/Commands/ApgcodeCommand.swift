import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
import LifeReport
import LifeRun

/// `life apgcode`: prints the canonical code of each pattern.
struct ApgcodeCommand: Command {
  static let name = "apgcode"
  static let limitsTime = true
  static let finishesOnSignal = true
  static let summary = "Print the apgcode of each pattern."
  static let discussion = """
    Prints one code per line: xs for still lifes, xp for oscillators, xq for spaceships. The code \
    is the same for all phases and orientations of an object. A very large object has a code \
    without its cells, such as ov_p30. Guns, puffers and other linear growth have a code that \
    begins with yl and is computed from their populations. A pattern that does not recur within \
    --max-period generations has the code PATHOLOGICAL; the exit code is then 75.

    'life convert xq4_153 glider.rle' reads codes.
    """
  static let examples = [
    Example("life apgcode glider pulsar", "Two patterns of the collection:"),
    Example("life apgcode --split - < pile.rle", "Every pattern of a file:"),
  ]
  static var operands: Operands<Self> {
    .patterns(appends: \.patterns).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    AnalysisOptions.options.map { $0.inside(\.analysis) }
      + (InputOptions.options + [InputOptions.splitting]).map { $0.inside(\.input) }
      + InputList.options.map { $0.inside(\.inputs) }
      + ReportOptions.tables(help: "Print one JSON object per pattern.").map {
        $0.inside(\.report)
      } + [.quiet(\.isQuiet)]
  }

  var patterns: [Path] = []
  var inputs = InputList()
  var analysis = AnalysisOptions()
  var input = InputOptions()
  var report = ReportOptions()
  var isQuiet = false

  mutating func validate() throws(UsageError) {
    try report.validate()
  }

  func run() throws -> ExitCode {
    let output = try openOutput(.standardStream)
    var isComplete = true
    let diagnostics = Diagnostics.ofProcess(isQuiet: isQuiet)
    let identifier = try analysis.identifier(diagnostics)
    let shardInputs = try inputs.inputsOfShard(
      of: patterns, loader: input.loader(), diagnostics: diagnostics)
    try output.write(report.header(of: PatternCode.table))
    let code = try Batch.run(
      shardInputs, loader: input.loader(), diagnostics: diagnostics, to: output
    ) { loaded in
      let code = try identifier.code(of: loaded.pattern, titled: loaded.title)
      // Without a code after a signal, nothing is known of the pattern.
      if code == .pathological, Interruption.signal != nil { return .ok }
      let row = PatternCode(of: loaded.title, code)
      try output.write(
        report.isForPrograms
          ? report.row(row, of: PatternCode.table) : "\(code)\n")
      if code == .pathological {
        isComplete = false
        diagnostics.note(
          "\(loaded.title) does not recur, at least not within the limits; 'life identify' tells "
            + "more about it")
      }
      return .ok
    }
    try output.finish()
    if let signal = Interruption.signal { return .interrupted(by: signal) }
    return isComplete ? code : .limit
  }
}
