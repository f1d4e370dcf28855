#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What happens to an existing regular file that has the final name of an output.
package enum Replacement: Hashable, Sendable {
  /// It is replaced, unless it is a checkpoint or the unfinished file of one.
  case always
  /// It is replaced in any case.
  case overwriting
  /// The output is refused before anything is written.
  case never
  /// It is replaced by an output of the same bytes; any other output is refused when it is
  /// complete.
  ///
  /// For resumed runs: the file may be an output that the run finished before it was killed, or a
  /// file of the user that a forged checkpoint names. Devices and pipes are refused.
  case bySameBytes

  /// Whether existing files are kept; an option sets it.
  package var keepsExisting: Bool {
    get { self == .never }
    set { if newValue { self = .never } }
  }

  /// Whether files that a checkpoint needs are replaced, too; an option sets it, unless another one
  /// keeps existing files.
  package var overwrites: Bool {
    get { self == .overwriting }
    set { if newValue, self != .never { self = .overwriting } }
  }

  /// The refusal to replace an existing file; nil if every file is replaced.
  func refusal(_ path: Path) -> FileFailure? {
    switch self {
    case .always, .overwriting: nil
    case .never: .clobbering(path)
    case .bySameBytes:
      FileFailure(
        .create, path: path, code: EEXIST,
        advice: "resuming replaces it only with --overwrite; add it, or move the file away")
    }
  }
}

extension FileFailure {
  /// A refusal to replace an existing file.
  static func clobbering(_ path: Path) -> FileFailure {
    FileFailure(.create, path: path, code: EEXIST, advice: "omit --no-clobber to replace it")
  }
}

extension Path {
  /// Whether two regular files have the same bytes; false if one cannot be read.
  func hasSameBytes(as other: Path) -> Bool {
    let files = [self, other].map { SystemCall.open($0, flags: O_RDONLY | O_NONBLOCK) }
    defer { for file in files where file >= 0 { _ = SystemCall.close(file) } }
    let statuses = files.compactMap { $0 < 0 ? nil : SystemCall.status($0) }
    guard statuses.count == 2, statuses.allSatisfy({ $0.kind == .file }),
      statuses[0].st_size == statuses[1].st_size
    else { return false }
    var blocks = [[UInt8]](repeating: [UInt8](repeating: 0, count: 1 << 18), count: 2)
    var offset = 0
    while true {
      let counts = files.indices.map { index in
        unsafe blocks[index].withUnsafeMutableBytes {
          unsafe SystemCall.read(from: files[index], into: $0, at: offset)
        }
      }
      guard counts[0] >= 0, counts[0] == counts[1] else { return false }
      if counts[0] == 0 { return offset == Int(statuses[0].st_size) }
      guard blocks[0].prefix(counts[0]) == blocks[1].prefix(counts[0]) else { return false }
      offset += counts[0]
    }
  }
}
