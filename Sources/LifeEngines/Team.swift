internal import LifeFaults
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
  private let meeting = Meeting()
  private let barrier: Barrier

  /// - Parameter count: how many threads are wanted; there are fewer if the system gives no more.
  init(_ count: Int) {
    var given = 1
    while given < count, Member(given, meeting).start() { given += 1 }
    self.count = given
    barrier = Barrier(given)
  }

  deinit { meeting.dismiss() }

  /// Runs `work` once on each thread, this one included, and returns when all have.
  ///
  /// - Parameter work: gets the thread's number from 0 and the barrier that all share.
  func run(_ work: @escaping @Sendable (Int, Barrier) -> Void) {
    let barrier = barrier
    let part: Meeting.Work = { number in
      work(number, barrier)
      barrier.wait()
    }
    meeting.call(part)
    part(0)
    // Work that were kept could keep this team alive, and nobody would dismiss the threads.
    meeting.forget()
  }
}

/// Where the members of a team wait for work.
private final class Meeting: Sendable {
  typealias Work = @Sendable (Int) -> Void

  private struct Agenda {
    var round = 0
    var work: Work?
    var isDismissed = false
  }

  private let agenda = Mutex(Agenda())
  /// The agenda's round, to be looked at without the lock.
  private let round = Atomic<Int>(0)

  func call(_ work: @escaping Work) { announce { $0.work = work } }

  func dismiss() { announce { $0.isDismissed = true } }

  func forget() { agenda.withLock { $0.work = nil } }

  private func announce(_ change: (inout Agenda) -> Void) {
    agenda.withLock {
      $0.round += 1
      change(&$0)
      round.store($0.round, ordering: .releasing)
    }
  }

  /// Waits for work after round `last`; nil when the team is dismissed.
  func next(after last: Int) -> Work? {
    var patience = Patience()
    while round.load(ordering: .acquiring) == last { patience.wait() }
    return agenda.withLock { $0.isDismissed ? nil : $0.work }
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
      work(number)
    }
  }

  #if canImport(Glibc)
    private typealias Argument = UnsafeMutableRawPointer?
  #else
    private typealias Argument = UnsafeMutableRawPointer
  #endif

  /// Starts the thread; false if the system gives none.
  func start() -> Bool {
    if callFails("pthread_create") { return false }
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
    guard code == 0 else {
      unsafe member.release()
      return false
    }
    #if canImport(Glibc)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
    return true
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
