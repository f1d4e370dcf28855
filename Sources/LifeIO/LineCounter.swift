/// Counts lines, which end with LF, CR or CRLF, and characters since the last of them.
///
/// Everything that is read passes through here, so it goes in blocks whose sums fit in a byte, of
/// which a vector holds many; columns are counted only from the last line's start.
package struct LineCounter {
  package private(set) var line = 1
  /// In characters of UTF-8.
  package private(set) var column = 1
  private var last: UInt8 = 0

  /// As many ones as a byte can count, in whole vectors.
  private static let blockSize = 240

  package init() {}

  /// Goes on with `bytes`, which may begin and end anywhere, even between CR and LF.
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

  /// Counts the ends of lines, and tells which block has the last one.
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

/// How many lines end in a block: with each CR, and each LF that follows no CR.
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

/// How many characters begin in a block: bytes that are not 10xxxxxx.
private func characters(in block: Span<UInt8>) -> Int {
  var inside: UInt8 = 0
  for index in block.indices { inside &+= (block[index] & ~(block[index] &<< 1)) &>> 7 }
  return block.count - Int(inside)
}
