import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life census`: counts the objects in the ash of many soups.
struct CensusCommand: Command {
  static let name = "census"
  static let limitsTime = true
  static let finishesOnSignal = true
  static let summary = "Count the objects that random patterns (soups) leave."
  static let discussion = """
    Runs the soups of a search, whose seeds are a root followed by 0, 1, 2 and so on, until each \
    is stable; 'life soup' writes the same soups. Then counts their still lifes, oscillators and \
    spaceships. The haul is text: a table of codes and counts, with the numbers of the first ten \
    soups of each object. Number 63 of the root test_ is 'life soup --seed test_63'. The haul is \
    byte for byte the same for any number of threads.

    A soup is stable when it is proved that its objects never meet. A constant population is not \
    enough: in one of 20 000 soups, a spaceship meets something later.

    With -o, the haul is written every ten minutes, and when a limit or one of the signals TERM, \
    INT, HUP, USR2 and XCPU ends the census. --resume continues such a file, and does nothing if \
    all soups are done, so that a job can be submitted again. Without --resume, an existing haul \
    is replaced only with --overwrite.

    With --from, counts the patterns of a stream instead of soups, for example the collisions of \
    'life collide'. --key then lists the objects of each pattern. A damaged pattern ends the \
    census with exit code 65; the haul has the patterns before it.

    --shard divides a census among machines; 'life census merge' adds up the hauls.
    """
  static let examples = [
    Example("life census --root test_ --soups 1000", "The first 1000 soups:"),
    Example(
      "life census --root test_ --soups 1e6 -r B36/S23 -o high.haul --resume",
      "A long census that can be interrupted:"),
    Example(
      "life census --root test_ --soups 1e9 --shard 3/1000 -o 3.haul", "One of a thousand parts:"),
    Example(
      "life collide glider glider | life census --from - --key k.csv -o g.haul",
      "What two gliders leave when they meet:"),
    Example("cat *.rle | life census --from -", "The ash of your own patterns:"),
  ]
  static var options: [Option<Self>] {
    CensusSearchOptions.options.inside(\.soups)
      + [
        .value(
          "-o", "--output", metavar: "FILE", group: "Output",
          help: "Write the haul to FILE, or gzipped to FILE.gz (default: standard output).",
          sets: \.output),
        .flag(
          "--resume", group: "Output", help: "Continue the census in FILE.",
          sets: \.resumes),
        .value(
          "--checkpoint-every", metavar: "TIME", group: "Output",
          help: "Write FILE at this interval: 30s, 10m, 1h (default 10m).", sets: \.interval),
      ]
      + [
        .value(
          "--key", metavar: "FILE", group: "Output",
          help: "Write the objects of each pattern of --from to FILE, as CSV.",
          details: """
            Each row has the number of the pattern, its name, and the codes of its objects, each \
            followed by its count. The rows of an interrupted census are not continued.
            """, sets: \.key)
      ]
      + Option.replacement(
        \.replacement, overwriting: "Replace an existing haul, and start the census again.")
      + CensusOptions.options.inside(\.limits)
      + HaulReportOptions.options.inside(\.report) + [.quiet(\.diagnostics.isQuiet)]
  }

  var soups = CensusSearchOptions()
  var limits = CensusOptions()
  var report = HaulReportOptions()
  var output = Path.standardStream
  var key: Path?
  var resumes = false
  var interval: TimeSpan?
  var replacement = Replacement.unprotected
  var diagnostics = Diagnostics.ofProcess()

  var memoryLimit: Int? { limits.engine.memory?.bytes }

  mutating func validate() throws(UsageError) {
    try soups.validate()
    try limits.validate()
    try report.validate()
    try report.check(haul: output)
    if let key {
      guard soups.isStream else { throw UsageError("--key requires --from FILE") }
      if key.namesOtherCompression {
        throw UsageError("--key: '\(key)' would not be compressed", hint: "x.csv.gz would")
      }
      if resumes {
        throw UsageError(
          "--key cannot be combined with --resume", hint: "start again with --overwrite")
      }
      if key.isStandardStream, output.isStandardStream {
        throw UsageError("--key - requires -o FILE")
      }
    }
    guard output.isStandardStream else {
      if resumes, replacement != .unprotected {
        let option = replacement.overwrites ? "--overwrite" : "--no-clobber"
        throw UsageError("--resume cannot be combined with \(option)")
      }
      return
    }
    if resumes { throw UsageError("--resume requires -o FILE") }
    if interval != nil { throw UsageError("--checkpoint-every requires -o FILE") }
  }

  /// Plans the census, runs it and reports.
  func run() throws -> ExitCode {
    let plan = try plan(soups.search())
    guard !plan.isDone else {
      diagnostics.note("\(output): all \(plan.soups.count) soups are done")
      try report.write(plan.start)
      return .ok
    }
    let result = try run(plan)
    return try report(result, of: plan)
  }

  private func plan(_ search: CensusSearch) throws -> CensusPlan {
    try checkFiles()
    let (range, note) = try soups.part()
    if let note { diagnostics.note(note) }
    var plan = CensusPlan(search, soups: range)
    try limits.apply(to: &plan)
    plan.start.limits = plan.limits.haulLimits
    if !output.isStandardStream {
      if let interval { plan.checkpointInterval = interval.duration }
      try plan.keepHaul(in: output, isResuming: resumes, replacement: replacement)
    }
    return plan
  }

  /// Runs a census of a stream or of soups.
  private func run(_ plan: CensusPlan) throws -> CensusResult {
    let run = CensusRun(plan, isQuiet: diagnostics.isQuiet)
    guard soups.isStream else { return try run.run() }
    func read(_ take: (StreamPattern) throws -> Void) throws {
      var count = 0
      try soups.read(for: plan.search, diagnostics) {
        count += 1
        try take($0)
      }
      if let last = soups.soups?.range.last, count <= last {
        diagnostics.note(
          "warning: the input has \(count.counted("pattern")), and --soups names number "
            + "\(last), too")
      }
    }
    guard let key else { return try run.run(reading: read) }
    let rows = try openOutput(key, replacement: replacement, compressed: key.isGzipName)
    try rows.write("pattern,name,objects\n")
    let result = try run.run(reading: read) { try rows.write(HaulReport.keyRow($0, table: $1)) }
    try rows.finish()
    return result
  }

  /// Refuses outputs that would replace an input or one another.
  private func checkFiles() throws {
    var files = CommandFiles(reading: soups.streams)
    try files.addOutput(output, as: .output)
    if let key {
      try files.addOutput(key, as: .key)
      try checkOutput(key, replacement: replacement)
    }
    if let report = report.file {
      try files.addOutput(report, as: .report)
      try checkOutput(report, replacement: replacement)
    }
  }

  private func report(_ result: CensusResult, of plan: CensusPlan) throws -> ExitCode {
    if output.isStandardStream, !report.isOnStandardOutput { try result.haul.write(to: output) }
    try report.write(result.haul, replacement: replacement)
    let new = result.haul.soups.count - plan.start.soups.count
    let rate = (Double(new) / max(result.seconds, 1e-6)).threeDigits
    let unit = result.haul.unit
    let part = plan.start.soups.count == 0 ? "" : "\(new.counted(unit)) "
    diagnostics.note(
      "\(result.haul.summary); \(part)in \(result.seconds.asDuration), \(rate) \(unit)s/s")
    result.damage?.report()
    let damage = result.damage.map { _ in "the next cannot be counted" }
    guard let cause = damage ?? result.stopReason?.description else { return .ok }
    let canResume = !output.isStandardStream && key == nil
    let advice = canResume ? "resume with --resume" : "wrote the haul of these"
    let total = plan.soups.count
    let count =
      total == .max ? "\(result.haul.soups.count)" : "\(result.haul.soups.count) of \(total)"
    Console.ofProcess.note("stopped after \(count) \(unit)s: \(cause); \(advice)")
    return result.damage?.exitCode ?? result.stopReason?.exitCode ?? .ok
  }
}
