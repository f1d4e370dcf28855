internal import LifeCore

/// The words of the current row of an RLE body, from column `base`; bit 0 is the westernmost.
///
///      words   [ word 0 │ word 1 │ … ]   word: the 64 cells around column `x`
///               ↑ base                   ↑ base + 64 × count
///
/// Words are only appended. `word` collects cells and is stored when `x` passes its end. A long
/// stretch of dead cells ends the piece and isn't stored.
@safe
struct RowBuffer: ~Copyable {
  /// The column of the first word; a multiple of 64.
  private var base = 0
  private var cursor: ItemCursor

  private static let capacity = 1 << 12
  /// The maximum stretch of dead words within a piece.
  private static let maxGap = 64

  init() { unsafe cursor = ItemCursor(words: .allocate(capacity: Self.capacity)) }

  deinit { unsafe cursor.words.deallocate() }

  /// The column of the next cell.
  var x: Int { cursor.x }

  var isFull: Bool { cursor.count >= Self.capacity - 1 }

  /// Passes all words to a builder, including the unfinished one, and starts a new piece.
  mutating func flush(asRow y: Int, to builder: Cells.Builder) throws(MemoryExhausted) {
    cursor.storeWord(startingNextWith: 0)
    try handOverFinished(asRow: y, to: builder)
  }

  /// Starts a new row.
  mutating func restart() {
    unsafe cursor = ItemCursor(words: cursor.words)
    base = 0
  }

  /// Adds `length` cells of one state to row `y`. Passes words to a builder when there is no room.
  mutating func add(
    _ length: Int, alive: Bool, toRow y: Int, of builder: Cells.Builder
  ) throws(MemoryExhausted) {
    if isFull { try handOverFinished(asRow: y, to: builder) }
    let end = x + length
    if !alive && (end >> 6) - (x >> 6) > Self.maxGap {
      try flush(asRow: y, to: builder)
      cursor.x = end
      base = end & ~63
      return
    }
    while x < end {
      let stop = min(end, (x | 63) + 1)
      if alive { cursor.word |= WordMask.bits(from: x & 63, to: stop - (x & ~63)) }
      cursor.x = stop
      if x & 63 == 0 {
        cursor.storeWord(startingNextWith: 0)
        if isFull { try handOverFinished(asRow: y, to: builder) }
      }
    }
  }

  private mutating func handOverFinished(
    asRow y: Int, to builder: Cells.Builder
  ) throws(MemoryExhausted) {
    let span = unsafe Span(_unsafeStart: cursor.words, count: cursor.count)
    try builder.append(y: y, x: base, words: span)
    base += cursor.count * 64
    cursor.count = 0
  }

  /// Reads items `b` and `o` with counts below 64, and line feeds, from the front of `bytes`.
  /// Returns the number of bytes read. Stops before any other byte, and when the buffer is full.
  mutating func takeShortItems(_ bytes: Span<UInt8>) -> Int {
    guard bytes.count > 2 else { return 0 }
    return unsafe bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return 0 }
      var cursor = cursor
      cursor.position = 0
      while cursor.position < bytes.count - 2, cursor.count < Self.capacity - 1 {
        guard unsafe cursor.take(from: start) else { break }
      }
      self.cursor = cursor
      return cursor.position
    }
  }

  /// Reads the same items from two rows at once: this one and the next, for `other`.
  ///
  /// Each item depends on the item before it, so a second row takes little more time: reading a
  /// soup takes 0.6 of the time of reading row by row.
  ///
  /// - Parameters:
  ///   - table: the items at the start of any two bytes.
  ///   - rows: the bytes of both rows, with two bytes after the second row.
  ///   - second: the start of the second row.
  /// - Returns: the numbers of bytes read from both rows. Reading stops at the end of either row.
  mutating func takeShortItems(
    _ rows: Span<UInt8>, andFrom second: Int, into other: inout RowBuffer,
    by table: ShortItemTable
  ) -> (first: Int, second: Int) {
    unsafe rows.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return (0, 0) }
      var cursor = cursor
      cursor.position = 0
      var next = unsafe ItemCursor(words: other.cursor.words)
      let from = unsafe start + second
      while cursor.position < second, next.position < bytes.count - 2 - second,
        max(cursor.count, next.count) < Self.capacity - 1
      {
        guard unsafe cursor.take(from: start, by: table) else { break }
        guard unsafe next.take(from: from, by: table) else { break }
      }
      self.cursor = cursor
      other.cursor = next
      return (cursor.position, next.position)
    }
  }
}

/// A cursor in a row of items, with the words written so far.
@safe
struct ItemCursor {
  let words: UnsafeMutablePointer<UInt64>
  var x = 0
  /// The 64 cells around column `x`.
  var word: UInt64 = 0
  /// The number of complete words.
  var count = 0
  /// The number of bytes read.
  var position = 0

  init(words: UnsafeMutablePointer<UInt64>) { unsafe self.words = words }

  @inline(__always)
  mutating func storeWord(startingNextWith next: UInt64) {
    unsafe words[count] = word
    count &+= 1
    word = next
  }

