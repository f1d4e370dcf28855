import LifeCore
import Testing

/// `make test-thread` runs these with the thread sanitizer.
@Suite struct WorkerPoolTests {
  static let idles: [WorkerPool.Idle] = [.polling, .sleeping]

  /// A number without a lock: the thread sanitizer notices if the pool fails to order its changes.
  private final class Slot: @unchecked Sendable {
    var value = 0
  }

  @Test(arguments: idles, [1, 2, 3, 5])
  func `a pool runs every worker once, round after round`(
    idle: WorkerPool.Idle, threads: Int
  ) throws {
    let pool = WorkerPool(threads: threads, idle: idle)
    #expect(pool.count == threads)
    let calls = (0..<threads).map { _ in Slot() }
    for round in 1...300 {
      pool.run { worker, _ in calls[worker].value += 1 }
      #expect(calls.allSatisfy { $0.value == round })
    }
  }

  /// Each worker reads its neighbor's value of the stage before.
  @Test(arguments: idles, [2, 3])
  func `a barrier separates the stages of a job`(idle: WorkerPool.Idle, threads: Int) {
    let pool = WorkerPool(threads: threads, idle: idle)
    let now = (0..<threads).map { _ in Slot() }
    let next = (0..<threads).map { _ in Slot() }
    for _ in 0..<20 {
      pool.run { worker, barrier in
        for _ in 0..<50 {
          next[worker].value = now[(worker + 1) % now.count].value + 1
          barrier.wait()
          now[worker].value = next[worker].value
          barrier.wait()
        }
      }
    }
    #expect(now.allSatisfy { $0.value == 1000 })
  }

  @Test(arguments: idles, [1, 2, 5])
  func `forEach of a pool calls every part once`(idle: WorkerPool.Idle, threads: Int) {
    let pool = WorkerPool(threads: threads, idle: idle)
    for parts in [0, 1, 2, 7, 100] {
      for _ in 0..<50 {
        let calls = (0..<parts).map { _ in Slot() }
        pool.forEach(parts) { part, worker in
          calls[part].value += 1
          #expect(worker >= 0 && worker < threads)
        }
        #expect(calls.allSatisfy { $0.value == 1 })
      }
    }
  }

  @Test(arguments: idles)
  func `run and forEach alternate on one pool`(idle: WorkerPool.Idle) {
    let pool = WorkerPool(threads: 3, idle: idle)
    let calls = (0..<3).map { _ in Slot() }
    for _ in 0..<200 {
      pool.run { worker, _ in calls[worker].value += 1 }
      pool.forEach(3) { part, _ in calls[part].value += 1 }
    }
    #expect(calls.allSatisfy { $0.value == 400 })
  }

  @Test(arguments: idles, [1, 2])
  func `tasks are performed in the order of enqueueing`(idle: WorkerPool.Idle, threads: Int) {
    let pool = WorkerPool(threads: threads, idle: idle)
    let done = ConditionMutex<[Int]>([])
    for task in 0..<500 { pool.enqueue { done.withLock { $0.append(task) } } }
    done.wait { $0.count == 500 ? () : nil }
    #expect(done.withLock { $0 } == Array(0..<500))
  }

  @Test(arguments: idles)
  func `tasks and jobs do not hinder each other`(idle: WorkerPool.Idle) {
    let pool = WorkerPool(threads: 2, idle: idle)
    let tasks = ConditionMutex(0)
    let calls = (0..<2).map { _ in Slot() }
    for _ in 0..<200 {
      pool.enqueue { tasks.withLock { $0 += 1 } }
      pool.run { worker, _ in calls[worker].value += 1 }
    }
    tasks.wait { $0 == 200 ? () : nil }
    #expect(calls.allSatisfy { $0.value == 200 })
  }

  @Test(arguments: idles)
  func `a pool ends its threads and releases its last job`(idle: WorkerPool.Idle) {
    final class Witness: Sendable {
      let count: ConditionMutex<Int>
      init(_ count: ConditionMutex<Int>) { self.count = count }
      deinit { count.withLock { $0 -= 1 } }
    }
    let alive = ConditionMutex(20)
    for _ in 0..<20 {
      let witness = Witness(alive)
      let pool = WorkerPool(threads: 3, idle: idle)
      // The job owns the pool, and the pool must not keep the job.
      pool.run { _, _ in withExtendedLifetime((witness, pool)) {} }
    }
    alive.wait { $0 == 0 ? () : nil }
  }

  @Test func `threads that sleep wake up for the next job`() {
    let pool = WorkerPool(threads: 2, idle: .polling)
    let calls = (0..<2).map { _ in Slot() }
    for _ in 0..<3 {
      pool.run { worker, _ in calls[worker].value += 1 }
      // Longer than polling lasts.
      let start = ContinuousClock.now
      while ContinuousClock.now - start < .milliseconds(60) {}
    }
    #expect(calls.allSatisfy { $0.value == 3 })
  }
}
