internal import LifeSystem

#if canImport(Glibc)
  private typealias ThreadArgument = UnsafeMutableRawPointer?
#else
  private typealias ThreadArgument = UnsafeMutableRawPointer
#endif

private final class ThreadBody: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

/// Runs `work` on a new thread. Returns false if the system cannot create one.
///
/// The new thread blocks all signals, so their handlers run only on the main thread.
package func startThread(_ work: @escaping @Sendable () -> Void) -> Bool {
  var all = sigset_t()
  var before = sigset_t()
  unsafe sigfillset(&all)
  unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
  defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
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