  /// Reads an item `b` or `o` with a count below 64, or a line feed. Returns `false` before any
  /// other byte.
  ///
  /// The next item is unpredictable, so its length, count and state are computed without branches.
  /// Mispredicted branches on "is it a digit" halved the speed of the loop. A soup is read three
  /// times as fast as item by item.
  @inline(__always)
  mutating func take(from start: UnsafePointer<UInt8>) -> Bool {
    let digit = unsafe start[position] &- 0x30
    var hasCount = digit < 10 ? 1 : 0
    var tag = unsafe start[position &+ hasCount]
    var length = Int(digit) & (0 &- hasCount) | (1 &- hasCount)
    if (tag != UInt8(ascii: "b") && tag != UInt8(ascii: "o")) || length == 0 {
      // About one item in a hundred: the end of a line, or a count with two digits.
      if tag == Byte.lineFeed && hasCount == 0 {
        position &+= 1
        return true
      }
      guard tag &- 0x30 < 10, digit > 0 else { return false }
      length = length &* 10 &+ Int(tag &- 0x30)
      hasCount = 2
      tag = unsafe start[position &+ 2]
      guard tag == UInt8(ascii: "b") || tag == UInt8(ascii: "o"), length < 64 else { return false }
    }
    let isAlive: UInt64 = tag == UInt8(ascii: "o") ? 1 : 0
    position &+= 1 &+ hasCount
    append(((1 &<< UInt64(length)) &- 1) & (0 &- isAlive), length: length)
    return true
  }

  /// Reads the same items. If the next two bytes are short items, one lookup reads both.
  @inline(__always)
  mutating func take(from start: UnsafePointer<UInt8>, by table: ShortItemTable) -> Bool {
    let bytes = unsafe UnsafeRawPointer(start + position).loadUnaligned(as: UInt16.self)
    let items = table[UInt16(littleEndian: bytes)]
    if items.isEmpty { return unsafe takeOther(from: start) }
    position &+= items.byteCount
    append(items.cells, length: items.length)
    return true
  }

  @inline(never)
  private mutating func takeOther(from start: UnsafePointer<UInt8>) -> Bool {
    unsafe take(from: start)
  }

  /// Appends fewer than 64 cells.
  @inline(__always)
  private mutating func append(_ cells: UInt64, length: Int) {
    let shift = UInt64(x & 63)
    word |= cells &<< shift
    let next = x &+ length
    if (next ^ x) & 64 != 0 {
      // Two shifts: a masking shift by 64 would be a shift by 0.
      storeWord(startingNextWith: (cells &>> (63 &- shift)) &>> 1)
    }
    x = next
  }
}

/// The items `b` and `o` at the start of any two bytes of an RLE body: `3o`, `bo`, or the `o` of
/// `o4`. A line feed is an item without cells.
///
/// Other bytes have no entry, so few pages of the table are touched.
@safe
final class ShortItemTable {
  /// One or two items, packed into a word.
  ///
  ///      bits   0–15 cells   16–23 length   24–31 bytes
  struct Items: BitwiseCopyable {
    fileprivate var word: UInt32 = 0

    @inline(__always) var isEmpty: Bool { word == 0 }
    /// The cells, the first one in bit 0.
    @inline(__always) var cells: UInt64 { UInt64(word & 0xffff) }
    @inline(__always) var length: Int { Int(truncatingIfNeeded: word &>> 16 & 0xff) }
    @inline(__always) var byteCount: Int { Int(truncatingIfNeeded: word &>> 24) }

    fileprivate init(cells: Int, length: Int, byteCount: Int) {
      word = UInt32(cells | length << 16 | byteCount << 24)
    }
  }

  private let storage: Arena<Items>
  private let items: UnsafeMutablePointer<Items>

  init() throws(MemoryExhausted) {
    storage = try Arena(purpose: "pattern", capacity: 1 << 16)
    unsafe items = storage.elements
    let single: [(byte: UInt8, cells: Int, length: Int)] = [
      (UInt8(ascii: "b"), 0, 1), (UInt8(ascii: "o"), 1, 1), (Byte.lineFeed, 0, 0),
    ]
    let others = Array("!$0123456789".utf8)
    for first in single {
      for second in others {
        set(
          Items(cells: first.cells, length: first.length, byteCount: 1), first: first.byte,
          second: second)
      }
      for second in single {
        let cells = first.cells | second.cells << first.length
        set(
          Items(cells: cells, length: first.length + second.length, byteCount: 2),
          first: first.byte, second: second.byte)
      }
    }
    for count in 1...9 {
      let digit = UInt8(ascii: "0") + UInt8(count)
      set(
        Items(cells: 0, length: count, byteCount: 2), first: digit, second: UInt8(ascii: "b"))
      set(
        Items(cells: 1 << count - 1, length: count, byteCount: 2), first: digit,
        second: UInt8(ascii: "o"))
    }
  }

  private func set(_ value: Items, first: UInt8, second: UInt8) {
    unsafe items[Int(first) | Int(second) << 8] = value
  }

  /// The items of two bytes, the first one in the low bits.
  @inline(__always)
  subscript(bytes: UInt16) -> Items { unsafe items[Int(bytes)] }
}
