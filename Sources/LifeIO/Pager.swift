#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The program that shows long texts page by page on a terminal: that of `PAGER`, or `less`.
enum Pager {
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
