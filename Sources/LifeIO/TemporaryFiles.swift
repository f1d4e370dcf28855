internal import LifeSystem
internal import Synchronization

/// Registers unfinished files and the child processes writing them, so a signal handler can remove
/// them.
///
/// A signal handler must not lock or allocate, so names are C strings in a fixed number of slots.
/// Without a free slot, the file stays when a signal ends the process; the next writer of the same
/// output removes it.
package enum TemporaryFiles {
  private static let slots = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }
  private static let programs = InlineArray<4, Atomic<pid_t>> { _ in Atomic(0) }

  /// Creates and registers a file, with signals blocked until both are done.
  ///
  /// - Returns: The result of `make`: a descriptor, or -1 with the reason in `errno`.
  static func creating(_ path: Path, make: () -> Int32) -> Int32 {
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    let descriptor = make()
    let code = errno
    if descriptor >= 0 { register(path) }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return descriptor
  }

  private static func register(_ path: Path) {
    guard let name = unsafe path.withCString({ unsafe strdup($0) }) else { return }
    let word = UInt(bitPattern: name)
    for index in slots.indices {
      let (noted, _) = slots[index].compareExchange(
        expected: 0, desired: word, ordering: .acquiringAndReleasing)
      if noted { return }
    }
    unsafe free(name)
  }

  static func unregister(_ path: Path) {
    unsafe path.withCString { path in
      for index in slots.indices {
        let word = slots[index].load(ordering: .acquiring)
        guard let name = unsafe UnsafeMutablePointer<CChar>(bitPattern: word),
          unsafe strcmp(name, path) == 0
        else { continue }
        let (forgotten, _) = slots[index].compareExchange(
          expected: word, desired: 0, ordering: .acquiringAndReleasing)
        if forgotten { return unsafe free(name) }
      }
    }
  }

  /// Registers a child process. It would otherwise create its file again after the removal.
  static func register(program: pid_t) { exchange(0, for: program) }

  static func unregister(program: pid_t) { exchange(program, for: 0) }

  private static func exchange(_ old: pid_t, for new: pid_t) {
    for index in programs.indices {
      let (isDone, _) = programs[index].compareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if isDone { return }
    }
  }

  /// Kills registered processes and removes registered files. Async-signal-safe.
  package static func removeAll() {
    for index in programs.indices {
      let program = programs[index].exchange(0, ordering: .acquiringAndReleasing)
      guard program > 0 else { continue }
      _ = kill(program, SIGKILL)
      waitForEnd(of: program)
    }
    for index in slots.indices {
      let word = slots[index].exchange(0, ordering: .acquiringAndReleasing)
      if let name = unsafe UnsafePointer<CChar>(bitPattern: word) { _ = unsafe unlink(name) }
    }
  }
}
