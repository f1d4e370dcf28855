package import LifeCore
internal import LifeSystem

/// A failed file operation: the operation, the file and the system's error.
package struct FileFailure: Error, Hashable {
  /// The operation that failed; messages use its name.
  package enum Operation: String, Sendable {
    case open, read, create, write, close, rename
  }

  package var operation: Operation
  package var path: Path
  /// The system's error number.
  package var code: Int32
  /// Advice for the user; `nil` if the system's message is enough.
  package var advice: Message?

  package init(_ operation: Operation, path: Path, code: Int32, advice: Message? = nil) {
    self.operation = operation
    self.path = path
    self.code = code
    self.advice = advice
  }

  /// Whether the reader of an output pipe closed it. Callers treat this as a normal end.
  package var isBrokenPipe: Bool { code == EPIPE && operation != .read }

  /// Whether there is no such file.
  package var isMissing: Bool { code == ENOENT }

  /// Whether the operation failed because a signal has asked the process to end.
  package var isInterrupted: Bool { code == EINTR }

  /// An allocation for reading a file failed.
  static func outOfMemory(_ path: Path) -> FileFailure {
    FileFailure(.read, path: path, code: ENOMEM)
  }

  /// A file or a folder cannot be created in a folder.
  static func creation(of path: Path, in folder: Path, code: Int32) -> FileFailure {
    let advice: Message? =
      switch code {
      case ENOENT where SystemCall.status(folder) == nil: "create the folder '\(folder)' first"
      case EACCES, EROFS: "permit new files in '\(folder)', or write elsewhere"
      default: nil
      }
    return FileFailure(.create, path: path, code: code, advice: advice)
  }

  /// The kind of the failure.
  package var kind: FailureKind {
    switch operation {
    case .open: .missingInput
    case .read: code == EISDIR ? .missingInput : .inputOutput
    case .create: .cannotCreate
    case .write, .close, .rename: .inputOutput
    }
  }

  /// The system's message and the advice.
  var reason: Message {
    // "Device or resource busy" would tell less than the advice.
    if code == EBUSY, let advice { return advice }
    let words = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    let isFolder = code == EISDIR && operation == .read && !path.isStandardStream
    let advice = isFolder ? "name files in it, such as \(path.quotedForShell)/*" : advice
    return Message(words) + (advice.map { "; \($0)" } ?? "")
  }
}

extension FileFailure: CustomStringConvertible {
  package var description: String { "\(message)" }

  package var message: Message {
    "cannot \(operation.rawValue) \(object): \(reason)"
  }

  /// The file or stream, in the form to follow the verb.
  private var object: String {
    guard path.isStandardStream else { return "'\(path)'" }
    switch operation {
    case .open, .read: return "standard input"
    case .write: return "to standard output"
    case .create, .close, .rename: return "standard output"
    }
  }
}
