import LifeArguments
import LifeCore
import LifeIO
import LifeRun

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Shows the progress of a run as one line on standard error, if that is a terminal.
final class ProgressLine: RunObserver {
  let showsProgress: Bool
  private var last = Interruption.clock.now

  init(isQuiet: Bool) {
    showsProgress = !isQuiet && Console.ofProcess.isTerminal(.error)
  }

  /// Replaces the line, at most four times a second.
  func show(_ progress: any CustomStringConvertible) {
    let now = Interruption.clock.now
    guard showsProgress, now - last > .milliseconds(250) else { return }
    last = now
    ActivityWatch.ofProcess.leaveLine()
    StatusLine.show("\(progress)")
  }

  func clear() { StatusLine.clear() }

  func answer(_ progress: any CustomStringConvertible, about title: String) {
    Console.ofProcess.complain("life: \(title): \(progress)\n")
  }
}
