package import LifeCore

/// An error while reading a file: a system failure, invalid data, or a limit.
package enum ReadError: Error, Hashable {
  case file(FileFailure)
  /// Invalid data: the file and its defect.
  case data(Path, Message)
  /// An exceeded limit: the file and the limit.
  case limit(Path, Message)

  /// The kind of the error.
  package var kind: FailureKind {
    switch self {
    case .file(let failure): failure.kind
    case .data: .invalidData
    case .limit: .overLimit
    }
  }
}

extension ReadError: CustomStringConvertible {
  /// The file and the error: `gun.rle.gz: the gzip data is damaged: it is truncated`.
  package var description: String { "\(message)" }

  package var message: Message {
    switch self {
    case .file(let failure):
      "\(failure.path.inputName): cannot \(failure.operation.rawValue): \(failure.reason)"
    case .data(let path, let reason), .limit(let path, let reason):
      "\(path.inputName): \(reason)"
    }
  }
}

/// The kinds of failures in every layer. Exit codes and the library's errors follow from them.
package enum FailureKind: Sendable {
  /// A request that can't be carried out as given.
  case usage
  /// Two results differ but should be equal.
  case difference
  /// Invalid data, or data that an output format can't hold.
  case invalidData
  /// An input does not exist, may not be read, or is a directory.
  case missingInput
  /// An output cannot be created.
  case cannotCreate
  /// Reading or writing an open file failed.
  case inputOutput
  /// A limit on memory, time or size.
  case overLimit
}
