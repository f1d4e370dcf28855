#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A failed write to a stream of the process.
package struct StreamError: Error {
  package let code: Int32

  /// Whether the reader closed the pipe, as `head` does.
  package var isBrokenPipe: Bool { code == EPIPE }
}

extension StreamError: CustomStringConvertible {
  package var description: String {
    unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }
}
