#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What an output path leads to, through any number of symbolic links.
enum Destination {
  /// Somebody opened it for us: `-`, `/dev/stdout`, `/dev/fd/3`.
  case stream(Int32)
  /// A pipe or a device, written as it is.
  case device(Path)
  /// A regular file that is replaced as a whole; nil if it is new.
  case file(Path, replacing: stat?)

  /// - Throws: ``FileFailure`` if nothing can be written there.
  init(_ path: Path, replacing: Bool) throws(FileFailure) {
    var name = path
    // As many links as Linux follows.
    for _ in 0...40 {
      if let number = name.streamNumber {
        self = .stream(number)
        return
      }
      let status = System.status(name)
      if status == nil && errno != ENOENT { throw FileFailure(.create, path, code: errno) }
      if let status, status.kind == .other {
        self = .device(name)
        return
      }
      guard let target = System.linkTarget(name) else {
        // A file is no link, and a name that is free is nothing.
        if errno != EINVAL && errno != ENOENT { throw FileFailure(.create, path, code: errno) }
        try Self.check(name, status, as: path, replacing: replacing)
        self = .file(name, replacing: status)
        return
      }
      name = name.sibling(target)
    }
    throw FileFailure(.create, path, code: ELOOP)
  }

  private static func check(
    _ name: Path, _ status: stat?, as path: Path, replacing: Bool
  ) throws(FileFailure) {
    if path.bytes.isEmpty { throw FileFailure(.create, path, code: ENOENT) }
    if status?.kind == .directory || name.fileName.bytes.isEmpty {
      throw FileFailure(.create, path, code: EISDIR)
    }
    guard status != nil else { return }
    if !replacing { throw .clobbering(path) }
    // A rename does not ask the file that it replaces, but its owner said that it shall stay.
    if !System.mayWrite(name) { throw FileFailure(.create, path, code: errno) }
  }
}

extension FileFailure {
  static func clobbering(_ path: Path) -> FileFailure {
    FileFailure(.create, path, code: EEXIST, advice: "leave out --no-clobber to replace it")
  }
}

extension Path {
  /// Whether what is written there goes to standard output: `-`, `/dev/stdout`, `/dev/fd/1`.
  package var isStandardOutput: Bool { streamNumber == 1 }

  /// The descriptor that a name stands for.
  ///
  /// The system could open these names too, but Linux then starts at the file's first byte again
  /// instead of going on where the stream is, and cannot open sockets.
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
