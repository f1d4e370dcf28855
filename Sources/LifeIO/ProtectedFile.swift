import LifeCore
internal import LifeSystem

/// Files with work in progress. An output replaces them only on request.
package enum ProtectedFile {
  /// An unfinished run.
  case checkpoint
  /// The counts of a census.
  case haul
  /// The unfinished output of a run with a checkpoint.
  case kept

  /// The first bytes of every checkpoint.
  package static let checkpointSignature = Array("life-checkpoint\n".utf8)
  /// The first bytes of every haul.
  package static let haulSignature = Array("@VERSION ".utf8)

  /// The kind of the file that a path leads to; `nil` if it isn't protected.
  package init?(_ path: Path) {
    guard isRegularFile(path) else { return nil }
    // The file may be gzipped.
    let begins = { (signature: [UInt8]) in
      (try? ByteReader(opening: path).begins(with: signature)) == true
    }
    if PartialFile.isKept(path) {
      self = .kept
    } else if begins(Self.checkpointSignature) {
      self = .checkpoint
    } else if begins(Self.haulSignature) {
      self = .haul
    } else {
      return nil
    }
  }
}

extension PartialFile {
  /// Refuses to replace a checkpoint, a haul, or a file needed by a checkpoint.
  ///
  /// - Throws: ``FileFailure``.
  func throwIfProtected(from replacement: Replacement) throws(FileFailure) {
    if replacement == .overwriting { return }
    let advice: Message
    switch ProtectedFile(target) {
    case nil: return
    case .checkpoint:
      advice =
        "it is the checkpoint of an unfinished run: "
        + "\(advice: .completeRunOf(checkpoint: "\(path)"))"
    case .haul:
      advice = "it is a haul: \(advice: .continueCensus)"
    case .kept:
      advice = "an unfinished run needs it: \(advice: .completeRun)"
    }
    throw FileFailure(.create, path: path, code: EEXIST, advice: advice)
  }
}
