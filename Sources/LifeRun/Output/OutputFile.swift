import LifeCore
import LifeIO

/// An unfinished output file. If its target is resumable, another process can continue it.
struct OutputFile {
  let writer: ByteWriter
  /// The file below the writer, if it is kept for resuming.
  private let kept: FileSink?

  /// Opens the file for one sample, compressed if its name ends in `.gz`.
  ///
  /// - Parameter steersTerminal: whether the output may color a terminal or move its cursor.
  /// - Throws: ``FileFailure``.
  init(
    _ target: OutputTarget, index: Int, generation: BigInt, steersTerminal: Bool = false
  ) throws {
    let path = target.path(index: index, generation: generation)
    guard let checkpoint = target.keeper else {
      kept = nil
      writer = try openOutput(
        path, replacement: target.replacement, compressed: path.isGzipName,
        durable: target.durability != .ordinary, steersTerminal: steersTerminal)
      return
    }
    let file = try FileSink(
      creating: path, replacement: target.replacement, keptFor: checkpoint)
    kept = file
    writer = ByteWriter(file)
  }

  /// Resumes an unfinished file at `length` bytes.
  fileprivate init(
    resuming target: OutputTarget, keptFor checkpoint: Path, at length: Int, _ checksum: UInt32
  ) throws {
    let path = target.path(index: 0, generation: 0)
    let file = try FileSink(
      resuming: path, at: length, checksum: checksum, replacement: target.replacement,
      keptFor: checkpoint)
    kept = file
    writer = ByteWriter(file)
  }

  fileprivate func synchronize() throws {
    try writer.flush()
    try kept?.synchronize()
  }

  /// Where a resumed run continues the file.
  fileprivate var position: (length: Int, checksum: Int) {
    (kept?.count ?? 0, Int(kept?.checksum ?? 0))
  }
}

extension StateExchange {
  /// The position of the unfinished file of a target, if there is one: its length and its checksum.
  /// A file is saved after syncing it to disk, and opened again when it is restored.
  mutating func exchange(_ file: inout OutputFile?, of target: OutputTarget) throws {
    try file?.synchronize()
    var position = file?.position
    try exchange(&position, blank: (0, 0)) { position, state in
      try state.exchange(&position.length, in: 0...Int.max)
      try state.exchange(&position.checksum, in: 0...Int(UInt32.max))
    }
    guard isRestoring, let position else { return }
    guard let checkpoint = target.keeper else { throw InvalidSavedState() }
    file = try OutputFile(
      resuming: target, keptFor: checkpoint, at: position.length, UInt32(position.checksum))
  }
}
