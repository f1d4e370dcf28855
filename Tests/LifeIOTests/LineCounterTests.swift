import LifeIO
import TestSupport
import Testing

/// What ``LineCounter`` computes, as it would be explained.
struct ObviousLineCounter {
  var line = 1
  var column = 1
  var afterReturn = false

  mutating func count(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") && afterReturn {
        afterReturn = false
        continue
      }
      afterReturn = byte == UInt8(ascii: "\r")
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        line += 1
        column = 1
      } else if byte & 0xc0 != 0x80 {
        column += 1
      }
    }
  }
}

@Suite struct LineCounterTests {
  /// From ends of lines only to hardly any, which is when blocks without one are met.
  static let alphabets: [[UInt8]] = [
    Array("\r\n".utf8),
    Array("\r\nbo$é".utf8),
    Array(repeating: UInt8(ascii: "b"), count: 100) + Array("\r\n\n".utf8),
    Array(repeating: UInt8(ascii: "b"), count: 2000) + Array("\r\n".utf8),
    Array("é…bo".utf8),
    Array(0...255),
  ]

  @Test func `lines and columns agree with counting character by character`() async throws {
    try await forEachCase(of: pairs(Self.alphabets.indices, 0..<60)) { alphabet, seed in
      var random = Seeded(seed)
      var counter = LineCounter()
      var obvious = ObviousLineCounter()
      for _ in 0..<12 {
        let size = Bool.random(using: &random) ? 3 : 1000
        let count = Int.random(in: 0...size, using: &random)
        let bytes = random.bytes(count, of: Self.alphabets[alphabet])
        counter.count(bytes.span)
        obvious.count(bytes)
        #expect(counter.line == obvious.line)
        #expect(counter.column == obvious.column)
      }
    }
  }

  /// CR and LF on both sides of every edge of a block.
  @Test(arguments: [1, 2, 239, 240, 241, 479, 480, 481])
  func `a CRLF is one line end wherever it stands`(index: Int) {
    var bytes = [UInt8](repeating: UInt8(ascii: "b"), count: 500)
    bytes[index - 1] = UInt8(ascii: "\r")
    bytes[index] = UInt8(ascii: "\n")
    var counter = LineCounter()
    counter.count(bytes.span)
    #expect(counter.line == 2)
    #expect(counter.column == 500 - index)
  }
}
