internal import LifeFaults

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that one thread at a time looks at or changes, and whose changes others can wait for.
///
/// Whoever waits sleeps: the cores belong to the engine and to the reader of what is written.
@safe
final class Monitor<State>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var state: State

  init(_ state: State) {
    self.state = state
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

  /// Changes the value and wakes all who wait.
  func change<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(lock)
    }
    return try body(&state)
  }

  /// Waits until `body`, which is asked after every change, has a result.
  func wait<Result>(for body: (inout State) throws -> Result?) rethrows -> Result {
    unsafe pthread_mutex_lock(lock)
    defer {
      unsafe pthread_cond_broadcast(changed)
      unsafe pthread_mutex_unlock(lock)
    }
    while true {
      if let result = try body(&state) { return result }
      unsafe pthread_cond_wait(changed, lock)
    }
  }
}

#if canImport(Glibc)
  private typealias ThreadArgument = UnsafeMutableRawPointer?
#else
  private typealias ThreadArgument = UnsafeMutableRawPointer
#endif

private final class ThreadBody: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Runs `work` on a thread of its own; false if the system gives none.
package func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  if callFails("pthread_create") { return false }
  let body = unsafe Unmanaged.passRetained(ThreadBody(work))
  #if canImport(Glibc)
    var thread = pthread_t()
  #else
    var thread: pthread_t?
  #endif
  let code = unsafe pthread_create(
    &thread, nil,
    { (argument: ThreadArgument) -> UnsafeMutableRawPointer? in
      let raw: UnsafeMutableRawPointer? = unsafe argument
      unsafe Unmanaged<ThreadBody>.fromOpaque(raw!).takeRetainedValue().work()
      return nil
    }, body.toOpaque())
  guard code == 0 else {
    unsafe body.release()
    return false
  }
  #if canImport(Glibc)
    pthread_detach(thread)
  #else
    if let thread { pthread_detach(thread) }
  #endif
  return true
}
