internal import LifeSystem

/// The destination of an output path, with symbolic links resolved.
enum Destination {
  /// An open descriptor: `-`, `/dev/stdout`, `/dev/fd/3`.
  case stream(Int32)
  /// A pipe or a device, written directly.
  case device(Path)
  /// A regular file to replace atomically, with the status of the existing file if any.
  case file(Path, replacing: stat?)

  /// - Throws: ``FileFailure`` if the path can't be written.
  init(_ path: Path, replacement: Replacement) throws(FileFailure) {
    var resolved = path
    // Linux follows at most 40 links.
    for _ in 0...40 {
      if let number = resolved.streamNumber {
        self = .stream(number)
        return
      }
      let status = SystemCall.status(resolved)
      if status == nil && errno != ENOENT { throw FileFailure(.create, path: path, code: errno) }
      if let status, status.kind == .other {
        if replacement == .bySameBytes, let refusal = replacement.refusal(path) { throw refusal }
        self = .device(resolved)
        return
      }
      guard let target = SystemCall.linkTarget(resolved) else {
        // EINVAL: not a link. ENOENT: the name is free.
        if errno != EINVAL && errno != ENOENT {
          throw FileFailure(.create, path: path, code: errno)
        }
        try Self.check(resolved, status: status, as: path, replacement: replacement)
        self = .file(resolved, replacing: status)
        return
      }
      resolved = resolved.sibling(target)
    }
    throw FileFailure(.create, path: path, code: ELOOP)
  }

  private static func check(
    _ resolved: Path, status: stat?, as path: Path, replacement: Replacement
  ) throws(FileFailure) {
    if path.bytes.isEmpty { throw FileFailure(.create, path: path, code: ENOENT) }
    if status?.kind == .directory || resolved.fileName.bytes.isEmpty {
      throw FileFailure(.create, path: path, code: EISDIR)
    }
    guard status != nil else { return }
    if replacement == .never { throw .clobbering(path) }
    // A rename needs no permission for the replaced file, but a write-protected file must stay.
    if !SystemCall.mayAccess(resolved, for: W_OK) {
      throw FileFailure(.create, path: path, code: errno)
    }
  }
}

extension Path {
  /// Whether the path denotes standard output: `-`, `/dev/stdout`, `/dev/fd/1`.
  package var isStandardOutput: Bool { streamNumber == 1 }

  /// The descriptor denoted by the path, for example 3 for `/dev/fd/3`; `nil` for other paths.
  ///
  /// Opening such a path on Linux would start at the file's first byte instead of the stream's
  /// current position. It would fail for sockets.
  fileprivate var streamNumber: Int32? {
    switch self {
    case .standardStream, "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default: break
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for folder in ["/dev/fd/", "/proc/self/fd/"] where text.hasPrefix(folder) {
      return Int32(text.dropFirst(folder.utf8.count))
    }
    return nil
  }
}
