// The few calls to the operating system that every layer above goes through.
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file operation that failed, and why.
package struct FileFailure: Error, Hashable {
  package enum Operation: String, Sendable {
    case open, read, create, write, close, rename
  }

  package var operation: Operation
  package var path: Path
  /// The system's error number.
  package var code: Int32
  /// What to do about it, if there is something better to say than the system does.
  package var advice: String?

  package init(_ operation: Operation, _ path: Path, code: Int32, advice: String? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.advice = advice
  }

  /// Whether the reader of our output has gone away, which is no failure of ours.
  package var isBrokenPipe: Bool { code == EPIPE && operation != .read }
  package var isMissingInput: Bool { operation == .open || code == EISDIR }
}

extension FileFailure: CustomStringConvertible {
  package var description: String {
    let name = path == .standardStream ? (operation == .read ? "standard input" : "standard output")
      : "'\(path)'"
    let reason = unsafe String(cString: strerror(code))
    return "cannot \(operation.rawValue) \(name): \(reason)" + (advice.map { "; \($0)" } ?? "")
  }
}

extension Path {
  /// `-`: standard input where a file is read, standard output where one is written.
  package static let standardStream: Path = "-"

  /// Calls `body` with the name as a C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    let terminated = (bytes + [0]).map { CChar(bitPattern: $0) }
    return unsafe terminated.withUnsafeBufferPointer { unsafe body($0.baseAddress!) }
  }
}

/// Checked system calls: each is repeated when a signal interrupts it.
enum System {
  static func open(_ path: Path, _ flags: Int32, mode: mode_t = 0o666) -> Int32 {
    retrying { unsafe path.withCString { unsafe Self.openFile($0, flags | O_CLOEXEC, mode) } }
  }

  private static func openFile(
    _ name: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t
  ) -> Int32 {
    #if canImport(Glibc)
      unsafe Glibc.open(name, flags, mode)
    #else
      unsafe Darwin.open(name, flags, mode)
    #endif
  }

  static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    retrying {
      #if canImport(Glibc)
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    retrying {
      #if canImport(Glibc)
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      #else
        unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  static func status(_ path: Path) -> stat? {
    var info = stat()
    return unsafe path.withCString { unsafe stat($0, &info) } == 0 ? info : nil
  }

  private static func retrying<Result: BinaryInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }
}

/// Writes all of `bytes` to a descriptor.
package func writeAll(
  _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, path: Path
) throws(FileFailure) {
  var rest = unsafe bytes
  while unsafe !rest.isEmpty {
    let written = unsafe System.write(descriptor, rest)
    guard written > 0 else { throw FileFailure(.write, path, code: written < 0 ? errno : EIO) }
    unsafe rest = UnsafeRawBufferPointer(rebasing: rest[written...])
  }
}
