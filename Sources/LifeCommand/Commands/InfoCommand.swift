import LifeArguments
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life info`: prints metadata and statistics of a pattern.
struct InfoCommand: Command {
  static let name = "info"
  static let summary = "Show metadata and statistics of a pattern."
  static let discussion = """
    Prints the rule, the universe, the bounding box, the notes and the symmetry. A pattern within \
    64 × 64 cells is also identified, if that takes at most 1000 generations and half a second; \
    'life identify' has no such limits.
    """
  static let examples = [
    Example("life info gosper-gun", "A pattern of the collection:"),
    Example("life info --json *.rle | jq .population", "One JSON object per file:"),
    Example("life info --split --json - < pile.rle", "One JSON object per pattern of a file:"),
  ]
  static var operands: Operands<Self> {
    .patterns(appends: \.patterns).orOption { $0.inputs.list != nil }
  }
  static var options: [Option<Self>] {
    (InputOptions.options + [InputOptions.splitting]).inside(\.input)
      + InputList.options.inside(\.inputs)
      + ReportOptions.tables(help: "Print one JSON object per pattern.").inside(\.report)
      + [
        .digest(help: "Add the SHA-256 of the cells.", sets: \.hasDigest),
        .quiet(\.diagnostics.isQuiet),
      ]
  }

  var patterns: [Path] = []
  var inputs = InputList()
  var input = InputOptions()
  var report = ReportOptions()
  var hasDigest = false
  var diagnostics = Diagnostics.ofProcess()

  mutating func validate() throws(UsageError) { try report.validate() }

  func run() throws -> ExitCode {
    var warnings: [String] = []
    var loader = try input.loader(diagnostics)
    loader.acceptsUnknownRules = true
    loader.diagnostics.onWarning = { warnings.append($0.withOptions) }
    let own = try inputs.ownInputs(of: patterns, for: loader)
    var isFirst = true
    return try Batch.loadEach(own, shard: inputs.shard, loader: loader) { loaded in
      let digest =
        hasDigest ? try loaded.pattern.digest(limit: MemoryBudget.ofProcess().available) : nil
      let facts = InfoReport(
        of: loaded, digest: digest, warnings: warnings, run: loaded.interruptedRun)
      warnings = []
      if report.isForPrograms {
        let header = isFirst ? report.header(of: InfoReport.table) : ""
        try writeText(header + report.row(facts, of: InfoReport.table))
      } else {
        try writeText((isFirst ? "" : "\n") + facts.text)
      }
      isFirst = false
      return .ok
    }
  }
}

extension LoadedPattern {
  /// The run of a checkpoint; `nil` for other files.
  fileprivate var interruptedRun: InterruptedRun? {
    guard let checkpoint else { return nil }
    do throws(RunFailure) {
      let request = try checkpoint.command().request
      let files = checkpoint.files(request, pattern: pattern, of: name)
      return InterruptedRun(
        of: checkpoint, writing: files, problem: checkpoint.problem(files)?.withOptions)
    } catch {
      return InterruptedRun(of: checkpoint, writing: [], problem: error.message.withOptions)
    }
  }
}
