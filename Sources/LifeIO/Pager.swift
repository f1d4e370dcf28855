#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The program to show long texts page by page on a terminal: `PAGER`, or `less`.
enum Pager {
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
    let process = spawn(shell, words: words, connecting: [(ends.read, 0)], isOwnGroup: false)
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
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
    // 127: the shell found no such program.
    return exitStatus(ofWait: status) != 127
  }
}
