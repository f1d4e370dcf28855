// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Writes cells as RLE items in lines of at most 70 characters. An item is never split.
///
/// Items are collected without line ends, and then broken into lines a block at a time. A check of
/// each item took an eighth of the time of a conversion.
struct RLEWriter: ~Copyable {
  private let output: ByteWriter
  private let items = RLEItems()
  private var lines = RLELines()

  init(_ output: ByteWriter) { self.output = output }

  /// Writes the rows of the box from north to south, without dead cells at the end of a row or
  /// empty rows at the end.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  mutating func write(_ pattern: Pattern) throws {
    if let box = pattern.boxForViewers {
      let hasLetters = pattern.rule.states > 2
      var hasBegun = false
      try pattern.forEachPart(to: output) { cells, origin in
        if !hasBegun, let x = (box.x - origin.x).int, let y = (box.y - origin.y).int {
          items.begin(at: Cell(x: x, y: y))
          hasBegun = true
        }
        try items.add(cells, hasLetters: hasLetters) { try lines.write(items, to: output) }
      }
    }
    items.end()
    try lines.write(items, to: output)
    try output.write(Byte.lineFeed)
  }
}

/// Breaks the text of items into lines.
@safe
private struct RLELines: ~Copyable {
  private let text: UnsafeMutablePointer<UInt8>
  /// The number of characters in the current line.
  private var column = 0

  private static let length = 70
  /// The number of bytes copied for each complete line: constant, and more than a line has.
  private static let copySize = 80

  init() {
    // Each line end follows at least 51 bytes of items: an item has at most 20.
    let capacity = RLEItems.capacity + RLEItems.slack
    unsafe text = .allocate(capacity: capacity + capacity / 51 + Self.copySize + 1)
  }

  deinit { unsafe text.deallocate() }

  /// Writes the items so far, and empties their block.
  mutating func write(_ items: RLEItems, to output: ByteWriter) throws {
    let start = unsafe items.text
    let count = items.byteCount
    var position = 0
    var used = 0
    while count - position > Self.length - column {
      var length = Self.length - column
      while length > 0, Self.continues(unsafe start[position + length - 1]) { length -= 1 }
      unsafe (text + used).update(from: start + position, count: Self.copySize)
      position += length
      used += length
      unsafe text[used] = Byte.lineFeed
      used += 1
      column = 0
    }
    let rest = count - position
    unsafe (text + used).update(from: start + position, count: rest)
    column += rest
    items.byteCount = 0
    try output.write(unsafe Span(_unsafeStart: text, count: used + rest))
  }

  /// Whether an item continues after a byte: a digit, or `p` to `y`, the first letter of a state.
  private static func continues(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte & 0xbf) }
}

/// Turns cells into RLE items, a block of text without line ends.
@safe
private final class RLEItems {
  /// Writes and empties a full block.
  typealias Flush = () throws -> Void

  static var capacity: Int { 1 << 16 }
  /// Room beyond the capacity for the items of one more word, and for copies past the last item.
  static var slack: Int { 1024 }

  let text: UnsafeMutablePointer<UInt8>
  var byteCount = 0
  /// A copy of `Item.short`: reading the static variable for each item took 7 % of a conversion.
  private let items: UnsafePointer<Item>
  /// The column of the bounding box's west edge.
  private var west = 0
  /// The first cell, in reading order, not yet in an item.
  private var next = Cell(x: 0, y: 0)

  init() {
    unsafe text = .allocate(capacity: Self.capacity + Self.slack)
    unsafe items = Item.short
  }

  deinit { unsafe text.deallocate() }

  private var isFull: Bool { byteCount >= Self.capacity }

  /// Starts at the north-western corner of the bounding box.
  func begin(at corner: Cell) {
    west = corner.x
    next = corner
  }

  /// Adds the rows of the bounding box from north to south, without dead cells at the end of a row
  /// or empty rows at the end.
  func add(_ cells: Cells, hasLetters: Bool, flush: Flush) throws {
    guard !hasLetters else { return try addStates(cells, flush: flush) }
    try cells.forEachPiece { y, x, words in
      try goTo(y: y, flush: flush)
      var index = 0
      while index < words.count {
        if isFull { try flush() }
        index = add(words, from: index, at: x)
      }
    }
  }

