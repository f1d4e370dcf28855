/// Collects bytes in memory.
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
