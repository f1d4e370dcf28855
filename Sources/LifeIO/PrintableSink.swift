/// Makes text safe for a terminal, see ``TerminalText``. Lines and tabs stay.
final class PrintableSink: ByteSink {
  private let sink: any ByteSink
  /// The first bytes of a character whose others have not been written yet.
  private var rest: [UInt8] = []

  init(_ sink: any ByteSink) { self.sink = sink }

  func write(_ bytes: Span<UInt8>) throws {
    unsafe bytes.withUnsafeBufferPointer { unsafe rest.append(contentsOf: $0) }
    let whole = rest.count - Self.lengthOfPart(at: rest)
    try pass(rest[..<whole])
    rest.removeFirst(whole)
  }

  func finish() throws {
    try pass(rest[...])
    try sink.finish()
  }

  func abandon() { sink.abandon() }

  private func pass(_ bytes: ArraySlice<UInt8>) throws {
    let text = TerminalText.printable(String(decoding: bytes, as: UTF8.self), keepsLines: true)
    try sink.write(Array(text.utf8).span)
  }

  /// The number of bytes at the end that begin a character of UTF-8 and do not complete it.
  private static func lengthOfPart(at bytes: [UInt8]) -> Int {
    for count in 1...3 where count <= bytes.count {
      let byte = bytes[bytes.count - count]
      if byte < 0x80 { return 0 }
      if byte >= 0xc0 { return (~byte).leadingZeroBitCount > count ? count : 0 }
    }
    return 0
  }
}
