internal import LifeSystem
internal import Synchronization

/// A meeting point for a fixed number of threads: ``wait()`` returns when all have called it.
///
/// It can be used again at once. All threads see every write before the barrier.
package final class Barrier: Sendable {
  private let count: Int
  private let idle: WorkerPool.Idle
  private let arrived = Atomic<Int>(0)
  /// The number of times that all threads have met.
  private let passes = Atomic<Int>(0)
  /// Guards no value. `passes` is incremented with the lock held, so no thread falls asleep between
  /// its last look and the wake-up.
  private let sleep = ConditionMutex(())

  package init(_ count: Int, idle: WorkerPool.Idle) {
    self.count = count
    self.idle = idle
  }

  package func wait() {
    guard count > 1 else { return }
    // Read before arriving: afterwards the last thread may already have incremented it.
    let before = passes.load(ordering: .acquiring)
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
      arrived.store(0, ordering: .relaxed)
      sleep.withLock { _ in passes.store(before + 1, ordering: .releasing) }
      return
    }
    if idle.poll({ passes.load(ordering: .acquiring) != before }) { return }
    sleep.wait { _ in passes.load(ordering: .acquiring) == before ? nil : () }
  }
}

extension WorkerPool.Idle {
  /// Polls for a condition, as long as this way of waiting allows. Returns false if the condition
  /// is still false and the thread should sleep.
  ///
  /// The first 4096 looks together take longer than a generation of a small board. Each of the
  /// others yields the core.
  func poll(_ isTrue: () -> Bool) -> Bool {
    guard self == .polling else { return false }
    for look in 0..<20_000 {
      if isTrue() { return true }
      if look >= 4096 { sched_yield() }
    }
    return false
  }
}
