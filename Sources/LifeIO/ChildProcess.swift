internal import LifeSystem

/// Starts a program. Returns `nil` if it can't be started.
///
/// - Parameters:
///   - descriptors: the open files to pass: `own` in this process, `stream` in the child.
///   - variables: environment variables, for example `NAME=value`, added before this process's own.
///   - inOwnGroup: whether the program gets a process group of its own, so Ctrl-C doesn't interrupt
///     it.
func spawn(
  _ file: Path, words: [[UInt8]], connecting descriptors: [(own: Int32, stream: Int32)],
  adding variables: [[UInt8]] = [], inOwnGroup: Bool
) -> pid_t? {
  #if canImport(Glibc)
    var actions = unsafe posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #else
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #endif
  unsafe posix_spawn_file_actions_init(&actions)
  unsafe posix_spawnattr_init(&attributes)
  defer {
    unsafe posix_spawn_file_actions_destroy(&actions)
    unsafe posix_spawnattr_destroy(&attributes)
  }
  for (own, stream) in descriptors {
    unsafe posix_spawn_file_actions_adddup2(&actions, own, stream)
  }
  // Reset these signals: a child process would inherit them as ignored.
  var signals = sigset_t()
  unsafe sigemptyset(&signals)
  for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] { unsafe sigaddset(&signals, signal) }
  unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
  if inOwnGroup { unsafe posix_spawnattr_setpgroup(&attributes, 0) }
  let flags = Int32(POSIX_SPAWN_SETSIGDEF) | (inOwnGroup ? Int32(POSIX_SPAWN_SETPGROUP) : 0)
  unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
  let arguments = unsafe words.map { unsafe terminated($0) }
  let added = unsafe variables.map { unsafe terminated($0) }
  defer { unsafe (arguments + added).forEach { unsafe free($0) } }
  var process: pid_t = 0
  let code = unsafe file.withCString {
    unsafe posix_spawn(
      &process, $0, &actions, &attributes, arguments + [nil], added + inherited + [nil])
  }
  return code == 0 ? process : nil
}

/// A C string. The caller frees it.
private func terminated(_ word: [UInt8]) -> UnsafeMutablePointer<CChar>? {
  unsafe word.withUnsafeBufferPointer { bytes in
    guard let start = bytes.baseAddress else { return unsafe strdup("") }
    return unsafe strndup(
      UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self), bytes.count)
  }
}

/// Waits for the end of a program. Returns its exit status, or 128 + the signal that ended it.
/// Async-signal-safe.
@discardableResult
func waitForEnd(of program: pid_t) -> Int32 {
  var status: Int32 = 0
  while unsafe waitpid(program, &status, 0) < 0, errno == EINTR {}
  return exitStatus(ofWait: status)
}

/// The exit status of a program from the status of `waitpid`, or 128 + the signal that ended it.
private func exitStatus(ofWait status: Int32) -> Int32 {
  let signal = status & 0x7f
  return signal == 0 ? status >> 8 & 0xff : 128 + signal
}

/// The environment of this process.
private var inherited: [UnsafeMutablePointer<CChar>?] {
  var variables: [UnsafeMutablePointer<CChar>?] = unsafe []
  var index = 0
  while let variable = unsafe environ[index] {
    unsafe variables.append(variable)
    index += 1
  }
  return unsafe variables
}

/// A child process running this program; collects its standard output and standard error.
///
/// The child notices when this process ends, even by SIGKILL: it then reads the end of a pipe. See
/// ``waitForEndOfParent()``.
@safe
package final class ChildProcess {
  private let process: pid_t
  private var isRunning = true
  private var hasSignal = false
  private let streams: [UnsafeMutablePointer<FILE>]

  /// Starts this program with additional environment variables.
  ///
  /// - Returns: `nil` if the system refuses.
  package init?(_ words: [[UInt8]], adding variables: [[UInt8]]) {
    guard let output = unsafe tmpfile(), let errors = unsafe tmpfile() else { return nil }
    unsafe streams = [output, errors]
    var descriptors = unsafe [(fileno(output), Int32(1)), (fileno(errors), Int32(2))]
    if let lifeline = Self.lifeline { descriptors.append((lifeline.read, Self.lifelineOfChild)) }
    guard let program = Self.ownProgram,
      let process = spawn(
        program, words: [program.bytes] + words, connecting: descriptors, adding: variables,
        inOwnGroup: false)
    else {
      unsafe streams.forEach { unsafe _ = fclose($0) }
      return nil
    }
    self.process = process
  }

  deinit { unsafe streams.forEach { unsafe _ = fclose($0) } }

  /// A pipe. Only this process holds its writing end.
  private static let lifeline = SystemCall.makePipe()
  /// The descriptor of the pipe in a child process.
  private static let lifelineOfChild: Int32 = 3

  /// In a child process, finds the pipe and hides it from programs started later. Returns `false`
  /// if there is no pipe.
  package static func claimLifeline() -> Bool {
    SystemCall.status(lifelineOfChild)?.isPipe == true
      && fcntl(lifelineOfChild, F_SETFD, FD_CLOEXEC) == 0
  }

  /// In a child process, waits until its parent process has ended.
  package static func waitForEndOfParent() {
    var byte: UInt8 = 0
    while unsafe read(lifelineOfChild, &byte, 1) < 0, errno == EINTR {}
  }

  /// The file of the running program.
  package static var ownProgram: Path? {
    #if canImport(Darwin)
      var buffer = [CChar](repeating: 0, count: 4096)
      var size = UInt32(buffer.count)
      guard unsafe _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
      return Path(bytes: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) })
    #else
      linkTarget("/proc/self/exe")
    #endif
  }

  /// Waits until one of several processes has ended.
  ///
  /// - Parameter signal: returns the signal to pass on, to each process once; `nil` for none.
  /// - Returns: The index of the ended process, and its exit status or 128 + the signal that ended
  ///   it; `nil` if this process has no children.
  package static func waitForAny(
    of processes: [ChildProcess], passingOn signal: () -> Int32?
  ) -> (index: Int, status: Int32)? {
    var status: Int32 = 0
    while true {
      let ended = unsafe waitpid(-1, &status, WNOHANG)
      if let index = processes.firstIndex(where: { $0.process == ended }) {
        processes[index].isRunning = false
        return (index, exitStatus(ofWait: status))
      }
      if ended < 0, errno != EINTR { return nil }
      if let signal = signal() {
        for process in processes where process.isRunning && !process.hasSignal {
          _ = kill(process.process, signal)
          process.hasSignal = true
        }
      }
      usleep(1000)
    }
  }

  /// Sends SIGTERM to processes, and waits until they have ended.
  package static func end(_ processes: [ChildProcess]) {
    var running = processes
    while !running.isEmpty, let ended = waitForAny(of: running, passingOn: { SIGTERM }) {
      running.remove(at: ended.index)
    }
  }

  /// The text written to standard output.
  package var output: [UInt8] { unsafe Self.content(of: streams[0]) }
  /// The text written to standard error.
  package var errors: [UInt8] { unsafe Self.content(of: streams[1]) }

  private static func content(of stream: UnsafeMutablePointer<FILE>) -> [UInt8] {
    let descriptor = unsafe fileno(stream)
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe SystemCall.read(from: descriptor, into: $0, at: content.count)
      }
      guard count > 0 else { return content }
      content += buffer[..<count]
    }
  }
}
