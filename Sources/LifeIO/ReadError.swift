/// An error while reading a file: a system failure, invalid data, or a limit.
package enum ReadError: Error, Hashable {
  case file(FileFailure)
  /// Invalid data: the file and what is wrong with it.
  case data(Path, String)
  /// The file and the limit that it exceeds.
  case limit(Path, String)

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
  package var description: String {
    switch self {
    case .file(let failure):
      "\(failure.path.inputName): cannot \(failure.operation.rawValue): \(failure.reason)"
    case .data(let path, let reason), .limit(let path, let reason):
      "\(path.inputName): \(reason)"
    }
  }
}
