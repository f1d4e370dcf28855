import LifeAnalysis
import LifeArguments
import LifeCore
import LifeIO
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
        help: "Follow each pattern for at most TIME, such as 90s or 10m (default 10s).",
        details: """
          If a pattern is not identified by then, what has been seen of it is printed.
          """, sets: \.time),
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
    var selection = EngineSelection()
    let inherited = try EnvironmentLimits.memoryLimit()
    selection.memoryLimit = memory?.bytes ?? inherited
    selection.threads = 1
    var limits = AnalysisLimits()
    limits.generations = maxPeriod.value.int ?? .max
    limits.engine = selection.options
    return limits.reporting
  }

  private static let usualTime = Duration.seconds(10)

  func identifier(_ diagnostics: Diagnostics) throws -> PatternIdentifier {
    let all = try EnvironmentLimits.ofProcess().time
    let timer = PatternTimer(
      time: time?.duration ?? Self.usualTime,
      end: all.map { Interruption.began + $0.duration }, isQuiet: diagnostics.isQuiet)
    return PatternIdentifier(try limits(), timer: timer, diagnostics: diagnostics)
  }
}

/// Limits the time that is spent on each pattern.
struct PatternTimer {
  /// For one pattern.
  var time: Duration
  /// When the time for all patterns is up; nil without such a limit.
  var end: ContinuousClock.Instant?
  /// Whether no progress is shown.
  var isQuiet: Bool

  /// Whether the time for all patterns is up.
  var isOver: Bool { end.map { Interruption.clock.now >= $0 } ?? false }

  /// Identifies a pattern by `work`, and raises the interrupt when its time is up.
  ///
  /// - Returns: what `work` returns, and whether the time was up.
  func run<Result>(
    _ title: Path, _ work: () throws -> Result
  ) rethrows -> (result: Result, isTimeUp: Bool) {
    let now = Interruption.clock.now
    let deadline = end.map { min(now + time, $0) } ?? now + time
    Interruption.raiseInterrupt(at: deadline)
    defer { clear() }
    let activity = Activity("identifying \(title)", deadline: deadline)
    let result = try ActivityWatch.ofProcess.during(activity, isQuiet: isQuiet, work)
    return (result, Interruption.interrupt.isRaised && Interruption.signal == nil)
  }

  private func clear() {
    Interruption.raiseInterrupt(at: nil)
    // A signal ends the work with the other patterns, too.
    if Interruption.signal == nil { Interruption.interrupt.lower() }
  }
}

/// Identifies the patterns of a command, one identifier for each rule.
final class PatternIdentifier {
  private let limits: AnalysisLimits
  /// Nil without a limit of time.
  private let timer: PatternTimer?
  private let diagnostics: Diagnostics
  private var identifiers: [Rule: Identifier] = [:]
  private var names: [ObjectCode: String?] = [:]

  init(
    _ limits: AnalysisLimits, timer: PatternTimer? = nil,
    diagnostics: Diagnostics = Diagnostics(isQuiet: true)
  ) {
    self.limits = limits
    self.timer = timer
    self.diagnostics = diagnostics
  }

  private func identifier(_ rule: Rule) -> Identifier {
    if let known = identifiers[rule] { return known }
    let identifier = Identifier(AnalysisRule(rule), limits: limits)
    identifiers[rule] = identifier
    if let note = identifier.noteOfIgnoredMarks { diagnostics.note(note) }
    return identifier
  }

  func identify(_ pattern: Pattern, titled title: Path) throws -> Identification {
    let identifier = identifier(pattern.rule)
    guard let timer else { return try identifier.identify(pattern) }
    var (result, isTimeUp) = try timer.run(title) { try identifier.identify(pattern) }
    if isTimeUp, result.reason == Identifier.interrupted {
      result.reason =
        timer.isOver
        ? "the time limit of LIFE_LIMITS was reached"
        : "not identified within \(timer.time.inSeconds)"
    }
    return result
  }

  func code(of pattern: Pattern, titled title: Path) throws -> ObjectCode {
    let identifier = identifier(pattern.rule)
    guard let timer else { return try identifier.code(of: pattern) }
    return try timer.run(title) { try identifier.code(of: pattern) }.result
  }

  /// The objects at the first generation at which a pattern is settled; nil if it is not within the
  /// limits.
  func settledObjects(
    of pattern: Pattern, titled title: Path
  ) throws -> (generation: Int, objects: [FoundObject])? {
    let identifier = identifier(pattern.rule)
    do {
      guard let timer else { return try identifier.settledObjects(of: pattern) }
      return try timer.run(title) { try identifier.settledObjects(of: pattern) }.result
    } catch is Stopped {
      return nil
    }
  }

  /// The name of an object; nil if it has none, or under another rule than Conway's.
  func name(_ code: ObjectCode?, rule: Rule) -> String? {
    guard let code, identifier(rule).rule.rule == .life else { return nil }
    if let known = names[code] { return known }
    let name = ObjectNames.name(of: code)
    names[code] = .some(name)
    return name
  }
}

extension Duration {
  /// The time as typed: `10s`, `0.5s`.
  fileprivate var inSeconds: String {
    let (seconds, fraction) = components
    let tenths = fraction / 100_000_000_000_000_000
    return tenths == 0 ? "\(seconds)s" : "\(seconds).\(tenths)s"
  }
}
