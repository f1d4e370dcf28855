import Glibc
import LifeCore
import LifeEngines
import LifeRun
import Synchronization

/// Interrupts a run at its time limit, and aborts the process when the run ignores that.
///
/// libFuzzer and the program share the timer of SIGALRM, so that libFuzzer's own limit does not
/// work while a run has set the timer.
enum Watchdog {
  /// The time of a run.
  static let limit = Duration.milliseconds(40)
  private static let hang = Duration.seconds(10)

  private static let runs = Atomic<Int>(0)
  private static let isRunning = Atomic<Bool>(false)
  /// Starts the thread once.
  private static let thread: Void = {
    var thread = pthread_t()
    let code = unsafe pthread_create(&thread, nil, { _ in watch() }, nil)
    precondition(code == 0, "no thread for the watchdog")
  }()

  /// Does some work under watch, and restores the timer of libFuzzer after it.
  static func watch(_ work: () -> Void) {
    _ = thread
    var timer = itimerval()
    unsafe getitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer)
    Interruption.stop.lower()
    runs.add(1, ordering: .relaxed)
    isRunning.store(true, ordering: .relaxed)
    work()
    isRunning.store(false, ordering: .relaxed)
    unsafe setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil)
  }

  private static func watch() -> Never {
    var run = 0
    var time = Duration.zero
    var before = ContinuousClock.now
    while true {
      usleep(5000)
      let now = runs.load(ordering: .relaxed)
      if now != run || !isRunning.load(ordering: .relaxed) { (run, time) = (now, .zero) }
      // The time in which the process was suspended does not count.
      time += min(ContinuousClock.now - before, .milliseconds(50))
      before = .now
      if time > limit { Interruption.stop.raise() }
      if time > hang { abort() }
    }
  }
}
