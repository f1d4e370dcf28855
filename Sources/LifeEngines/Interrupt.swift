internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Somebody's wish that an engine stops soon, or a time when it must.
///
/// Raising it is safe in a signal handler and from any thread.
package final class Interrupt: Sendable {
  private let wasRaised = Atomic<Bool>(false)
  /// Nanoseconds of a clock that only goes forward; nil for no deadline.
  private let deadline: UInt64?

  /// - Parameter seconds: from now until it is raised by itself.
  package init(afterSeconds seconds: Double? = nil) {
    deadline = seconds.map { Self.now &+ UInt64(max(0, min($0, 1e9)) * 1e9) }
  }

  package func raise() { wasRaised.store(true, ordering: .relaxed) }

  package var isRaised: Bool {
    if wasRaised.load(ordering: .relaxed) { return true }
    return deadline.map { Self.now >= $0 } ?? false
  }

  private static var now: UInt64 {
    var time = timespec()
    unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
  }
}

/// An engine stopped because it was asked to; its universe is at a whole generation.
package struct Stopped: Error, Equatable {
  package init() {}
}
