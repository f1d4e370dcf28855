#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The standard streams: results go to standard output, errors to standard error. All text goes
/// through ``write``, which tests replace.
package struct Console {
  package enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  package var write: (Stream, [UInt8]) throws -> Void
  package var isTerminal: (Stream) -> Bool
  /// The value of an environment variable.
  package var environment: (String) -> String?
  /// Shows a text page by page; returns false if it did not.
  package var page: ([UInt8]) -> Bool = { _ in false }

  /// Writes to standard error. A failure is ignored, because it cannot be reported.
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

  /// Makes writing to a closed pipe an error of `write(2)` instead of a signal that ends the
  /// process.
  package static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

extension Console {
  /// Whether standard input is a file or a pipe. A terminal is not read unless `-` is given, and
  /// neither is a device such as `/dev/null`.
  package static var hasInput: Bool {
    [S_IFREG, S_IFIFO, S_IFSOCK].contains(kindOfFile(STDIN_FILENO))
  }

  /// Whether another program reads standard output.
  package static var isReadByProgram: Bool { kindOfFile(STDOUT_FILENO) == S_IFIFO }

  /// The kind of file that a descriptor refers to; 0 for none.
  private static func kindOfFile(_ descriptor: Int32) -> mode_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}

/// The program that shows long texts page by page on a terminal: that of `PAGER`, or `less`.
private enum Pager {
  /// Shows a text and waits for the end of the pager.
  ///
  /// - Parameter line: the value of `PAGER`; nil if it is not set. An empty one is for no pager.
  /// - Returns: false if the text was not shown.
  static func show(_ text: [UInt8], with line: String?) -> Bool {
    // -F ends it at once if the text fits on the screen, and -R shows bold text.
    let line = line ?? (findProgram(Array("less".utf8)) == nil ? "" : "less -FRX")
    guard !line.isEmpty, let shell = findProgram(Array("sh".utf8)),
      let ends = SystemCall.makePipe()
    else { return false }
    let words = ["sh", "-c", line].map { Array($0.utf8) }
    let process = spawn(shell, words: words, connecting: [(ends.read, 0)], isOwnGroup: false)
    _ = SystemCall.close(ends.read)
    // Ctrl-C is for the pager, which would lose its terminal if this process ended before it.
    let before = signal(SIGINT, SIG_IGN)
    defer { _ = signal(SIGINT, before) }
    // A pager that is quit reads no more.
    try? unsafe text.span.withUnsafeBytes { bytes throws(FileFailure) in
      if process != nil { try unsafe writeAll(bytes, to: ends.write, path: .standardStream) }
    }
    _ = SystemCall.close(ends.write)
    guard let process else { return false }
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // The shell has found no such program.
    return exitStatus(ofWait: status) != 127
  }
}
