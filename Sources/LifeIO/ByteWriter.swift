/// Buffers bytes in blocks of 64 KiB for a sink. Throws every failure of the sink.
///
/// If a write fails, release the writer. Then no output remains.
package final class ByteWriter {
  private let sink: any ByteSink
  private var buffer: [UInt8] = []
  /// Called before each block; the write throws its errors.
  package var beforeBlock: (() throws -> Void)?
  /// The number of bytes passed to the sink.
  package private(set) var byteCount = 0
  /// The share of the pattern already written, from 0 to 1, for progress; `nil` if unknown.
  package var fraction: Double?

  private static let blockSize = 1 << 16

  package init(_ sink: any ByteSink) {
    self.sink = sink
    buffer.reserveCapacity(Self.blockSize + 4096)
  }

  package func write(_ byte: UInt8) throws {
    buffer.append(byte)
    try flushIfFull()
  }

  package func write(_ text: String) throws {
    buffer.append(contentsOf: text.utf8)
    try flushIfFull()
  }

  package func write(_ bytes: [UInt8]) throws {
    try write(bytes.span)
  }

  package func write(_ bytes: Span<UInt8>) throws {
    if bytes.count >= Self.blockSize {
      try flush()
      try beforeBlock?()
      try sink.write(bytes)
      byteCount += bytes.count
      return
    }
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    try flushIfFull()
  }

  private func flushIfFull() throws {
    if buffer.count >= Self.blockSize { try flush() }
  }

  /// Writes the buffered bytes to the sink.
  package func flush() throws {
    guard !buffer.isEmpty else { return }
    try beforeBlock?()
    var block: [UInt8] = []
    swap(&block, &buffer)
    try sink.write(block.span)
    byteCount += block.count
    block.removeAll(keepingCapacity: true)
    swap(&block, &buffer)
  }

  /// Replaces written bytes, starting at `offset`. See ``ByteSink/overwrite(_:at:)``.
  package func overwrite(_ bytes: [UInt8], at offset: Int) throws {
    try flush()
    try sink.overwrite(bytes.span, at: offset)
  }

  /// Writes the buffered bytes and completes the sink.
  package func finish() throws {
    try flush()
    try sink.finish()
  }

  /// The bytes written by a function.
  package static func bytes(_ write: (ByteWriter) throws -> Void) throws -> [UInt8] {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    try write(output)
    try output.finish()
    return sink.bytes
  }
}

/// Opens an output file, or standard output for `-`. The file gets its name in
/// ``ByteWriter/finish()``.
///
/// - Parameters:
///   - compressed: whether to compress with gzip.
///   - durable: whether ``ByteWriter/finish()`` waits until the file is on disk.
///   - steersTerminal: whether the output may color a terminal or move its cursor. Otherwise a
///     terminal gets printable text, because names and notes of patterns come from strangers.
/// - Throws: ``FileFailure``.
package func openOutput(
  _ path: Path, replacement: Replacement = .unprotected, compressed: Bool = false,
  durable: Bool = false, steersTerminal: Bool = false
) throws -> ByteWriter {
  let file = try FileSink(creating: path, replacement: replacement, durable: durable)
  if file.isTerminal, !steersTerminal { return ByteWriter(PrintableSink(file)) }
  return ByteWriter(compressed ? GzipSink(file) : file)
}
