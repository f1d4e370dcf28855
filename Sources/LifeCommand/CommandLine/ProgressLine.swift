import LifeArguments
import LifeRun

/// Shows the progress of a run as one line on standard error, if that is a terminal.
final class ProgressLine: RunObserver {
  let showsProgress: Bool
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var hasLine = false

  init(isQuiet: Bool) {
    showsProgress = !isQuiet && Console.ofProcess.isTerminal(.error)
    last = clock.now
  }

  /// Replaces the line, at most four times a second.
  func show(_ progress: any CustomStringConvertible) {
    let now = clock.now
    guard showsProgress, now - last > .milliseconds(250) else { return }
    last = now
    hasLine = true
    Console.ofProcess.complain("\r\u{1b}[K\(progress)")
  }

  func clear() {
    if hasLine { Console.ofProcess.complain("\r\u{1b}[K") }
    hasLine = false
  }

  func answer(_ progress: any CustomStringConvertible, about title: String) {
    Console.ofProcess.complain("life: \(title): \(progress)\n")
  }
}
