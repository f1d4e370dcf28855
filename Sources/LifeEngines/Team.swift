internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that work through generations together and wait for each other after each.
///
/// They live as long as the team: a thread that is started for every piece of work begins on
/// whatever core starts it, and two cores then share one for the first milliseconds.
final class Team: Sendable {
  /// How many threads work, the caller's own included.
  let count: Int
  private let meeting: Meeting

  init(_ count: Int) {
    self.count = count
    meeting = Meeting(count)
    for number in 1..<max(count, 1) { Member(number, meeting).start() }
  }

  deinit { meeting.dismiss() }

  /// Runs `work` once on each thread, this one included, and returns when all have.
  ///
  /// - Parameter work: gets the thread's number from 0 and the barrier that all share.
  func run(_ work: @escaping @Sendable (Int, Barrier) -> Void) {
    meeting.call(work)
    work(0, meeting.barrier)
    meeting.barrier.wait()
  }
}

/// Where the members of a team wait for work.
private final class Meeting: Sendable {
  typealias Work = @Sendable (Int, Barrier) -> Void

  /// What there is to do; nil when the team is dismissed.
  private struct Agenda {
    var round = 0
    var work: Work?
  }

  let barrier: Barrier
  private let agenda = Mutex(Agenda())
  /// The agenda's round, to be looked at without the lock.
  private let round = Atomic<Int>(0)

  init(_ count: Int) { barrier = Barrier(count) }

  func call(_ work: @escaping Work) { announce(work) }

  func dismiss() { announce(nil) }

  private func announce(_ work: Work?) {
    agenda.withLock {
      $0.round += 1
      $0.work = work
      round.store($0.round, ordering: .releasing)
    }
  }

  /// Waits for work after round `last`.
  func next(after last: Int) -> Work? {
    var patience = Patience()
    while round.load(ordering: .acquiring) == last { patience.wait() }
    return agenda.withLock { $0.work }
  }
}

/// One thread of a team, beside the caller's.
private final class Member: Sendable {
  private let number: Int
  private let meeting: Meeting

  init(_ number: Int, _ meeting: Meeting) {
    self.number = number
    self.meeting = meeting
  }

  private func work() {
    var round = 0
    while let work = meeting.next(after: round) {
      round += 1
      work(number, meeting.barrier)
      meeting.barrier.wait()
    }
  }

  #if canImport(Glibc)
    private typealias Argument = UnsafeMutableRawPointer?
  #else
    private typealias Argument = UnsafeMutableRawPointer
  #endif

  /// Starts the thread; without it the others would wait for ever, so a refusal is fatal.
  func start() {
    let member = unsafe Unmanaged.passRetained(self)
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let code = unsafe pthread_create(
      &thread, nil,
      { (argument: Argument) -> UnsafeMutableRawPointer? in
        let raw: UnsafeMutableRawPointer? = unsafe argument
        unsafe Unmanaged<Member>.fromOpaque(raw!).takeRetainedValue().work()
        return nil
      }, member.toOpaque())
    precondition(code == 0, "the system gives no more threads; use --threads 1")
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }
}

/// Where the members of a team wait until all have come.
final class Barrier: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  func wait() {
    guard count > 1 else { return }
    let mine = round.load(ordering: .acquiring)
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
      arrived.store(0, ordering: .relaxed)
      round.store(mine + 1, ordering: .releasing)
      return
    }
    var patience = Patience()
    while round.load(ordering: .acquiring) == mine { patience.wait() }
  }
}

/// How a thread waits: a generation of a small board takes microseconds, so at first it looks again
/// at once; then it gives way to others, and in the end it sleeps between looks.
private struct Patience {
  private var looks = 0

  mutating func wait() {
    looks += 1
    if looks > 20_000 {
      usleep(100)
    } else if looks > 4096 {
      sched_yield()
    }
  }
}