  /// Adds cells of more than two states.
  private func addStates(_ cells: Cells, flush: Flush) throws {
    try cells.forEachRun { run in
      try goTo(y: run.y, flush: flush)
      if run.x > next.x { add(run.x - next.x, tag: UInt8(ascii: ".")) }
      add(run.length, state: run.state)
      next.x = run.x + run.length
      if isFull { try flush() }
    }
  }

  /// Ends rows up to row `y`.
  private func goTo(y: Int, flush: Flush) throws {
    guard y > next.y else { return }
    if isFull { try flush() }
    add(y - next.y, tag: UInt8(ascii: "$"))
    next = Cell(x: west, y: y)
  }

  /// Adds the `!`.
  func end() { add(1, tag: UInt8(ascii: "!")) }

  /// Adds words of a piece, starting at `first`, until the block is full. Returns the index of the
  /// next word. Bit 0 of the first word in the piece is column `start`.
  ///
  /// The piece begins and ends with a nonempty word; its last live cells complete an item.
  private func add(_ words: Span<UInt64>, from first: Int, at start: Int) -> Int {
    var x = next.x
    var used = byteCount
    let text = unsafe text
    // `ends` has a bit for the end of each run: a cell that differs from its western neighbor.
    var previous = first == 0 ? 0 : words[first - 1] &>> 63
    // Live and dead runs alternate, and with them the halves of the table.
    var half = previous == 0 ? 0 : Item.shortCount
    var index = first
    while index < words.count, used < Self.capacity {
      let word = words[index]
      var ends = word ^ (word &<< 1 | previous)
      previous = word &>> 63
      let base = start &+ index &<< 6
      while ends != 0 {
        let end = base &+ ends.trailingZeroBitCount
        let length = end &- x
        if length < Item.shortCount {
          let item = unsafe items[half &+ length]
          unsafe UnsafeMutableRawPointer(text + used).storeBytes(of: item.text, as: UInt32.self)
          used &+= Int(item.length)
        } else {
          used += addLong(length, isAlive: half != 0, at: used)
        }
        half ^= Item.shortCount
        x = end
        ends &= ends &- 1
      }
      index &+= 1
    }
    if index == words.count, previous == 1 {
      let end = start + words.count * 64
      used += addLong(end - x, isAlive: true, at: used)
      x = end
    }
    byteCount = used
    next.x = x
    return index
  }

  /// Writes an item of any length into the block. Returns its length in bytes.
  private func addLong(_ length: Int, isAlive: Bool, at place: Int) -> Int {
    byteCount = place
    add(length, tag: isAlive ? UInt8(ascii: "o") : UInt8(ascii: "b"))
    return byteCount - place
  }

  /// Adds live cells with the letters of their state: `A` to `X` for the first 24, then `pA` to
  /// `yO`.
  private func add(_ count: Int, state: State) {
    let high = (state - 1) / 24
    let letter = UInt8(ascii: "A") + (state - 1) % 24
    guard high > 0 else { return add(count, tag: letter) }
    add(count, tag: UInt8(ascii: "o") + high)
    add(1, tag: letter)
  }

  private func add(_ count: Int, tag: UInt8) {
    if count > 1 { unsafe byteCount += (text + byteCount).write(digitsOf: count.magnitude) }
    unsafe text[byteCount] = tag
    byteCount += 1
  }
}

/// The text of one run, packed for a single store.
private struct Item: BitwiseCopyable {
  /// Up to four characters, the first in the lowest byte.
  var text: UInt32
  var length: UInt32

  /// The first count without an item in the table.
  static let shortCount = 256

  /// The items of dead runs by length, then those of live runs; a run of 0 is empty text.
  nonisolated(unsafe) static let short: UnsafePointer<Item> = {
    let table = UnsafeMutablePointer<Item>.allocate(capacity: 2 * shortCount)
    for count in 0..<shortCount {
      unsafe (table + count).initialize(to: Item(count, tag: UInt8(ascii: "b")))
      unsafe (table + shortCount + count).initialize(to: Item(count, tag: UInt8(ascii: "o")))
    }
    return unsafe UnsafePointer(table)
  }()

  /// Made digit by digit, because strings took 6 % of the instructions of a short `life` command.
  private init(_ count: Int, tag: UInt8) {
    text = count == 0 ? 0 : UInt32(tag)
    length = count == 0 ? 0 : 1
    var rest = count > 1 ? UInt32(count) : 0
    while rest > 0 {
      text = text << 8 | (0x30 + rest % 10)
      length += 1
      rest /= 10
    }
  }
}
