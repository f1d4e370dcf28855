/// A destination for blocks of bytes. Releasing it before ``finish()`` discards the output.
package protocol ByteSink: AnyObject {
  /// Appends bytes.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` from compression.
  func write(_ bytes: Span<UInt8>) throws
  /// Replaces written bytes, starting at `offset`. Sinks that can't, for example pipes and gzip,
  /// ignore it.
  ///
  /// - Throws: ``FileFailure``.
  func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws
  /// Completes the output: flushes, checks for errors and closes.
  ///
  /// - Throws: ``FileFailure``.
  func finish() throws
}

extension ByteSink {
  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) throws {}
}

/// Collects bytes in memory.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  package private(set) var isFinished = false

  package init() {}

  package func write(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe self.bytes.append(contentsOf: $0) }
  }

  package func overwrite(_ bytes: Span<UInt8>, at offset: Int) {
    for index in bytes.indices { self.bytes[offset + index] = bytes[index] }
  }

  package func finish() { isFinished = true }
}

/// Makes text safe for a terminal, see ``TerminalText``. Lines and tabs stay.
final class PrintableSink: ByteSink {
  private let sink: any ByteSink
  /// The first bytes of an incomplete character.
  private var rest: [UInt8] = []

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: Span<UInt8>) throws {
    unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
    let whole = rest.count - Self.incompleteLength(atEndOf: rest)
    try pass(rest[..<whole])
    rest.removeFirst(whole)
  }

  func finish() throws {
    try pass(rest[...])
    try sink.finish()
  }

  private func pass(_ bytes: ArraySlice<UInt8>) throws {
    let text = TerminalText.printable(String(decoding: bytes, as: UTF8.self), keepsLines: true)
    try sink.write(Array(text.utf8).span)
  }

  /// The number of bytes at the end that form an incomplete UTF-8 character.
  private static func incompleteLength(atEndOf bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte < 0x80 { return 0 }
      if byte >= 0xc0 { return (~byte).leadingZeroBitCount > count ? count : 0 }
    }
    return 0
  }
}
