/// Counts lines, ended by LF, CR or CR LF, and the characters after the last line end.
package struct LineCounter {
  /// The line, from 1.
  package private(set) var line = 1
  /// The column, from 1, in UTF-8 characters.
  package private(set) var column = 1
  private var last: UInt8 = 0

  package init() {}

  /// Counts more bytes. They may begin and end anywhere, even between CR and LF.
  package mutating func count(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    let ends = lineEnds(in: bytes)
    var start = bytes[0] == .lineFeed && last == .carriageReturn ? 1 : 0
    if ends > 0 {
      line += ends
      column = 1
      start = bytes.count
      while !bytes[start - 1].isNewline { start -= 1 }
    }
    let rest = bytes.extracting(start...)
    // Characters begin with bytes other than 10xxxxxx.
    for index in rest.indices { column &+= rest[index] & 0xc0 == 0x80 ? 0 : 1 }
    last = bytes[bytes.count - 1]
  }

  /// The number of line ends: each CR, and each LF not after a CR.
  ///
  /// All input passes through here. Sums over a block fit in a byte, so the compiler vectorizes
  /// them.
  private func lineEnds(in bytes: Span<UInt8>) -> Int {
    var ends = 0
    var before = last
    for start in stride(from: 0, to: bytes.count, by: 240) {
      let block = bytes.extracting(start..<min(start + 240, bytes.count))
      var sum: UInt8 = 0
      for index in block.indices {
        let byte = block[index]
        let isReturn: UInt8 = byte == .carriageReturn ? 1 : 0
        let isFeed: UInt8 = byte == .lineFeed ? 1 : 0
        let follows: UInt8 = before == .carriageReturn ? 1 : 0
        sum &+= isReturn | isFeed & ~follows
        before = byte
      }
      ends += Int(sum)
    }
    return ends
  }
}
