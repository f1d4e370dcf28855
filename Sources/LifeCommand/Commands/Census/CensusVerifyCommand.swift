import LifeAnalysis
import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeReport
import LifeRun

/// `life census verify`: runs some soups of a haul again.
struct CensusVerifyCommand: Command {
  static let name = "census verify"
  static let finishesOnSignal = true
  static let summary = "Re-run a random sample of a haul's soups and compare."
  static let discussion = """
    Runs N soups of the haul again. Half of them are random; the other half come from the lists of \
    sample soups, so that rare objects are checked, too. The objects must agree with the haul, and \
    each sample soup must have its object. If the haul has at most N soups, all are run, and the \
    tables must be equal.

    Exits 1 if there is a difference.
    """
  static let examples = [
    Example("life census verify total.haul --sample 1000", "A thousand soups:")
  ]
  static var operands: Operands<Self> {
    .one("HAUL", help: "The haul, or - for standard input.", sets: \.file)
  }
  static var options: [Option<Self>] {
    [
      .value(
        "--sample", metavar: "N", group: "Soups", help: "Run N soups (default 100).",
        sets: \.count
      ).within(1...100_000_000),
      .seed(group: "Soups", textThat: "selects the soups", sets: \.seed),
      .ruleFolders(group: "Soups", appends: \.ruleFolders),
    ] + CensusOptions.options.inside(\.limits)
      + ReportOptions.json().inside(\.report) + [.quiet(\.diagnostics.isQuiet)]
  }

  var file = Path.standardStream
  var count = Count(100)
  var seed = "0"
  var ruleFolders: [Path] = []
  var limits = CensusOptions()
  var report = ReportOptions()
  var diagnostics = Diagnostics.ofProcess()

  var memoryLimit: Int? { limits.engine.memory?.bytes }

  mutating func validate() throws(UsageError) { try limits.validate() }

  func run() throws -> ExitCode {
    let haul = try Haul.read(ByteReader(opening: file))
    let options = ReadOptions(findingRulesIn: ruleFolders, diagnostics)
    var plan = CensusPlan(try CensusSearch(haul, options: options), soups: 0..<0, start: haul)
    plan.limits = AnalysisLimits(of: haul)
    try limits.apply(to: &plan)
    guard plan.limits.haulLimits == haul.limits else {
      throw UsageError(
        "the haul was made with --max-generations \(haul.limits.generations) and "
          + "--max-population \(haul.limits.population)", hint: "omit both")
    }
    Interruption.raiseStop(at: plan.deadline)
    let verification = CensusVerification(plan)
    let numbers = verification.sample(count.value.int ?? 0, seed: Array(seed.utf8))
    let activity = Activity("running again", unit: "soups", total: numbers.count)
    let result = try activity.during(isQuiet: diagnostics.isQuiet) {
      try verification.differences(numbers)
    }
    try writeText(report.text(result))
    diagnostics.note(
      "\(result.count) of \(haul.soups.count) soups run again: "
        + (result.isSame
          ? "no difference" : max(result.differences.count, 1).counted("difference")))
    if !result.isSame { return .no }
    guard result.count < numbers.count, let reason = Interruption.stopReason else { return .ok }
    Console.ofProcess.note(
      "stopped after \(result.count) of \(numbers.count) soups: \(reason)")
    return reason.exitCode
  }
}
