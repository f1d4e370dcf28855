internal import LifeCore

/// The words of the current row of an RLE body, from column `base` on; bit 0 is the westernmost.
///
///      words   [ word 0 │ word 1 │ … ]   word: the 64 cells around column `x`
///               ↑ base                   ↑ base + 64 × count
///
/// Words are only appended: `word` collects cells and is stored when `x` passes its end. A long
/// stretch of dead cells ends the piece and is not stored.
@safe
struct RowBuffer: ~Copyable {
  /// The column of the next cell.
  private(set) var x = 0
  /// The column of the first word; a multiple of 64.
  private var base = 0
  private var word: UInt64 = 0
  private var count = 0
  private let words: UnsafeMutablePointer<UInt64>

  private static let capacity = 1 << 12
  /// A stretch of more dead words than this ends the piece.
  private static let longGap = 64

  init() { unsafe words = .allocate(capacity: Self.capacity) }

  deinit { unsafe words.deallocate() }

  var isFull: Bool { count >= Self.capacity - 1 }

  typealias Flush = (_ x: Int, _ words: Span<UInt64>) throws(MemoryExhausted) -> Void

  /// Passes all words to `body`, the current, unfinished one included, and starts a new piece.
  mutating func flush(_ body: Flush) throws(MemoryExhausted) {
    unsafe words[count] = word
    let span = unsafe Span(_unsafeStart: words, count: count + 1)
    try body(base, span)
    base += (count + 1) * 64
    count = 0
    word = 0
  }

  /// Starts a new row.
  mutating func restart() {
    x = 0
    base = 0
    count = 0
    word = 0
  }

  /// Adds `length` cells of one state; passes words to `flush` when the buffer is full.
  mutating func add(_ length: Int, alive: Bool, flush: Flush) throws(MemoryExhausted) {
    if isFull { try handOverFinished(flush) }
    let end = x + length
    if !alive && (end >> 6) - (x >> 6) > Self.longGap {
      try self.flush(flush)
      x = end
      base = end & ~63
      return
    }
    while x < end {
      let stop = min(end, (x | 63) + 1)
      if alive { word |= WordMask.bits(from: x & 63, to: stop - (x & ~63)) }
      x = stop
      if x & 63 == 0 {
        unsafe words[count] = word
        count += 1
        word = 0
        if isFull { try handOverFinished(flush) }
      }
    }
  }

  private mutating func handOverFinished(_ body: Flush) throws(MemoryExhausted) {
    let span = unsafe Span(_unsafeStart: words, count: count)
    try body(base, span)
    base += count * 64
    count = 0
  }

  /// Reads items `b` and `o` with counts below 64, and line feeds, from the front of `bytes`;
  /// returns the number of bytes read. Stops before anything else, and when the buffer is full.
  mutating func takeShortItems(_ bytes: Span<UInt8>) -> Int {
    guard bytes.count > 2 else { return 0 }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var lane = unsafe ItemLane(words: words, x: x, word: word, count: count)
      while lane.position < bytes.count - 2, lane.count < Self.capacity - 1 {
        guard unsafe lane.take(from: start) else { break }
      }
      move(to: lane)
      return lane.position
    }
  }

  /// Does the same with two rows at once, this one and the next one, which `other` gets.
  ///
  /// Each item waits for the item before it, so that a second row takes little more time: 66 MB of
  /// a soup are read in 82 ms, one row after the other in 135 ms.
  ///
  /// - Parameters:
  ///   - table: the items that begin with any two bytes.
  ///   - rows: the bytes of both rows, with two bytes after the second row.
  ///   - second: where the second row begins.
  /// - Returns: the numbers of bytes read of both rows; those of the shorter one are not complete.
  mutating func takeShortItems(
    _ rows: Span<UInt8>, andFrom second: Int, into other: inout RowBuffer,
    by table: ShortItemTable
  ) -> (first: Int, second: Int) {
    unsafe rows.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return (0, 0) }
      var lane = unsafe ItemLane(words: words, x: x, word: word, count: count)
      var next = unsafe ItemLane(words: other.words, x: 0, word: 0, count: 0)
      let from = unsafe start + second
      while lane.position < second, next.position < bytes.count - 2 - second,
        max(lane.count, next.count) < Self.capacity - 1
      {
        guard unsafe lane.take(from: start, by: table) else { break }
        guard unsafe next.take(from: from, by: table) else { break }
      }
      move(to: lane)
      other.move(to: next)
      return (lane.position, next.position)
    }
  }

  private mutating func move(to lane: ItemLane) {
    x = lane.x
    word = lane.word
    count = lane.count
  }
}
