internal import Synchronization

/// A fixed set of threads that share the parts of one job at a time, and perform tasks while the
/// caller continues.
///
/// The threads live as long as the pool. Starting one for each piece of work would be slow: a new
/// thread begins on the core of its creator, and the two share that core for the first
/// milliseconds.
///
///     run       every worker once, with a barrier     bands of a board, many generations
///     forEach   numbered parts, any worker            bands of a frame, blocks of a PNG
///     enqueue   a task nobody waits for               drawing a frame while the next is computed
///
/// Worker 0 of `run` and `forEach` is the caller, so a pool of one has no thread of its own. One
/// thread at a time may call `run` or `forEach`, and neither from within a job of the same pool.
package final class WorkerPool: Sendable {
  /// The way a thread waits for work, and for others at a barrier.
  package enum Idle: Sendable {
    /// Polls for some milliseconds before it sleeps: a generation of a small board takes less time
    /// than waking a thread.
    case polling
    /// Sleeps at once and leaves the core to the engine and to the reader of the output.
    case sleeping
  }

  /// The workers of a job: the caller and the pool's threads.
  package let count: Int
  private let work: PoolWorkload
  private let barrier: Barrier

  /// - Parameter threads: the wanted number of workers, with the caller. There are fewer if the
  ///   system refuses to start a thread.
  package init(threads: Int, idle: Idle = .polling) {
    let work = PoolWorkload(idle)
    var count = 1
    while count < threads {
      let worker = count
      guard startThread({ work.performAssignments(as: worker) }) else { break }
      count += 1
    }
    self.count = count
    self.work = work
    barrier = Barrier(count, idle: idle)
  }

  /// Drops the tasks not yet begun. Each thread ends after its present task or job.
  deinit { work.close() }

  /// Calls `body` once on every worker, at the same time, and returns when all calls have returned.
  ///
  /// - Parameter body: gets the worker's number, from 0, and a barrier for all workers.
  package func run(_ body: @escaping @Sendable (_ worker: Int, _ barrier: Barrier) -> Void) {
    let barrier = barrier
    let job: PoolWorkload.Job = { worker in
      body(worker, barrier)
      barrier.wait()
    }
    guard count > 1 else { return job(0) }
    work.perform(job, isForAll: true)
  }

  /// Calls `body` with every number below `parts`, in any order and on any worker, and returns when
  /// all calls have returned. Does not wait for a thread that has not begun by then.
  package func forEach(
    _ parts: Int, body: @escaping @Sendable (_ part: Int, _ worker: Int) -> Void
  ) {
    guard count > 1, parts > 1 else {
      for part in 0..<parts { body(part, 0) }
      return
    }
    let counter = PartCounter(parts)
    work.perform(
      { worker in while let part = counter.next(for: worker) { body(part, worker) } },
      isForAll: false)
  }

  /// Lets a thread of the pool perform `task`. Tasks begin in the order of their calls. A pool of
  /// one performs it at once; a pool of two performs its tasks one by one.
  package func enqueue(_ task: @escaping @Sendable () -> Void) {
    if count == 1 { task() } else { work.enqueue(task) }
  }
}

/// Hands out the parts of a job: the caller gets the first ones, the other threads the last ones.
/// So in the next job, a part is likely still in the cache of the thread that gets it.
private final class PartCounter: Sendable {
  private let count: Int
  private let begun = Atomic<Int>(0)
  private let begunByCaller = Atomic<Int>(0)
  private let begunByOthers = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  func next(for worker: Int) -> Int? {
    guard begun.add(1, ordering: .relaxed).oldValue < count else { return nil }
    return worker == 0
      ? begunByCaller.add(1, ordering: .relaxed).oldValue
      : count - begunByOthers.add(1, ordering: .relaxed).newValue
  }
}

/// The work of a pool's threads. The threads own it too, so it may outlive the pool.
private final class PoolWorkload: Sendable {
  typealias Job = @Sendable (_ worker: Int) -> Void
  typealias Task = @Sendable () -> Void

  private struct Pending {
    var job: (work: Job, isForAll: Bool)?
    /// The number of jobs so far, so no thread begins one twice.
    var jobs = 0
    var tasks: [Task] = []
    var isClosed = false
  }

  private enum Assignment {
    case job(Job, isForAll: Bool)
    case task(Task)
    case end
  }

  /// The changes and jobs that one thread has seen so far.
  private struct Seen {
    var changes = 0
    var jobs = 0
  }

  private let idle: WorkerPool.Idle
  private let state = ConditionMutex(Pending())
  /// Counts the jobs, the tasks and the closing. Incremented with the lock held, polled without.
  private let changes = Atomic<Int>(0)
  /// The number of pool threads in a job with `isForAll` false; also changed with the lock held.
  private let helpers = Atomic<Int>(0)

  init(_ idle: WorkerPool.Idle) { self.idle = idle }

  func enqueue(_ task: @escaping Task) { announce { $0.tasks.append(task) } }

  func close() {
    announce {
      $0.tasks = []
      $0.isClosed = true
    }
  }

  /// Performs a job as worker 0, together with the threads.
  ///
  /// - Parameter isForAll: whether the job itself waits for all threads, with a barrier. If not,
  ///   threads that have not begun it when the caller is done are left out.
  func perform(_ job: @escaping Job, isForAll: Bool) {
    announce {
      precondition($0.job == nil, "a worker pool performs one job at a time")
      $0.job = (job, isForAll)
      $0.jobs += 1
    }
    job(0)
    // A stored job could own the pool, and keep it from ever being closed.
    state.withLock { $0.job = nil }
    if !isForAll { waitForHelpers() }
  }

  private func waitForHelpers() {
    if idle.poll({ helpers.load(ordering: .acquiring) == 0 }) { return }
    state.wait { _ in helpers.load(ordering: .acquiring) == 0 ? () : nil }
  }

  private func announce(_ change: (inout Pending) -> Void) {
    state.withLock {
      change(&$0)
      changes.add(1, ordering: .releasing)
    }
  }

  /// The loop of one thread of the pool.
  func performAssignments(as worker: Int) {
    var seen = Seen()
    while true {
      waitForChange(after: seen.changes)
      switch nextAssignment(&seen) {
      case .job(let job, let isForAll):
        job(worker)
        // A job for all ends at its barrier. Taking the lock again would cost the caller a
        // collision in every generation.
        if !isForAll { state.withLock { _ in _ = helpers.subtract(1, ordering: .releasing) } }
      case .task(let task): task()
      case .end: return
      case nil: break
      }
    }
  }

  private func waitForChange(after seen: Int) {
    if idle.poll({ changes.load(ordering: .acquiring) != seen }) { return }
    state.wait { _ in changes.load(ordering: .relaxed) == seen ? nil : () }
  }

  private func nextAssignment(_ seen: inout Seen) -> Assignment? {
    state.withLock { state in
      defer {
        // If tasks are left, the thread looks again at once.
        if state.tasks.isEmpty { seen.changes = changes.load(ordering: .relaxed) }
      }
      if state.isClosed { return .end }
      if let job = state.job, seen.jobs < state.jobs {
        seen.jobs = state.jobs
        if !job.isForAll { helpers.add(1, ordering: .relaxed) }
        return .job(job.work, isForAll: job.isForAll)
      }
      return state.tasks.isEmpty ? nil : .task(state.tasks.removeFirst())
    }
  }
}
