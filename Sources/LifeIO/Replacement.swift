import LifeCore
internal import LifeSystem

/// The fate of an existing regular file with the final name of an output.
package enum Replacement: Hashable, Sendable {
  /// Replace it, unless it is a ``ProtectedFile``, for example a checkpoint.
  case unprotected
  /// Replace it in any case.
  case overwriting
  /// Refuse the output before anything is written.
  case never
  /// Replace it with an output of the same bytes; refuse any other output once it is complete.
  ///
  /// For resumed runs. The file may be an output finished by the run before it was killed, or a
  /// file of the user named by a forged checkpoint. Devices and pipes are refused.
  case bySameBytes

  /// Whether existing files stay; set by an option.
  package var keepsExisting: Bool {
    get { self == .never }
    set { if newValue { self = .never } }
  }

  /// Whether to replace every ``ProtectedFile``, too; set by an option. Setting it has no effect
  /// while ``keepsExisting`` is true.
  package var overwrites: Bool {
    get { self == .overwriting }
    set { if newValue, self != .never { self = .overwriting } }
  }

  /// The refusal to replace an existing file; `nil` if every file may be replaced.
  func refusal(_ path: Path) -> FileFailure? {
    switch self {
    case .unprotected, .overwriting: nil
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
  /// Whether two regular files have the same bytes; `false` if one can't be read.
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
