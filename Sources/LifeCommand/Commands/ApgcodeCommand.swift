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
  static let summary = "Print the canonical code (apgcode) of each pattern."
  static let discussion = """
    Prints one code per line: xs for still lifes, xp for oscillators, xq for spaceships. The code \
    is the same for all phases and orientations of an object; under rules of blocks, an object \
    that is turned has another one. A very large object has a code \
    without its cells, such as ov_p30. Guns, puffers and other patterns whose linear growth is \
    proved have a code that begins with yl and is computed from their populations. Other patterns \
    have the code PATHOLOGICAL, and their kind is printed on standard error. The exit code is then \
    1, or 75 if the pattern was not identified within the limits. For linear growth that is only \
    measured, 'life census --from FILE' prints a code, like apgsearch.

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
    AnalysisOptions.options.inside(\.analysis)
      + (InputOptions.options + [InputOptions.splitting]).inside(\.input)
      + InputList.options.inside(\.inputs)
      + ReportOptions.tables(help: "Print one JSON object per pattern.").inside(\.report) + [
        .quiet(\.diagnostics.isQuiet)
      ]
  }

  var patterns: [Path] = []
  var inputs = InputList()
  var analysis = AnalysisOptions()
  var input = InputOptions()
  var report = ReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) {
    try report.validate()
  }

  func run() throws -> ExitCode {
    var verdict = ExitCode.ok
    let identifier = try analysis.identifier(diagnostics)
    let loader = try input.loader(diagnostics)
    let own = try inputs.ownInputs(of: patterns, for: loader)
    return try exitCode(verdict: { verdict }) {
      let code = try Batch.loadEach(
        own, shard: inputs.shard, loader: loader, header: report.header(of: PatternCode.table)
      ) { loaded, output in
        let universe = loaded.pattern.universe
        guard universe.isUnbounded else {
          throw RunFailure(
            .invalidData,
            "\(loaded.title): apgcodes are of objects on the unbounded plane, and its universe is "
              + "\(universe)")
        }
        let (code, result) = try identifier.code(of: loaded.pattern, titled: loaded.title)
        let isUnknown = result?.kind == .unknown
        if let result, code == .pathological {
          let summary = result.summary(of: loaded.title, name: nil)
          diagnostics.note("\(summary); \(result.reasonWithoutCode(of: loaded))")
          if verdict != .limit { verdict = isUnknown ? .limit : .no }
        }
        // A signal ended the search: the pattern may have a code, so PATHOLOGICAL would be wrong.
        if isUnknown, Interruption.signal != nil { return .ok }
        try output.write(
          report.isForPrograms
            ? report.row(PatternCode(of: loaded, code), of: PatternCode.table) : "\(code)\n")
        if !isUnknown { diagnostics.noteWrongCode(of: loaded, found: code) }
        return .ok
      }
      return Interruption.endReason?.exitCode ?? code
    }
  }
}

extension Identification {
  /// Why a pattern has no code, and how to get one.
  fileprivate func reasonWithoutCode(of loaded: LoadedPattern) -> String {
    if lifespan > 0, cycle != nil {
      return "no code, because it does not return to its first generation; 'life run' with "
        + "-n \(lifespan) writes what it becomes"
    }
    let title = loaded.title.quotedForShell
    let rule = loaded.pattern.rule
    let option = rule == .life ? "" : " -r \(Path(rule.canonical).quotedForShell)"
    let advice = "; 'life census --from \(title)\(option)' measures one"
    return "no code" + (hasMeasuredGrowth ? advice : "")
  }

  /// When a pattern becomes one that recurs, and how to write that one:
  /// `after 2 generations; 'life run' with -n 2 writes it`. `nil` for other patterns.
  var laterRecurrence: String? {
    guard lifespan > 0, cycle != nil else { return nil }
    return "after \(lifespan.counted("generation")); 'life run' with -n \(lifespan) writes it"
  }
}
