import LifeSystem

/// The standard streams: results go to standard output, errors to standard error. All text goes
/// through ``write``, so tests can replace it.
package struct Console {
  package enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  package var write: (Stream, [UInt8]) throws -> Void
  package var isTerminal: (Stream) -> Bool
  /// The value of an environment variable.
  package var environment: (String) -> String?
  /// Shows a text page by page. Returns `false` if it couldn't.
  package var page: ([UInt8]) -> Bool = { _ in false }

  /// Writes to standard error. Ignores failures: there is nowhere to report them.
  package func complain(_ text: String) {
    try? write(.error, Array(text.utf8))
  }

  /// The streams of the process.
  package static var ofProcess: Console {
    Console(
      write: { stream, bytes in
        try unsafe bytes.span.withUnsafeBytes { bytes throws(FileFailure) in
          if isatty(stream.rawValue) == 1 { unsafe StatusLine.makeWay(for: bytes) }
          try unsafe writeAll(bytes, to: stream.rawValue, path: .standardStream)
        }
      },
      isTerminal: { isatty($0.rawValue) == 1 },
      environment: variable,
      page: { Pager.show($0, with: variable("PAGER")) })
  }

  private static func variable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }

  /// Turns writing to a closed pipe into an error of `write(2)`; by default a signal would end the
  /// process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

extension Console {
  /// Whether standard input is a file or a pipe. A command reads a terminal or a device, such as
  /// `/dev/null`, only if its input is `-`.
  package static var hasInput: Bool {
    guard let status = SystemCall.status(STDIN_FILENO) else { return false }
    return [S_IFREG, S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
  }

  /// Whether another program reads standard output.
  package static var isOutputPiped: Bool { SystemCall.status(STDOUT_FILENO)?.isPipe == true }
}

/// The program to show long texts page by page on a terminal: `PAGER`, or `less`.
private enum Pager {
  /// Shows a text and waits until the pager ends.
  ///
  /// - Parameter line: the value of `PAGER`; `nil` if not set. An empty value means no pager.
  /// - Returns: `false` if the text wasn't shown.
  static func show(_ text: [UInt8], with line: String?) -> Bool {
    // With -F, less ends at once if the text fits on the screen; with -R it shows bold text.
    let line = line ?? (findProgram(Array("less".utf8)) == nil ? "" : "less -FRX")
    guard !line.isEmpty, let shell = findProgram(Array("sh".utf8)),
      let ends = SystemCall.makePipe()
    else { return false }
    let words = ["sh", "-c", line].map { Array($0.utf8) }
    let process = spawn(shell, words: words, connecting: [(ends.read, 0)], inOwnGroup: false)
    _ = SystemCall.close(ends.read)
    // Ctrl-C is for the pager. It would lose its terminal if this process ended first.
    let before = signal(SIGINT, SIG_IGN)
    defer { _ = signal(SIGINT, before) }
    // A pager may quit before it has read everything.
    try? unsafe text.span.withUnsafeBytes { bytes throws(FileFailure) in
      if process != nil { try unsafe writeAll(bytes, to: ends.write, path: .standardStream) }
    }
    _ = SystemCall.close(ends.write)
    guard let process else { return false }
    // 127: the shell found no such program.
    return waitForEnd(of: process) != 127
  }
}
