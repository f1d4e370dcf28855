import LifeCore
import LifeIO

/// Watches long work: displays its progress, answers status requests, and ends writing at a signal
/// or a deadline.
package final class WritingControl {
  /// Whether progress is displayed. Runs then advance a second at a time, a `BulkStepper` at once.
  let showsProgress: Bool
  private let isQuiet: Bool
  private let title: String
  private let deadline: ContinuousClock.Instant?
  private var lastShown = Interruption.clock.now

  /// - Parameters:
  ///   - isQuiet: whether no progress is displayed and no notes are written.
  ///   - title: the pattern, for answers to status requests.
  ///   - deadline: the latest end of writing.
  package init(
    isQuiet: Bool = true, title: String = "", deadline: ContinuousClock.Instant? = nil
  ) {
    showsProgress = !isQuiet && Console.ofProcess.isTerminal(.error)
    self.isQuiet = isQuiet
    self.title = title
    self.deadline = deadline
  }

  /// Answers a status request, and displays the status at most four times a second.
  func report(_ status: () -> String) {
    if Interruption.takeStatusRequest() { Activity.tell("\(title): \(status())") }
    guard showsProgress else { return }
    let now = Interruption.clock.now
    guard now - lastShown > .milliseconds(250) else { return }
    lastShown = now
    StatusLine.show(status())
  }

  /// Tells the user something about the result.
  func note(_ text: String) {
    if !isQuiet { Activity.tell(text) }
  }

  /// Checks for a signal or the deadline. Writers call it now and then, for example before each
  /// block.
  ///
  /// - Parameters:
  ///   - isStoppable: whether a signal may leave the work undone.
  ///   - work: describes the work.
  /// - Throws: `Stopped` after a signal; ``RunFailure`` when the time is up.
  package func check(isStoppable: Bool = true, _ work: () -> String) throws {
    if isStoppable, Interruption.signal != nil { throw Stopped() }
    try checkTime(work)
    report(work)
  }

  /// Checks only the deadline, on any thread.
  ///
  /// - Throws: ``RunFailure`` when the time is up.
  func checkTime(_ work: () -> String) throws {
    guard let deadline, Interruption.clock.now >= deadline else { return }
    throw RunFailure(
      .overLimit, "\(work()) takes longer than \(.time) allows; it is not completed")
  }

  /// Writes through `body`, with a check before each block.
  func watch(
    _ writer: ByteWriter, of path: Path, isStoppable: Bool, _ body: () throws -> Void
  ) throws {
    let began = Interruption.clock.now
    let start = writer.byteCount
    writer.fraction = nil
    // A second after a signal, a note says that the file is still being completed.
    var noteTime: ContinuousClock.Instant?
    var isNoted = false
    writer.beforeBlock = { [unowned writer] in
      if Interruption.signal != nil {
        if isStoppable { throw Stopped() }
        let time = noteTime ?? Interruption.clock.now + .seconds(1)
        noteTime = time
        if !isNoted, Interruption.clock.now >= time {
          isNoted = true
          self.note("completing '\(path)'; interrupt again to give it up")
        }
      }
      try self.checkTime { "writing \(path)" }
      self.report {
        let megabytes = Double(writer.byteCount - start) / 1e6
        let text = "writing \(path): \(megabytes.threeDigits) MB"
        guard let fraction = writer.fraction, fraction > 0 else { return text }
        let seconds = (Interruption.clock.now - began).inSeconds
        return text + ", \(Int(fraction * 100)) %" + Activity.left(seconds / fraction - seconds)
      }
    }
    defer { writer.beforeBlock = nil }
    if showsProgress { try Activity.yieldingStatusLine(body) } else { try body() }
  }
}
