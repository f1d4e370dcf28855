import LifeCore
import LifeIO

/// A file that is being written, and that another process can go on with if its target says so.
struct OutputFile {
  let writer: ByteWriter
  /// What is beneath, if it is kept.
  private let file: FileSink?

  /// Opens the file for one sample, compressed if its name says so.
  init(_ target: Target, index: Int, generation: BigInt) throws {
    let path = target.path(index: index, generation: generation)
    guard target.isKept, !target.isNumbered else {
      file = nil
      writer = try openOutput(
        path, replacing: target.isReplacing, compressed: path.isGzipName,
        durable: target.isDurable)
      return
    }
    let file = try FileSink(creating: path, replacing: target.isReplacing, isKept: true)
    self.file = file
    writer = ByteWriter(file)
  }

  /// Goes on with what was kept when it had `length` bytes.
  private init(resuming target: Target, at length: Int, _ checksum: UInt32) throws {
    let path = target.path(index: 0, generation: 0)
    let file = try FileSink(
      resuming: path, at: length, checksum: checksum, replacing: target.isReplacing)
    self.file = file
    writer = ByteWriter(file)
  }
}

extension OutputFile {
  /// Writes down how long the file is and what is in it, after all of that is on the disk.
  func save(to state: inout StateWriter) throws {
    try writer.flush()
    try file?.synchronise()
    state.write(file?.count ?? 0)
    state.write(Int(file?.checksum ?? 0))
  }

  static func restored(_ target: Target, from state: inout StateReader) throws -> OutputFile {
    let length = try state.readInt()
    guard let checksum = UInt32(exactly: try state.readInt()), length >= 0, target.isKept,
      !target.isNumbered
    else { throw StateDamaged() }
    return try OutputFile(resuming: target, at: length, checksum)
  }
}
