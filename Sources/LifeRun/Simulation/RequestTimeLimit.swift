import LifeCore
import Synchronization

/// Raises an interrupt when the time of a request is up, unless the request has ended by then.
final class RequestTimeLimit: Sendable {
  private let hasEnded = Mutex(false)

  init(_ time: Duration, interrupt: Interrupt) {
    Task.detached {
      try? await Task.sleep(for: time)
      // Raised later, the interrupt would stop the next request.
      self.hasEnded.withLock { if !$0 { interrupt.raise() } }
    }
  }

  /// The request has ended: the interrupt is not raised from now on.
  func end() { hasEnded.withLock { $0 = true } }
}
