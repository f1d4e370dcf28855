/// Where bytes go when a block of them is full.
package protocol ByteSink: AnyObject {
  /// - Throws: ``FileFailure``.
  func write(_ bytes: Span<UInt8>) throws
  /// Puts other bytes where `offset` bytes had been written before; does nothing where what is
  /// written is gone.
  ///
  /// - Throws: ``FileFailure``.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws
  /// Nothing more comes: flushes, checks and closes.
  ///
  /// - Throws: ``FileFailure``.
  func finish() throws
  /// Nothing more comes, and what came is not worth keeping. Does nothing after ``finish()``.
  func abandon()
}

extension ByteSink {
  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {}
}

/// Gathers bytes in blocks and hands them to a sink; every failure of the sink is thrown.
///
/// Whoever fails before ``finish()`` calls ``abandon()`` or lets go of the writer.
package final class ByteWriter {
  private let sink: any ByteSink
  private var buffer: [UInt8] = []
  /// Called before a block is handed over; what it throws, whoever writes gets.
  package var beforeBlock: (() throws -> Void)?

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
      return try sink.write(bytes)
    }
    unsafe bytes.withUnsafeBufferPointer { unsafe buffer.append(contentsOf: $0) }
    try flushIfFull()
  }

  private func flushIfFull() throws {
    if buffer.count >= Self.blockSize { try flush() }
  }

  /// Hands over what has gathered.
  package func flush() throws {
    guard !buffer.isEmpty else { return }
    try beforeBlock?()
    var block: [UInt8] = []
    swap(&block, &buffer)
    try sink.write(block.span)
    block.removeAll(keepingCapacity: true)
    swap(&block, &buffer)
  }

  /// Puts other bytes in place of some that were written, if the sink is a file.
  package func overwrite(_ bytes: [UInt8], at offset: Int) throws {
    try flush()
    try sink.overwrite(bytes.span, at: offset)
  }

  /// Hands over the rest and closes the sink.
  package func finish() throws {
    try flush()
    try sink.finish()
  }

  /// Throws away the rest, and what the sink has.
  package func abandon() {
    buffer.removeAll()
    sink.abandon()
  }
}

/// Opens a file, or standard output for `-`, that has its name only when the writer has finished.
///
/// - Parameters:
///   - replacing: false refuses a regular file that exists.
///   - compressed: whether the bytes are put in gzip.
///   - durable: ``ByteWriter/finish()`` waits until the file is on the disk.
/// - Throws: ``FileFailure``.
package func openOutput(
  _ path: Path, replacing: Bool = true, compressed: Bool = false, durable: Bool = false
) throws -> ByteWriter {
  let file = try FileSink(creating: path, replacing: replacing, durable: durable)
  return ByteWriter(compressed ? try GzipSink(file, path: path) : file)
}

/// Keeps what is written in memory.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package func write(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) {
    for index in bytes.indices { self.bytes[offset + index] = bytes[index] }
  }

  package func finish() {}

  package func abandon() { bytes = [] }
}
