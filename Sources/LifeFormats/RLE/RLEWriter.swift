// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Writes cells as RLE items in lines of at most 70 characters; an item is never split.
@safe
struct RLEWriter: ~Copyable {
  private let output: ByteWriter
  private let block: UnsafeMutablePointer<UInt8>
  /// A copy of `Item.short`: reading the static variable for each item took 7 % of a conversion.
  private let items: UnsafePointer<Item>
  private var used = 0
  /// Characters in the current line.
  private var column = 0
  /// The first cell, in reading order, that no item covers yet.
  private var next = Cell(x: 0, y: 0)

  private static let blockSize = 1 << 16
  private static let lineLength = 70

  init(_ output: ByteWriter) {
    self.output = output
    unsafe block = .allocate(capacity: Self.blockSize)
    unsafe items = Item.short
  }

  deinit { unsafe block.deallocate() }

  /// Writes the rows of the bounding box from north to south, without dead cells at the end of
  /// rows and without empty rows at the end.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  mutating func write(_ pattern: Pattern) throws {
    if let box = pattern.bounds {
      let hasLetters = pattern.rule.states > 2
      var west: Int?
      try pattern.forEachPart(to: output) { cells, origin in
        if west == nil, let x = (box.x - origin.x).int, let y = (box.y - origin.y).int {
          west = x
          next = Cell(x: x, y: y)
        }
        try hasLetters ? addStates(cells, west: west ?? 0) : add(cells, west: west ?? 0)
      }
    }
    try add(1, tag: UInt8(ascii: "!"))
    try flush()
    try output.write(UInt8(ascii: "\n"))
  }

  /// Adds rows of two-state cells; the bounding box begins in column `west`.
  private mutating func add(_ cells: Cells, west: Int) throws {
    try cells.forEachPiece { y, x, words in
      try goTo(y: y, west: west)
      next.x = try write(words, at: x, from: next.x)
    }
  }

  /// Adds rows of cells of more than two states.
  private mutating func addStates(_ cells: Cells, west: Int) throws {
    try cells.forEachRun { run in
      try goTo(y: run.y, west: west)
      if run.x > next.x { try add(run.x - next.x, tag: UInt8(ascii: ".")) }
      try add(run.length, tags: Self.letters(run.state))
      next.x = run.x + run.length
    }
  }

  /// Ends rows until `y` is the current one.
  private mutating func goTo(y: Int, west: Int) throws {
    guard y > next.y else { return }
    try add(y - next.y, tag: UInt8(ascii: "$"))
    next = Cell(x: west, y: y)
  }

  /// `A` to `X` for the first 24 states, then `pA` to `yO`.
  private static func letters(_ state: State) -> [UInt8] {
    let index = state - 1
    let (high, low) = index.quotientAndRemainder(dividingBy: 24)
    let letter = UInt8(ascii: "A") + low
    return high == 0 ? [letter] : [UInt8(ascii: "o") + high, letter]
  }

  private mutating func flush() throws {
    try output.write(unsafe Span(_unsafeStart: block, count: used))
    used = 0
  }

  /// Writes a piece of a row; bit 0 of its first word is column `start`, and `x` is the first
  /// column not yet written. Returns the column after the last live cell.
  private mutating func write(
    _ words: Span<UInt64>, at start: Int, from x: Int
  ) throws -> Int {
    var x = x
    // A cell that differs from its western neighbor ends a run: one bit of `ends` for each.
    var previous: UInt64 = 0
    for index in words.indices {
      if used > Self.blockSize - 1024 { try flush() }
      let word = words[index]
      var ends = word ^ (word &<< 1 | previous)
      previous = word &>> 63
      let base = start &+ index &<< 6
      while ends != 0 {
        let end = base &+ ends.trailingZeroBitCount
        let isAlive = word &>> UInt64(truncatingIfNeeded: end &- base) & 1 == 0
        try addRun(end &- x, alive: isAlive)
        x = end
        ends &= ends &- 1
      }
    }
    if previous == 1 {
      let end = start + words.count * 64
      try addRun(end - x, alive: true)
      x = end
    }
    return x
  }

  /// Adds a run of at least one cell, or nothing.
  private mutating func addRun(_ length: Int, alive: Bool) throws {
    if length < Item.shortCount {
      let item = unsafe items[alive ? Item.shortCount + length : length]
      if column &+ Int(item.length) > Self.lineLength { newline() }
      unsafe UnsafeMutableRawPointer(block + used).storeBytes(of: item.text, as: UInt32.self)
      used &+= Int(item.length)
      column &+= Int(item.length)
    } else {
      try add(length, tag: alive ? UInt8(ascii: "o") : UInt8(ascii: "b"))
    }
  }

  private mutating func newline() {
    unsafe block[used] = Byte.lineFeed
    used &+= 1
    column = 0
  }

  /// Adds an item of any length.
  private mutating func add(_ count: Int, tag: UInt8) throws { try add(count, tags: [tag]) }

  private mutating func add(_ count: Int, tags: [UInt8]) throws {
    if used > Self.blockSize - 1024 { try flush() }
    let text = (count == 1 ? [] : Array(String(count).utf8)) + tags
    if column + text.count > Self.lineLength { newline() }
    for byte in text {
      unsafe block[used] = byte
      used += 1
    }
    column += text.count
  }
}

/// The text of one run, packed so that one store writes it.
private struct Item: BitwiseCopyable {
  /// Up to four characters, the first in the lowest byte.
  var text: UInt32
  var length: UInt32

  /// Counts below this are in the table.
  static let shortCount = 256

  /// The items of dead runs by their length, then those of live runs; a run of 0 is empty text.
  nonisolated(unsafe) static let short: UnsafePointer<Item> = {
    let table = UnsafeMutablePointer<Item>.allocate(capacity: 2 * shortCount)
    for count in 0..<shortCount {
      unsafe (table + count).initialize(to: Item(count, tag: UInt8(ascii: "b")))
      unsafe (table + shortCount + count).initialize(to: Item(count, tag: UInt8(ascii: "o")))
    }
    return unsafe UnsafePointer(table)
  }()

  /// Made digit by digit, because a short run spent 6 % of its instructions on strings for it.
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
