internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The names of the files that are being written, so that a signal handler can remove them, and
/// the programs that write some of them for us.
///
/// A handler may take no lock and no memory, so the names are C strings in a few slots. What finds
/// no slot is left behind when a signal ends the process, and removed by the next one that writes
/// the same file.
package enum Leftovers {
  private static let slots = InlineArray<16, Atomic<UInt>> { _ in Atomic(0) }
  private static let programs = InlineArray<4, Atomic<pid_t>> { _ in Atomic(0) }

  /// Makes a file and remembers it until ``forget(_:)``, with no signal between.
  static func noting(_ path: Path, _ make: () -> Int32) -> Int32 {
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    let descriptor = make()
    let code = errno
    if descriptor >= 0 { note(path) }
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return descriptor
  }

  private static func note(_ path: Path) {
    guard let name = unsafe path.withCString({ unsafe strdup($0) }) else { return }
    let word = UInt(bitPattern: name)
    for index in slots.indices {
      let (noted, _) = slots[index].compareExchange(
        expected: 0, desired: word, ordering: .acquiringAndReleasing)
      if noted { return }
    }
    unsafe free(name)
  }

  static func forget(_ path: Path) {
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

  /// Remembers a program that would make its file again.
  static func note(program: pid_t) { exchange(0, for: program) }

  static func forget(program: pid_t) { exchange(program, for: 0) }

  private static func exchange(_ old: pid_t, for new: pid_t) {
    for index in programs.indices {
      let (isDone, _) = programs[index].compareExchange(
        expected: old, desired: new, ordering: .acquiringAndReleasing)
      if isDone { return }
    }
  }

  private static func stopPrograms() {
    for index in programs.indices {
      let program = programs[index].exchange(0, ordering: .acquiringAndReleasing)
      guard program > 0 else { continue }
      _ = kill(program, SIGKILL)
      var status: Int32 = 0
      while unsafe waitpid(program, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// Removes all files that are remembered. Safe in a signal handler.
  package static func removeAll() {
    stopPrograms()
    for index in slots.indices {
      let word = slots[index].exchange(0, ordering: .acquiringAndReleasing)
      if let name = unsafe UnsafePointer<CChar>(bitPattern: word) { _ = unsafe unlink(name) }
    }
  }
}
