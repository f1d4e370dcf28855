import LifeAnalysis
import LifeCore
import LifeIO
import LifeRun

/// Limits the time that is spent on each pattern.
struct PatternTimer {
  /// The time for each pattern.
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
