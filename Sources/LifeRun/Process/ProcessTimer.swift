import LifeSystem
import Synchronization

/// The timer of the process, shared by all its timed events.
///
/// The system has one timer per process; it's always set for the earliest event. All functions are
/// async-signal-safe.
enum ProcessTimer {
  /// An event; each has at most one time.
  enum Event: Int, CaseIterable {
    /// ``Interruption/look`` is raised: a checkpoint or the deadline of a run is due.
    case look
    /// ``Interruption/stop`` is raised: the time limit of the work is reached.
    case stop
    /// The process ends at its time limit: see ``Interruption/endProcess(after:)``.
    case end
    /// Waiting calls are interrupted after a signal.
    case signal
  }

  /// The times of the events in milliseconds of ``now``, or `Int.max`.
  private static let times = InlineArray<4, Atomic<Int>> { _ in Atomic(.max) }

  /// Initializes the times, which must not happen in a signal handler.
  static func prepare() { for event in Event.allCases { clear(event) } }

  /// Milliseconds of a clock that never goes back.
  static var now: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &now)
    return now.tv_sec * 1000 + now.tv_nsec / 1_000_000
  }

  /// Sets the time of an event in milliseconds from now, replacing its last one.
  static func set(_ event: Event, after milliseconds: Int) {
    times[event.rawValue].store(now + max(0, milliseconds), ordering: .relaxed)
    start()
  }

  static func clear(_ event: Event) { times[event.rawValue].store(.max, ordering: .relaxed) }

  /// Whether the time of an event has come. If so, clears it.
  static func take(_ event: Event) -> Bool {
    let time = times[event.rawValue].load(ordering: .relaxed)
    // Another thread may set a later time now; it must not be cleared.
    return time <= now
      && times[event.rawValue].compareExchange(
        expected: time, desired: .max, ordering: .relaxed
      ).exchanged
  }

  /// Sets the system's timer for the earliest event, or stops it if there is none.
  static func start() {
    var next = Int.max
    for index in times.indices { next = min(next, times[index].load(ordering: .relaxed)) }
    // A timer of zero is off.
    let rest = next == .max ? 0 : max(1, next - now)
    var timer = itimerval()
    timer.it_value.tv_sec = .init(rest / 1000)
    timer.it_value.tv_usec = .init(rest % 1000 * 1000)
    #if canImport(Darwin)
      unsafe setitimer(ITIMER_REAL, &timer, nil)
    #else
      unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
    #endif
  }
}
