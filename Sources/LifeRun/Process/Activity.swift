package import LifeAnalysis
import LifeCore
import LifeIO
import LifeSystem
package import Synchronization

/// Work that reports its progress. After a second, a thread shows the progress on the last line of
/// the terminal. After SIGUSR1, the next report is printed as well.
///
///     try Activity("making soups", unit: "soups", total: 400).during {
///       ... Activity.report(made) ...
///     }
package struct Activity: Sendable {
  /// The work: `identifying gun.rle`.
  package var work: String
  /// The counted things, in the plural.
  package var unit = "generations"
  /// Their total number, if known.
  package var total: Int?
  /// The latest end of the work.
  package var deadline: ContinuousClock.Instant?
  package let began = Interruption.clock.now

  package init(
    _ work: String, unit: String = "generations", total: Int? = nil,
    deadline: ContinuousClock.Instant? = nil
  ) {
    self.work = work
    self.unit = unit
    self.total = total
    self.deadline = deadline
  }
}

// MARK: - Texts

extension Activity {
  /// The line of progress: `making soups: 12 of 40 soups (30 %), 6 soups/s, 0:05 left`.
  ///
  /// - Parameters:
  ///   - done: the last reported number, 0 for none.
  ///   - elapsed: seconds since the work began.
  package func status(done: Int, elapsed: Double) -> String {
    guard done > 0 else { return work + time(done: 0, elapsed) }
    let rate = (Double(done) / max(elapsed, 1e-6)).threeDigits
    let part = Self.part(done, of: total, unit: unit)
    return "\(work): \(part), \(rate) \(unit)/s" + time(done: done, elapsed)
  }

  /// The remaining time, or else the elapsed one.
  private func time(done: Int, _ elapsed: Double) -> String {
    if let deadline {
      let left = Self.left(max(0, (deadline - began).inSeconds - elapsed))
      return left.isEmpty ? left : ", at most\(left.dropFirst())"
    }
    guard let total, done > 0 else { return ", \(Self.clockTime(Int(elapsed)))" }
    return Self.left(elapsed * Double(total - done) / Double(done))
  }

  /// `12 of 40 soups (30 %)`, or `12 soups` if the total is not known.
  static func part(_ done: Int, of total: Int?, unit: String) -> String {
    guard let total else { return "\(done) \(unit)" }
    return "\(done) of \(total) \(unit) (\(Int(Double(done) / Double(max(total, 1)) * 100)) %)"
  }

  /// The remaining time, such as `, 0:07 left`; empty above a hundred hours, because longer
  /// estimates are guesses.
  static func left(_ seconds: Double) -> String {
    seconds < 360_000 ? ", \(clockTime(Int(seconds))) left" : ""
  }

  private static func clockTime(_ seconds: Int) -> String {
    let hours = seconds / 3600
    let minutes = seconds / 60 % 60
    let pad = { (value: Int) in value < 10 ? "0\(value)" : "\(value)" }
    return (hours > 0 ? "\(hours):\(pad(minutes))" : "\(minutes)") + ":\(pad(seconds % 60))"
  }
}

// MARK: - The activities of the process

extension Activity {
  private static let progress = Atomic<Int>(0)
  private static let isWatched = Atomic<Bool>(false)
  /// The nested activities. The last one is shown; `nil` stands for work with a ``WritingControl``,
  /// which shows its own progress.
  private static let stack = Mutex<[(activity: Activity?, isShown: Bool)]>([])

  /// Takes answers to status requests and notes about results. The command prints them.
  package static let listener = Mutex<@Sendable (String) -> Void>({ _ in })

  static func tell(_ text: String) { listener.withLock { $0 }(text) }

  /// The last reported number.
  package static var done: Int { progress.load(ordering: .relaxed) }

  /// Reports progress. Cheap enough for any loop: a relaxed store and a relaxed load.
  package static func report(_ done: Int) {
    progress.store(done, ordering: .relaxed)
    if Interruption.isStatusRequested { answer() }
  }

  /// Runs `work` and shows its progress.
  package func during<Result>(
    isQuiet: Bool = false, _ work: () throws -> Result
  ) rethrows -> Result {
    let isShown = !isQuiet && Console.ofProcess.isTerminal(.error)
    Self.report(0)
    return try Self.pushing(self, isShown: isShown, work)
  }

  /// Runs `work`, which shows its own progress.
  static func yieldingStatusLine<Result>(_ work: () throws -> Result) rethrows -> Result {
    try pushing(nil, isShown: false, work)
  }

  private static func pushing<Result>(
    _ activity: Activity?, isShown: Bool, _ work: () throws -> Result
  ) rethrows -> Result {
    stack.withLock { $0.append((activity, isShown)) }
    defer {
      stack.withLock { _ = $0.removeLast() }
      StatusLine.clear()
    }
    if isShown { watch() }
    return try work()
  }

  private static func watch() {
    guard !isWatched.exchange(true, ordering: .relaxed) else { return }
    _ = startThread {
      while true {
        usleep(250_000)
        show()
      }
    }
  }

  private static func show() {
    stack.withLock { stack in
      guard let last = stack.last, last.isShown, let activity = last.activity else { return }
      if activity.elapsed > 1 { StatusLine.show(activity.status) }
    }
  }

  /// Answers a status request, unless the work has a ``WritingControl``, which answers it.
  private static func answer() {
    stack.withLock { stack in
      guard let activity = stack.last?.activity, Interruption.takeStatusRequest() else { return }
      tell(activity.status)
    }
  }

  private var elapsed: Double { (Interruption.clock.now - began).inSeconds }
  private var status: String { status(done: Self.done, elapsed: elapsed) }
}

extension AnalysisLimits {
  /// These limits with reports of the generation, for an analysis while the user waits.
  package var reporting: AnalysisLimits {
    var limits = self
    limits.onGeneration = Activity.report
    return limits
  }
}
