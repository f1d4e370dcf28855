#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The best rate of up to seven runs. A single thread is measured in CPU time, so that other
/// processes do not affect the result.
package struct BestRate {
  /// No run begins later than this after the first one.
  private let time: Duration
  private let threads: Int

  private static let mostRuns = 7

  package init(_ time: Duration, threads: Int = 1) {
    self.time = time
    self.threads = threads
  }

  /// - Parameter count: what a run of `work` does.
  /// - Returns: how much of that is done in a second.
  package func measure(count: Double, _ work: () throws -> Void) rethrows -> Double {
    let wall = ContinuousClock()
    let end = wall.now + time
    var best = 0.0
    var runs = 0
    repeat {
      let ticks = clock()
      let elapsed = try wall.measure(work).inSeconds
      let used = Double(clock() - ticks) / Double(CLOCKS_PER_SEC)
      best = max(best, count / max(threads == 1 ? used : elapsed, 1e-9))
      runs += 1
    } while runs < Self.mostRuns && wall.now < end
    return best
  }
}
