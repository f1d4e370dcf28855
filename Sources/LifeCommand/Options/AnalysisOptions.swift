import LifeAnalysis
import LifeCore
import LifeRun

/// The limits of identification, as typed.
struct AnalysisOptions {
  var maxPeriod = Count(50_000)
  var time: TimeSpan?
  var memory: ByteCount?

  static var options: [Option<AnalysisOptions>] {
    [
      .value(
        "--max-period", metavar: "N", group: "Limits",
        help: "Follow a pattern for at most N generations (default 50000).",
        sets: \.maxPeriod),
      .time(
        group: "Limits",
        help: "Stop after TIME, such as 90s, 10m or 2h; the pattern is then unknown.",
        sets: \.time),
      .memory(group: "Limits", sets: \.memory),
    ]
  }

  func validate() throws(UsageError) {
    guard let limit = maxPeriod.value.int, (1...1 << 40).contains(limit) else {
      throw UsageError("--max-period: expected a number from 1 to 2^40")
    }
  }

  /// The limits of the options, else of the environment.
  func limits() throws -> AnalysisLimits {
    let usual = try EnvironmentLimits.ofProcess()
    var selection = EngineSelection()
    let inherited = try EnvironmentLimits.memoryLimit()
    selection.memoryLimit = memory?.bytes ?? inherited
    selection.threads = 1
    var limits = AnalysisLimits()
    limits.generations = maxPeriod.value.int ?? .max
    limits.engine = selection.options
    if let time = time ?? usual.time {
      Interruption.raiseInterrupt(at: Interruption.began + time.duration)
    }
    return limits
  }
}

/// Identifies the patterns of a command, one identifier for each rule.
final class PatternIdentifier {
  private let limits: AnalysisLimits
  private var identifiers: [Rule: Identifier] = [:]
  private var names: [ObjectCode: String?] = [:]

  init(_ limits: AnalysisLimits) { self.limits = limits }

  /// The identifier for a rule.
  func identifier(_ rule: Rule) -> Identifier {
    if let known = identifiers[rule] { return known }
    let identifier = Identifier(AnalysisRule(rule), limits)
    identifiers[rule] = identifier
    return identifier
  }

  func identify(_ pattern: Pattern) throws -> Identification {
    var result = try identifier(pattern.rule).identify(pattern)
    if Interruption.interrupt.isRaised, Interruption.signal == nil, result.kind == .unknown {
      result.reason = "--max-time reached"
    }
    return result
  }

  /// The name of an object; nil if it has none, or under another rule than Conway's.
  func name(_ code: ObjectCode?, _ rule: Rule) -> String? {
    guard let code, rule == .life else { return nil }
    if let known = names[code] { return known }
    let name = ObjectNames.name(of: code)
    names[code] = .some(name)
    return name
  }
}
