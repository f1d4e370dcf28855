import LifeArguments
import LifeIO

/// Shows the progress of a run as one line on standard error, if that is a terminal.
package final class ProgressLine: RunObserver {
  package let showsProgress: Bool
  private let isQuiet: Bool
  private var last = Interruption.clock.now

  package init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    showsProgress = !isQuiet && Console.ofProcess.isTerminal(.error)
  }

  /// Replaces the line, at most four times a second.
  package func show(_ progress: any CustomStringConvertible) {
    let now = Interruption.clock.now
    guard showsProgress, now - last > .milliseconds(250) else { return }
    last = now
    ActivityWatch.ofProcess.leaveLine()
    StatusLine.show("\(progress)")
  }

  package func clear() { StatusLine.clear() }

  package func note(_ text: String) {
    clear()
    Diagnostics.ofProcess(isQuiet: isQuiet).note(text)
  }

  package func answer(_ progress: any CustomStringConvertible, about title: String) {
    Console.ofProcess.complain("life: \(title): \(progress)\n")
  }
}
