import LifeAnalysis
package import LifeArguments
import LifeCore
package import LifeIO

/// Limits the time that is spent on each pattern.
package struct PatternTimer {
  /// The time for each pattern.
  let time: Duration
  /// When the time for all patterns is up; nil without such a limit.
  let end: ContinuousClock.Instant?
  /// Whether no progress is shown.
  let isQuiet: Bool

  private static let usualTime = Duration.seconds(10)

  /// - Parameter time: nil for ten seconds. The time for all patterns is that of LIFE_LIMITS.
  package init(_ time: Duration?, isQuiet: Bool) throws(UsageError) {
    self.time = time ?? Self.usualTime
    end = try EnvironmentLimits.ofProcess().time.map { Interruption.began + $0.duration }
    self.isQuiet = isQuiet
  }

  /// Whether the time for all patterns is up.
  var isOver: Bool { end.map { Interruption.clock.now >= $0 } ?? false }

  /// Identifies a pattern by `work`, and raises the interrupt when its time is up.
  ///
  /// - Returns: what `work` returns, and whether the time was up.
  package func run<Result>(
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
