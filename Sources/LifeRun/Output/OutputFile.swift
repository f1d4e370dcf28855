import LifeCore
import LifeIO

/// An unfinished output file. If its target is resumable, another process can continue it.
struct OutputFile {
  let writer: ByteWriter
  /// The file below the writer, if it is kept for resuming.
  private let kept: FileSink?

  /// Opens the file for one sample, compressed if its name ends in `.gz`.
  ///
  /// - Throws: ``FileFailure``.
  init(_ target: OutputTarget, index: Int, generation: BigInt) throws {
    let path = target.path(index: index, generation: generation)
    guard let checkpoint = target.keeper else {
      kept = nil
      writer = try openOutput(
        path, replacement: target.replacement, compressed: path.isGzipName,
        durable: target.durability != .ordinary)
      return
    }
    let file = try FileSink(
      creating: path, replacement: target.replacement, keptFor: checkpoint)
    kept = file
    writer = ByteWriter(file)
  }

  /// Resumes an unfinished file at `length` bytes.
  private init(
    resuming target: OutputTarget, keptFor checkpoint: Path, at length: Int, _ checksum: UInt32
  ) throws {
    let path = target.path(index: 0, generation: 0)
    let file = try FileSink(
      resuming: path, at: length, checksum: checksum, replacement: target.replacement,
      keptFor: checkpoint)
    kept = file
    writer = ByteWriter(file)
  }
}

extension OutputFile {
  /// Saves the length and the checksum of the file after syncing it to disk.
  func save(to state: inout StateWriter) throws {
    try writer.flush()
    try kept?.synchronize()
    state.write(kept?.count ?? 0)
    state.write(Int(kept?.checksum ?? 0))
  }

  /// The inverse of ``save(to:)``: opens the unfinished file again.
  static func restored(
    _ target: OutputTarget, from state: inout StateReader
  ) throws -> OutputFile {
    let length = try state.readInt()
    guard let checksum = UInt32(exactly: try state.readInt()), length >= 0,
      let checkpoint = target.keeper
    else { throw InvalidSavedState() }
    return try OutputFile(resuming: target, keptFor: checkpoint, at: length, checksum)
  }
}
