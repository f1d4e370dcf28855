internal import LifeCore
internal import LifeIO

/// Writes runs as RLE items in lines of at most 70 characters.
@safe
struct RLEWriter: ~Copyable {
  private let output: ByteWriter
  private let block: UnsafeMutablePointer<UInt8>
  /// Held here, because a look at the static each time cost 7 % of a conversion.
  private let items: UnsafePointer<Item>
  private var used = 0
  /// Characters in the current line.
  private var column = 0

  private static let blockSize = 1 << 16
  private static let lineLength = 70

  init(_ output: ByteWriter) {
    self.output = output
    unsafe block = .allocate(capacity: Self.blockSize)
    unsafe items = Item.short
  }

  deinit { unsafe block.deallocate() }

  /// Writes the body of a pattern: rows from the north-western corner of the bounding box on.
  ///
  /// - Parameter hasLetters: whether states are written as letters, as for more than two.
  mutating func write(_ cells: Cells, hasLetters: Bool) throws {
    if hasLetters { return try writeStates(cells) }
    if let box = cells.bounds {
      var lastY = box.y
      var x = box.x
      try cells.forEachPiece { y, pieceX, words in
        if y > lastY {
          try add(y - lastY, tag: UInt8(ascii: "$"))
          lastY = y
          x = box.x
        }
        x = try write(words, at: pieceX, from: x)
      }
    }
    try add(1, tag: UInt8(ascii: "!"))
    try flush()
    try output.write(UInt8(ascii: "\n"))
  }

  private mutating func writeStates(_ cells: Cells) throws {
    if let box = cells.bounds {
      var (lastY, x) = (box.y, box.x)
      try cells.forEachRun { run in
        if run.y > lastY {
          try add(run.y - lastY, tag: UInt8(ascii: "$"))
          (lastY, x) = (run.y, box.x)
        }
        if run.x > x { try add(run.x - x, tag: UInt8(ascii: ".")) }
        try add(run.length, tags: Self.letters(run.state))
        x = run.x + run.length
      }
    }
    try add(1, tag: UInt8(ascii: "!"))
    try flush()
    try output.write(UInt8(ascii: "\n"))
  }

  /// `A` to `X` for the first 24 states, then `pA` to `yO`.
  private static func letters(_ state: State) -> [UInt8] {
    let (high, low) = (state - 1).quotientAndRemainder(dividingBy: 24)
    return (high == 0 ? [] : [UInt8(ascii: "o") + high]) + [UInt8(ascii: "A") + low]
  }

  private mutating func flush() throws {
    try output.write(unsafe Span(_unsafeStart: block, count: used))
    used = 0
  }

  /// Writes a piece whose first bit is column `start`; `x` is the first column not yet written.
  /// Returns the column after the last live cell.
  private mutating func write(
    _ words: Span<UInt64>, at start: Int, from x: Int
  ) throws -> Int {
    var x = x
    // Ones where a cell differs from its western neighbour: there a run ends.
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
    unsafe block[used] = 0x0a
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

/// The text of one run, packed so that it is written with one store.
private struct Item: BitwiseCopyable {
  /// Up to four characters, the first in the lowest byte.
  var text: UInt32
  var length: UInt32

  /// Counts below this are in the table.
  static let shortCount = 256

  /// The items of dead runs, then those of live ones; a run of 0 is nothing.
  nonisolated(unsafe) static let short: UnsafePointer<Item> = {
    let table = UnsafeMutablePointer<Item>.allocate(capacity: 2 * shortCount)
    for alive in [false, true] {
      for count in 0..<shortCount {
        let index = alive ? shortCount + count : count
        unsafe (table + index).initialize(to: Item(count, tag: alive ? "o" : "b"))
      }
    }
    return unsafe UnsafePointer(table)
  }()

  private init(_ count: Int, tag: String) {
    let characters = Array((count == 0 ? "" : count == 1 ? tag : "\(count)\(tag)").utf8)
    text = 0
    length = UInt32(characters.count)
    for (index, byte) in characters.enumerated() { text |= UInt32(byte) << UInt32(8 * index) }
  }
}
