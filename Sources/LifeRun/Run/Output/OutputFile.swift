import LifeCore
import LifeIO

/// An unfinished output file. Another process can continue it if its target is kept.
struct OutputFile {
  let writer: ByteWriter
  /// The file below the writer, if it is kept for resuming.
  private let kept: FileSink?

  /// Opens the file that starts with sample `index`, compressed if its name ends in `.gz`.
  ///
  /// - Parameter steersTerminal: whether the output may color a terminal or move its cursor.
  /// - Throws: ``FileFailure``.
  init(
    _ target: OutputTarget, index: Int, generation: BigInt, steersTerminal: Bool = false
  ) throws {
    let path = target.path(index: index, generation: generation)
    if target.isKept {
      let file = try FileSink(creating: path, replacement: target.replacement, isKept: true)
      kept = file
      writer = ByteWriter(file)
    } else {
      kept = nil
      writer = try openOutput(
        path, replacement: target.replacement, compressed: path.isGzipName,
        durable: target.durability != .ordinary, steersTerminal: steersTerminal)
    }
  }

  /// Opens the unfinished file of an interrupted run after its complete samples; nil if there is
  /// none.
  ///
  /// - Throws: ``FileFailure``, ``ReadError``.
  init?(continuing target: OutputTarget) throws {
    guard let position = target.position else { return nil }
    let file = try FileSink(
      resuming: target.path(index: 0, generation: 0), at: position.length,
      checksum: position.checksum, replacement: target.replacement)
    kept = file
    writer = ByteWriter(file)
  }

  /// Waits until the file is on disk. Returns the position for a resumed run; `nil` if it is not
  /// kept.
  func synchronize() throws -> OutputPosition? {
    guard let kept else { return nil }
    try writer.flush()
    try kept.synchronize()
    return OutputPosition(length: kept.count, checksum: kept.checksum)
  }
}
