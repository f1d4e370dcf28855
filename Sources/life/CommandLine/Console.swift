import LifeIO

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the program's words about itself go: help to standard output, complaints to standard
/// error. Everything here is written through ``write``.
struct Console {
  enum Stream: Int32 {
    case output = 1
    case error = 2
  }

  var write: (Stream, [UInt8]) throws(WriteError) -> Void
  var isTerminal: (Stream) -> Bool
  /// The value of an environment variable.
  var environment: (String) -> String?
}

/// A write that the system refused.
struct WriteError: Error {
  let code: Int32

  /// Whoever was reading has gone, as `head` does when it has seen enough.
  var isBrokenPipe: Bool { code == EPIPE }
}

extension WriteError: CustomStringConvertible {
  var description: String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}

extension Console {
  /// Writes help to standard output. A reader that has gone is no error.
  func show(_ text: (TextStyle) -> String) -> ExitCode {
    do throws(WriteError) {
      try write(.output, Array(text(style(of: .output)).utf8))
    } catch {
      if error.isBrokenPipe { return .ok }
      complain("life: cannot write to standard output: \(error)\n")
      return .io
    }
    return .ok
  }

  /// Writes to standard error. If that fails there is nowhere left to say so.
  func complain(_ text: String) {
    do throws(WriteError) { try write(.error, Array(text.utf8)) } catch {}
  }

  /// - SeeAlso: <https://no-color.org>
  private func style(of stream: Stream) -> TextStyle {
    let refusal = environment("NO_COLOR") ?? ""
    let isPlain = !isTerminal(stream) || !refusal.isEmpty || environment("TERM") == "dumb"
    return isPlain ? .plain : .bold
  }
}

extension Console {
  /// The process's own streams. From here on a broken pipe is an error of `write(2)` and no longer
  /// a signal that ends the process.
  static var ofProcess: Console {
    signal(SIGPIPE, SIG_IGN)
    return Console(
      write: { (stream, bytes) throws(WriteError) in try writeAll(bytes, to: stream.rawValue) },
      isTerminal: { isatty($0.rawValue) == 1 },
      environment: { name in unsafe getenv(name).map { unsafe String(cString: $0) } })
  }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(WriteError) {
  do throws(FileFailure) {
    try unsafe bytes.span.withUnsafeBytes { bytes throws(FileFailure) in
      try unsafe LifeIO.writeAll(bytes, to: descriptor, path: .standardStream)
    }
  } catch {
    throw WriteError(code: error.code)
  }
}
