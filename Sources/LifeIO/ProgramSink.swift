internal import LifeSystem

/// Pipes bytes to another program, for example a video encoder; that program writes the file.
///
/// The file gets its name once the program has succeeded. The program runs in its own process
/// group, so Ctrl-C interrupts only this process and the program can finish the frames it has.
package final class ProgramSink: ByteSink {
  private let program: String
  private let path: Path
  /// The descriptor that the program writes to; `nil` if it opens a file or a device by name.
  private var stream: Int32?
  /// The unfinished file, which the program writes by name; `nil` for a pipe or a device.
  private var file: FileSink?
  private var pipe: Int32 = -1
  private var process: pid_t = -1

  /// - Parameters:
  ///   - program: a name to search in the absolute folders of `PATH`; it must read standard input.
  ///   - arguments: returns the program's arguments, given the output as an ffmpeg URL and whether
  ///     it is a pipe or a device.
  /// - Throws: ``FileFailure``, ``ProgramFailure``.
  package init(
    _ program: String, creating path: Path, replacement: Replacement = .unprotected,
    arguments: (_ output: [UInt8], _ isPipe: Bool) -> [[UInt8]]
  ) throws {
    self.program = program
    self.path = path
    let words: [[UInt8]]
    switch try Destination(path, replacement: replacement) {
    case .stream(let number):
      words = arguments(Array("pipe:\(number)".utf8), true)
      stream = number
    case .device(let name): words = arguments(name.bytes, true)
    case .file:
      let file = try FileSink(creating: path, replacement: replacement)
      self.file = file
      words = arguments(Array("file:".utf8) + file.unfinishedName.bytes, false)
    }
    try start([Array(program.utf8)] + words)
  }

  deinit { abandon() }

  private func start(_ words: [[UInt8]]) throws {
    guard let ends = SystemCall.makePipe() else {
      throw FileFailure(.create, path: path, code: errno)
    }
    pipe = ends.write
    defer { _ = SystemCall.close(ends.read) }
    guard let file = findProgram(Array(program.utf8)),
      let process = spawn(file, words: words, connecting: [(ends.read, 0)], inOwnGroup: true)
    else {
      abandon()
      throw ProgramFailure(program: program, path: path, status: nil)
    }
    self.process = process
    TemporaryFiles.register(program: process)
  }

  package func write(_ bytes: Span<UInt8>) throws {
    do throws(FileFailure) { try send(bytes) } catch {
      // The program has closed its input. Either it needs no more, or its exit status reports a
      // failure.
      if !error.isBrokenPipe { throw error }
      try throwIfReaderIsGone()
    }
  }

  /// - Throws: ``FileFailure`` if the reader of the program's output has closed the pipe. Callers
  ///   treat this as a normal end.
  private func throwIfReaderIsGone() throws(FileFailure) {
    guard let stream, SystemCall.isPipeWithoutReader(stream) else { return }
    throw FileFailure(.write, path: path, code: EPIPE)
  }

  private func send(_ bytes: Span<UInt8>) throws(FileFailure) {
    try unsafe bytes.withUnsafeBytes { bytes throws(FileFailure) in
      // Keep waiting for a slow encoder when a signal ends the run, to keep the video.
      try unsafe writeAll(bytes, to: pipe, waitingFor: nil, path: path)
    }
  }

  package func finish() throws {
    closePipe()
    let status = wait()
    guard status == 0 else {
      abandon()
      try throwIfReaderIsGone()
      throw ProgramFailure(program: program, path: path, status: status)
    }
    defer { file = nil }
    try file?.finish()
  }

  package func abandon() {
    if process > 0 { _ = kill(process, SIGTERM) }
    closePipe()
    _ = wait()
    file?.abandon()
    file = nil
  }

  private func closePipe() {
    if pipe >= 0 { _ = SystemCall.close(pipe) }
    pipe = -1
  }

  /// Waits for the program. Returns its exit status, or 128 + the signal that ended it.
  private func wait() -> Int32 {
    guard process > 0 else { return 0 }
    let status = waitForEnd(of: process)
    TemporaryFiles.unregister(program: process)
    process = -1
    return status
  }
}

/// The first executable file of this name in the folders of `PATH`; `nil` if there is none.
///
/// Relative and empty entries are skipped: a resumed run works in the folder named by its
/// checkpoint, which may be untrusted.
func findProgram(_ name: [UInt8]) -> Path? {
  let list = unsafe getenv("PATH").map { unsafe String(cString: $0) } ?? "/usr/bin:/bin"
  return list.utf8.split(separator: UInt8(ascii: ":")).lazy
    .filter { $0.first == UInt8(ascii: "/") }
    .map { Path(bytes: Array($0)).appending(Path(bytes: name)) }
    .first { isRegularFile($0) && SystemCall.mayAccess($0, for: X_OK) }
}

/// A failure of another program to write a file.
package struct ProgramFailure: Error, Hashable {
  package var program: String
  /// The file to write.
  package var path: Path
  /// The exit status, or 128 + the signal that ended the program; `nil` if it couldn't be started.
  package var status: Int32?

  /// Whether the program could not be started.
  package var isMissing: Bool { status == nil }
}

extension ProgramFailure: CustomStringConvertible {
  package var description: String {
    guard let status else {
      return "cannot create '\(path)': it requires '\(program)', which is not installed"
    }
    return "cannot create '\(path)': '\(program)' failed with status \(status)"
  }
}
