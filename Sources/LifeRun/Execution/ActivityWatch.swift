import LifeArguments
import LifeCore
import LifeIO
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Shows the activity of the process on the same line, from a thread of its own, so that work needs
/// only to report what is done. What takes less than a second is not shown.
package final class ActivityWatch: Sendable {
  package static let ofProcess = ActivityWatch()

  /// The activities, each within the one before it. The last one is shown; nil is one that shows
  /// its progress itself.
  private let activities = Mutex<[Activity?]>([])
  private let isStarted = Atomic<Bool>(false)

  /// Runs `work` and shows what it reports through the interrupt of the process.
  package func during<Result>(
    _ activity: Activity, isQuiet: Bool = false, _ work: () throws -> Result
  ) rethrows -> Result {
    guard !isQuiet, Console.ofProcess.isTerminal(.error) else { return try work() }
    Activity.report(0)
    activities.withLock { $0.append(activity) }
    defer {
      activities.withLock { _ = $0.removeLast() }
      StatusLine.clear()
    }
    start()
    return try work()
  }

  /// Leaves the line to work that shows its progress itself.
  package func leaveLine() {
    activities.withLock { if !$0.isEmpty { $0[$0.count - 1] = nil } }
  }

  private func start() {
    guard !isStarted.exchange(true, ordering: .relaxed) else { return }
    _ = startThread { [self] in
      while true {
        usleep(250_000)
        show()
      }
    }
  }

  private func show() {
    activities.withLock { activities in
      guard let last = activities.last, let activity = last else { return }
      let elapsed = (Interruption.clock.now - activity.began).inSeconds
      guard elapsed > 1 else { return }
      StatusLine.show(
        activity.status(done: Activity.done, elapsed: elapsed))
    }
  }
}
