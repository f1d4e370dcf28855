/// Counts lines, ended by LF, CR or CR LF, and the characters after the last line end.
///
/// All input passes through here. Sums over a block fit in a byte, so the compiler vectorizes them.
/// Columns are counted only after the last line end.
package struct LineCounter {
  /// The line, from 1.
  package private(set) var line = 1
  /// The column, from 1, in UTF-8 characters.
  package private(set) var column = 1
  private var last: UInt8 = 0

  /// The largest multiple of the vector sizes up to 255, the maximum sum of ones in a byte.
  private static let blockSize = 240

  package init() {}

  /// Counts more bytes. They may begin and end anywhere, even between CR and LF.
  package mutating func count(_ bytes: Span<UInt8>) {
    if bytes.isEmpty { return }
    var start = 0
    if let lastBlock = countLines(bytes) {
      start = lastBlock.upperBound
      while !bytes[start - 1].isNewline { start -= 1 }
      column = 1
    }
    let before = start > 0 ? bytes[start - 1] : last
    if start < bytes.count, bytes[start] == .lineFeed, before == .carriageReturn { start += 1 }
    for block in blocks(start..<bytes.count) {
      column += characters(in: bytes.extracting(block))
    }
    last = bytes[bytes.count - 1]
  }

  /// Counts line ends. Returns the last block with one.
  private mutating func countLines(_ bytes: Span<UInt8>) -> Range<Int>? {
    var lastBlock: Range<Int>?
    for block in blocks(0..<bytes.count) {
      let before = block.lowerBound > 0 ? bytes[block.lowerBound - 1] : last
      let ends = lineEnds(in: bytes.extracting(block), after: before)
      line += ends
      if ends > 0 { lastBlock = block }
    }
    return lastBlock
  }

  private func blocks(_ range: Range<Int>) -> some Sequence<Range<Int>> {
    stride(from: range.lowerBound, to: range.upperBound, by: Self.blockSize)
      .lazy.map { $0..<min($0 + Self.blockSize, range.upperBound) }
  }
}

/// The number of line ends in a block: each CR, and each LF not after a CR.
private func lineEnds(in block: Span<UInt8>, after before: UInt8) -> Int {
  var ends = isLineEnd(block[0], after: before)
  let isBefore = block.extracting(droppingLast: 1)
  let isAfter = block.extracting(droppingFirst: 1)
  for index in isAfter.indices { ends &+= isLineEnd(isAfter[index], after: isBefore[index]) }
  return Int(ends)
}

@inline(__always)
private func isLineEnd(_ byte: UInt8, after before: UInt8) -> UInt8 {
  let isReturn: UInt8 = byte == .carriageReturn ? 1 : 0
  let isFeed: UInt8 = byte == .lineFeed ? 1 : 0
  let follows: UInt8 = before == .carriageReturn ? 1 : 0
  return isReturn | isFeed & ~follows
}

/// The number of characters beginning in a block: bytes other than 10xxxxxx.
private func characters(in block: Span<UInt8>) -> Int {
  var inside: UInt8 = 0
  for index in block.indices { inside &+= (block[index] & ~(block[index] &<< 1)) &>> 7 }
  return block.count - Int(inside)
}
