import LifeCore
import LifeIO

/// Watches long writing: displays its progress, answers status requests, and ends it at a signal or
/// when its time is up.
package final class WritingControl {
  private let observer: (any RunObserver)?
  private let deadline: ContinuousClock.Instant?
  private let title: String

  /// - Parameters:
  ///   - title: the pattern, for answers to status requests.
  ///   - deadline: when writing is given up.
  package init(
    _ observer: (any RunObserver)? = nil, title: String = "",
    deadline: ContinuousClock.Instant? = nil
  ) {
    self.observer = observer
    self.title = title
    self.deadline = deadline
  }

  /// Must be called now and then, such as before each block of a file.
  ///
  /// - Parameters:
  ///   - isStoppable: whether a signal may leave the work undone.
  ///   - progress: describes the work.
  /// - Throws: `Stopped` after a signal; ``RunFailure`` when the time is up.
  package func check(isStoppable: Bool = true, _ progress: () -> WritingProgress) throws {
    if isStoppable, Interruption.signal != nil { throw Stopped() }
    try checkTime { progress().work }
    guard let observer else { return }
    if Interruption.takeStatusRequest() {
      observer.clear()
      observer.answer(progress(), about: title)
    }
    if observer.showsProgress { observer.show(progress()) }
  }

  /// Tells the user something about the result.
  func note(_ text: String) { observer?.note(text) }

  /// The check of time alone, which any thread may make.
  ///
  /// - Throws: ``RunFailure`` when the time is up.
  func checkTime(_ work: () -> String) throws {
    guard let deadline, Interruption.clock.now >= deadline else { return }
    throw RunFailure(
      .overLimit, "\(work()) takes longer than --max-time allows; it is not completed")
  }

  /// Writes through `body`, with a check before each block.
  func watch(
    _ writer: ByteWriter, of path: Path, isStoppable: Bool, _ body: () throws -> Void
  ) throws {
    let began = Interruption.clock.now
    let start = writer.byteCount
    writer.fraction = nil
    writer.beforeBlock = { [unowned writer] in
      try self.check(isStoppable: isStoppable) {
        WritingProgress(
          work: "writing \(path)", bytes: writer.byteCount - start, fraction: writer.fraction,
          seconds: (Interruption.clock.now - began).inSeconds)
      }
    }
    defer { writer.beforeBlock = nil }
    try body()
  }
}
