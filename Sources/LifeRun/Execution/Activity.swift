package import LifeAnalysis
import LifeCore
import Synchronization

/// Work that reports how much of it is done, and how that is displayed.
package struct Activity: Sendable {
  /// What is done: `identifying gun.rle`.
  package var work: String
  /// What is counted, in the plural.
  package var unit = "generations"
  /// How many there are in all, if that is known.
  package var total: Int?
  /// When the work stops at the latest.
  package var deadline: ContinuousClock.Instant?
  package let began = Interruption.clock.now

  private static let progress = Atomic<Int>(0)

  package init(
    _ work: String, unit: String = "generations", total: Int? = nil,
    deadline: ContinuousClock.Instant? = nil
  ) {
    self.work = work
    self.unit = unit
    self.total = total
    self.deadline = deadline
  }

  /// How much of the work of the process is done, as it has reported last.
  package static var done: Int { progress.load(ordering: .relaxed) }

  /// Reports how much is done; a relaxed store, so that any loop may do that.
  package static func report(_ done: Int) { progress.store(done, ordering: .relaxed) }

  /// What is displayed of it: the work, how much of it is done, its rate and the remaining time.
  ///
  /// - Parameters:
  ///   - done: what was reported, 0 for nothing.
  ///   - elapsed: seconds since the work began.
  package func status(done: Int, elapsed: Double) -> String {
    guard done > 0 else { return work + time(done: 0, elapsed) }
    let rate = (Double(done) / max(elapsed, 1e-6)).threeDigits
    let part = RunProgress.part(done, of: total, unit: unit)
    return "\(work): \(part), \(rate) \(unit)/s" + time(done: done, elapsed)
  }

  /// The remaining time, or else the elapsed one.
  private func time(done: Int, _ elapsed: Double) -> String {
    if let deadline {
      let left = RunProgress.left(max(0, (deadline - began).inSeconds - elapsed))
      return left.isEmpty ? left : ", at most\(left.dropFirst())"
    }
    guard let total, done > 0 else { return ", \(RunProgress.clockTime(Int(elapsed)))" }
    return RunProgress.left(elapsed * Double(total - done) / Double(done))
  }
}

extension AnalysisLimits {
  /// These limits for an analysis that the user waits for, which reports its generation.
  package var reporting: AnalysisLimits {
    var limits = self
    limits.onGeneration = Activity.report
    return limits
  }
}
