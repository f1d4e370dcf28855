import LifeCore

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
        advice: "\(advice: .overwriteWhenResuming)")
    }
  }
}

extension FileFailure {
  /// A refusal to replace an existing file.
  static func clobbering(_ path: Path) -> FileFailure {
    FileFailure(.create, path: path, code: EEXIST, advice: "\(advice: .clobber)")
  }
}

extension Path {
  /// Whether two regular files have the same bytes; false if one cannot be read.
  func hasSameBytes(as other: Path) -> Bool {
    guard isRegularFile(self), isRegularFile(other), let one = try? FileSource(opening: self),
      let two = try? FileSource(opening: other)
    else { return false }
    var block = [UInt8](repeating: 0, count: 1 << 18)
    var otherBlock = block
    while let count = try? one.read(into: &block, from: 0),
      count == (try? two.read(into: &otherBlock, from: 0)),
      block.prefix(count) == otherBlock.prefix(count)
    {
      if count == 0 { return true }
    }
    return false
  }
}
