internal import LifeSystem

/// A value behind a lock, with a condition variable: threads can sleep until it has changed.
///
/// `Synchronization.Mutex` has no condition variable, and a polling thread takes time from the
/// engine and from the reader of our output.
@safe
package final class ConditionMutex<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  /// Read and written only while `lock` is held.
  private var value: Value
  /// The threads in ``wait(for:)``; also guarded by `lock`.
  private var sleepers = 0

  package init(_ value: Value) {
    self.value = value
    unsafe lock = .allocate(capacity: 1)
    unsafe changed = .allocate(capacity: 1)
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// Reads or changes the value, and wakes the threads in ``wait(for:)``.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unlock() }
    return try body(&value)
  }

  /// Sleeps until `body` returns a result. `body` is called at once, and again after every change.
  package func wait<Result>(for body: (inout Value) throws -> Result?) rethrows -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unlock() }
    while true {
      if let result = try body(&value) { return result }
      sleepers += 1
      unsafe pthread_cond_wait(changed, lock)
      sleepers -= 1
    }
  }

  private func unlock() {
    // A broadcast without sleepers costs little, but the pool unlocks twice per generation.
    if sleepers > 0 { unsafe pthread_cond_broadcast(changed) }
    unsafe pthread_mutex_unlock(lock)
  }
}
