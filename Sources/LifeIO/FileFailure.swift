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
}

extension FileFailure {
  /// There is no memory to read a file with.
  static func outOfMemory(_ path: Path) -> FileFailure { FileFailure(.read, path, code: ENOMEM) }
}

/// What went wrong with a file, as coarsely as an exit code tells it.
package enum FailureKind: Sendable {
  /// An input is not there, may not be read, or is a directory.
  case missingInput
  /// An input is not what it says it is.
  case damagedData
  /// An output cannot be made.
  case cannotCreate
  /// Reading or writing failed half-way.
  case inputOutput
  /// An input asks for more than it is allowed.
  case overLimit
}

extension FileFailure {
  package var kind: FailureKind {
    switch operation {
    case .open: .missingInput
    case .read: code == EISDIR ? .missingInput : .inputOutput
    case .create: .cannotCreate
    case .write, .close, .rename: .inputOutput
    }
  }

  /// What the system says, and what to do about it.
  var reason: String {
    let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    return words + (advice.map { "; \($0)" } ?? "")
  }

  private var isAboutInput: Bool { operation == .open || operation == .read }
}

extension FileFailure: CustomStringConvertible {
  package var description: String {
    let stream = isAboutInput ? "standard input" : "standard output"
    return "cannot \(operation.rawValue) \(path.isStandardStream ? stream : "'\(path)'"): \(reason)"
  }
}

/// Why bytes could not be had: the system's failure, or data that is not what it says it is.
package enum ReadError: Error, Hashable {
  case file(FileFailure)
  /// Compressed data that is damaged, cut short or too large.
  case data(Path, String)
  /// More than a limit allows.
  case limit(Path, String)

  package var kind: FailureKind {
    switch self {
    case .file(let failure): failure.kind
    case .data: .damagedData
    case .limit: .overLimit
    }
  }
}

extension ReadError: CustomStringConvertible {
  /// The file and what is wrong with it: `gun.rle.gz: the gzip data is damaged: cut short`.
  package var description: String {
    switch self {
    case .file(let failure):
      "\(failure.path.inputName): cannot \(failure.operation.rawValue): \(failure.reason)"
    case .data(let path, let reason), .limit(let path, let reason):
      "\(path.inputName): \(reason)"
    }
  }
}
