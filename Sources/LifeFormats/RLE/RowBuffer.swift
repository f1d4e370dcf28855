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
  ///
  /// The next item is unpredictable, so its length, count and state are computed without branches:
  /// with a branch on "is it a digit" mispredicted jumps halved the speed of the loop. A soup is
  /// read at 600 MB/s, against 190 MB/s item by item.
  mutating func takeShortItems(_ bytes: Span<UInt8>) -> Int {
    unsafe bytes.withUnsafeBufferPointer { unsafe takeShortItems($0) }
  }

  private mutating func takeShortItems(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard bytes.count > 2, let start = bytes.baseAddress else { return 0 }
    var position = 0
    let last = bytes.count - 2
    var x = x
    var word = word
    var count = count
    while position < last && count < Self.capacity - 1 {
      let digit = unsafe start[position] &- 0x30
      var hasCount = digit < 10 ? 1 : 0
      var tag = unsafe start[position &+ hasCount]
      var length = Int(digit) & (0 &- hasCount) | (1 &- hasCount)
      if (tag != UInt8(ascii: "b") && tag != UInt8(ascii: "o")) || length == 0 {
        // About one item in a hundred: the end of a line, or a count of two digits.
        if tag == Byte.lineFeed && hasCount == 0 {
          position &+= 1
          continue
        }
        guard tag &- 0x30 < 10, digit > 0 else { break }
        length = length &* 10 &+ Int(tag &- 0x30)
        hasCount = 2
        tag = unsafe start[position &+ 2]
        guard tag == UInt8(ascii: "b") || tag == UInt8(ascii: "o"), length < 64 else { break }
      }
      let isAlive: UInt64 = tag == UInt8(ascii: "o") ? 1 : 0
      position &+= 1 &+ hasCount
      let bits = ((1 &<< UInt64(length)) &- 1) & (0 &- isAlive)
      let shift = UInt64(x & 63)
      word |= bits &<< shift
      let next = x &+ length
      if (next ^ x) & 64 != 0 {
        unsafe words[count] = word
        count &+= 1
        // Two shifts, because a shift by 64 would be a shift by 0.
        word = (bits &>> (63 &- shift)) &>> 1
      }
      x = next
    }
    self.x = x
    self.word = word
    self.count = count
    return position
  }
}
