internal import Synchronization
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that work through generations together and wait for each other after each.
final class Team: Sendable {
  private let barrier: Barrier
  private let work: @Sendable (Int, Barrier) -> Void

  private init(_ count: Int, _ work: @escaping @Sendable (Int, Barrier) -> Void) {
    barrier = Barrier(count)
    self.work = work
  }

  /// Runs `work` once on each of `count` threads, this one included, and returns when all have.
  ///
  /// - Parameter work: gets the thread's number from 0 and the barrier that all share.
  static func run(_ count: Int, _ work: @escaping @Sendable (Int, Barrier) -> Void) {
    let team = Team(count, work)
    let threads = (1..<max(count, 1)).map { team.start($0) }
    work(0, team.barrier)
    for case let thread? in threads { pthread_join(thread, nil) }
  }

  private final class Member: Sendable {
    let number: Int
    let team: Team

    init(_ number: Int, of team: Team) {
      self.number = number
      self.team = team
    }

    func work() { team.work(number, team.barrier) }
  }

  #if canImport(Glibc)
    private typealias Argument = UnsafeMutableRawPointer?
  #else
    private typealias Argument = UnsafeMutableRawPointer
  #endif

  /// Starts a thread; if the system gives none, its part could never be waited for, so that is fatal.
  private func start(_ number: Int) -> pthread_t? {
    let member = unsafe Unmanaged.passRetained(Member(number, of: self))
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
    return thread
  }
}

/// Where the members of a team wait until all have come.
final class Barrier: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let round = Atomic<Int>(0)

  /// A generation of a small board takes microseconds, so waiting members look again at once; on a
  /// machine with other work to do they soon give way to it.
  private static let patience = 4096

  init(_ count: Int) { self.count = count }

  func wait() {
    guard count > 1 else { return }
    let mine = round.load(ordering: .acquiring)
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
      arrived.store(0, ordering: .relaxed)
      round.store(mine + 1, ordering: .releasing)
      return
    }
    var looks = 0
    while round.load(ordering: .acquiring) == mine {
      looks += 1
      if looks > Self.patience { sched_yield() }
    }
  }
}
