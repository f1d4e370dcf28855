// All calls to the operating system that can fail, in one place, so tests can inject failures.

internal import LifeSystem

/// System calls, repeated after an interruption by a signal as far as ``WaitPolicy`` permits.
///
/// Reads and writes wait even if another process has made a shared descriptor non-blocking. After a
/// negative result, `errno` has the reason.
enum SystemCall {
  /// Opens a file on a descriptor above 2. With a closed standard stream, the file might otherwise
  /// get descriptor 1 or 2, and messages would be written into it.
  static func open(_ path: Path, flags: Int32) -> Int32 {
    let wait: WaitPolicy.Wait = flags & O_ACCMODE == O_RDONLY ? .input : .output
    let descriptor = attempt(waitingFor: wait) {
      unsafe path.withCString { unsafe LifeSystem.open($0, flags | O_CLOEXEC, 0o666) }
    }
    guard (0...2).contains(descriptor) else { return descriptor }
    defer { _ = close(descriptor) }
    return duplicate(descriptor)
  }

  static func read(from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(buffer.count, maxTransfer)
    return transferring(descriptor: descriptor, event: POLLIN, waitingFor: .input) {
      unsafe LifeSystem.read(descriptor, buffer.baseAddress, count)
    }
  }

  /// Reads at an offset, without moving the file's position.
  static func read(
    from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Int {
    let count = min(buffer.count, maxTransfer)
    return attempt {
      unsafe pread(descriptor, buffer.baseAddress, count, off_t(offset))
    }
  }

  /// - Parameter wait: `nil` for a pipe to a child process, which is sure to read.
  static func write(
    to descriptor: Int32, from buffer: UnsafeRawBufferPointer,
    waitingFor wait: WaitPolicy.Wait? = .output
  ) -> Int {
    let count = min(buffer.count, maxTransfer)
    return transferring(descriptor: descriptor, event: POLLOUT, waitingFor: wait) {
      unsafe LifeSystem.write(descriptor, buffer.baseAddress, count)
    }
  }

  /// Writes at an offset of a regular file, without moving the file's position.
  static func write(to descriptor: Int32, from buffer: UnsafeRawBufferPointer, at offset: Int)
    -> Int
  {
    attempt {
      unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }
  }

  /// Whether a descriptor is a pipe without a reader.
  static func isPipeWithoutReader(_ descriptor: Int32) -> Bool {
    var state = pollfd(fd: descriptor, events: 0, revents: 0)
    return unsafe poll(&state, 1, 0) > 0 && state.revents & Int16(POLLERR) != 0
  }

  /// Closes a descriptor. It is invalid afterwards, even after an error.
  static func close(_ descriptor: Int32) -> Int32 {
    let result = LifeSystem.close(descriptor)
    return result < 0 && errno == EINTR ? 0 : result
  }

  /// Returns another descriptor of the same open file.
  static func duplicate(_ descriptor: Int32) -> Int32 {
    attempt { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
  }

  /// Makes a pipe that child processes don't inherit. Returns `nil` on failure, with the reason in
  /// `errno`.
  static func makePipe() -> (read: Int32, write: Int32)? {
    var ends: [Int32] = [-1, -1]
    let result = attempt {
      unsafe ends.withUnsafeMutableBufferPointer { unsafe pipe($0.baseAddress!) }
    }
    guard result == 0 else { return nil }
    defer { for end in ends { _ = close(end) } }
    let read = duplicate(ends[0])
    let write = duplicate(ends[1])
    guard read >= 0, write >= 0 else { return nil }
    widenPipe(write)
    return (read, write)
  }

  /// Enlarges a pipe's buffer from 64 KiB to 1 MiB, so writer and reader wait less for each other.
  static func widenPipe(_ descriptor: Int32) {
    #if os(Linux)
      // F_SETPIPE_SZ, which the Glibc module lacks; 1 MiB is the limit without privileges.
      if status(descriptor)?.isPipe == true { _ = fcntl(descriptor, 1031, 1 << 20) }
    #endif
  }

  /// Larger transfers are an error on Darwin and truncated on Linux.
  private static let maxTransfer = 1 << 30

  static func status(_ path: Path) -> stat? {
    var info = stat()
    let result = attempt { unsafe path.withCString { unsafe stat($0, &info) } }
    return result == 0 ? info : nil
  }

  /// The status of a name, without following a symbolic link; `nil` if the name is free.
  static func statusOfName(_ path: Path) -> stat? {
    var info = stat()
    let result = attempt { unsafe path.withCString { unsafe lstat($0, &info) } }
    return result == 0 ? info : nil
  }

  static func status(_ descriptor: Int32) -> stat? {
    var info = stat()
    return attempt { unsafe fstat(descriptor, &info) } == 0 ? info : nil
  }

  /// Whether `path` still names the open file, without following a symbolic link.
  static func isNamed(_ path: Path, descriptor: Int32) -> Bool {
    guard let named = statusOfName(path), let opened = status(descriptor) else { return false }
    return named.st_dev == opened.st_dev && named.st_ino == opened.st_ino
  }

  /// The target of a symbolic link. Returns `nil` on failure, with the reason in `errno`: EINVAL
  /// for other files.
  static func linkTarget(_ path: Path) -> [UInt8]? {
    let room = Int(PATH_MAX)
    var target = [CChar](repeating: 0, count: room)
    let length = attempt { unsafe path.withCString { unsafe readlink($0, &target, room) } }
    return length < 0 ? nil : target.prefix(length).map { UInt8(bitPattern: $0) }
  }

  /// The maximum length of a file name in a folder, in bytes.
  static func maxNameLength(in folder: Path) -> Int {
    let length = attempt {
      unsafe folder.withCString { unsafe pathconf($0, Int32(_PC_NAME_MAX)) }
    }
    return length > 0 ? length : 255
  }

  /// Whether this process may access a file or a folder, for example for writing with `W_OK`.
  static func mayAccess(_ path: Path, for mode: Int32) -> Bool {
    attempt { unsafe path.withCString { unsafe access($0, mode) } } == 0
  }

  static func move(_ path: Path, to target: Path) -> Int32 {
    attempt {
      unsafe path.withCString { from in
        unsafe target.withCString { unsafe rename(from, $0) }
      }
    }
  }

  /// Gives a file a second name. Fails with EEXIST if the name is in use.
  static func addName(_ target: Path, to path: Path) -> Int32 {
    attempt {
      unsafe path.withCString { from in
        unsafe target.withCString { unsafe link(from, $0) }
      }
    }
  }

  static func remove(_ path: Path) -> Int32 {
    attempt { unsafe path.withCString { unsafe unlink($0) } }
  }

  /// Locks an open file. Returns `false` if another process holds the lock.
  ///
  /// Also returns `true` on file systems without locks, which lack only the protection from a
  /// second process.
  static func takeLock(_ descriptor: Int32) -> Bool {
    attempt { flock(descriptor, LOCK_EX | LOCK_NB) } == 0 || errno != EWOULDBLOCK
  }

  /// Releases the lock of an open file. Closing it isn't enough: a child process holds all open
  /// files until it starts its program.
  static func releaseLock(_ descriptor: Int32) { _ = flock(descriptor, LOCK_UN) }

  /// Copies owner and permissions from the file to be replaced. Without privileges the owner
  /// doesn't change.
  static func imitate(_ model: stat, descriptor: Int32) -> Int32 {
    _ = attempt { fchown(descriptor, model.st_uid, model.st_gid) }
    return attempt { fchmod(descriptor, model.st_mode & 0o777) }
  }

  /// Truncates an open file, and moves its position to the end.
  static func cut(_ descriptor: Int32, to length: Int) -> Int32 {
    let result = attempt { ftruncate(descriptor, off_t(length)) }
    guard result == 0 else { return -1 }
    return lseek(descriptor, off_t(length), SEEK_SET) < 0 ? -1 : 0
  }

  /// Waits until all written data is on disk.
  static func synchronize(_ descriptor: Int32) -> Int32 {
    attempt { fsync(descriptor) }
  }

  private static func transferring(
    descriptor: Int32, event: Int32, waitingFor wait: WaitPolicy.Wait?,
    call: () -> Int
  ) -> Int {
    while true {
      let result = attempt(waitingFor: wait, call: call)
      if result >= 0 || errno != EAGAIN { return result }
      var state = pollfd(fd: descriptor, events: Int16(event), revents: 0)
      if unsafe poll(&state, 1, -1) < 0, let wait, isGivenUp(wait) { return -1 }
    }
  }

  /// Repeats a call while signals interrupt it.
  ///
  /// - Parameter wait: the other end that the call may wait for; `nil` if it doesn't depend on
  ///   another process.
  static func attempt<Result: BinaryInteger>(
    waitingFor wait: WaitPolicy.Wait? = nil, call: () -> Result
  ) -> Result {
    while true {
      let result = wait == .output ? WaitPolicy.waiting(call) : call()
      if result >= 0 || errno != EINTR { return result }
      if let wait, isGivenUp(wait) { return result }
    }
  }

  /// Whether to give up a failed call because a signal interrupted it.
  private static func isGivenUp(_ wait: WaitPolicy.Wait) -> Bool {
    errno == EINTR && WaitPolicy.isOver(for: wait)
  }
}

extension stat {
  enum FileKind { case file, directory, other }

  var kind: FileKind {
    switch st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .directory
    default: .other
    }
  }

  var isPipe: Bool { st_mode & S_IFMT == S_IFIFO }
}

extension Path {
  /// Calls `body` with the path as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    // With a NUL byte, the system would cut off the name and use another file; an empty name is
    // refused.
    let terminated = ((bytes.contains(0) ? [] : bytes) + [0]).map { CChar(bitPattern: $0) }
    return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

/// Writes all of `bytes` to a descriptor.
///
/// - Parameter path: the name of the file in errors.
/// - Throws: ``FileFailure``.
func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32,
  waitingFor wait: WaitPolicy.Wait? = .output, path: Path
) throws(FileFailure) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe SystemCall.write(to: descriptor, from: rest, waitingFor: wait)
    guard written > 0 else {
      throw FileFailure(.write, path: path, code: written < 0 ? errno : EIO)
    }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}
