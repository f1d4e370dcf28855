/// Computes the CRC-32 of the bytes that it forwards to another sink.
package final class ChecksumSink: ByteSink {
  private let sink: any ByteSink
  private var crc = CRC32()
  /// The number of bytes so far.
  package private(set) var count = 0

  package init(_ sink: any ByteSink) { self.sink = sink }

  /// The checksum of the bytes as written, without the changes by ``overwrite(_:at:)``.
  package var checksum: UInt32 { crc.value }

  package func write(_ bytes: Span<UInt8>) throws {
    crc.add(bytes)
    count += bytes.count
    try sink.write(bytes)
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {
    try sink.overwrite(bytes, at: offset)
  }

  package func finish() throws { try sink.finish() }

  package func abandon() { sink.abandon() }
}
