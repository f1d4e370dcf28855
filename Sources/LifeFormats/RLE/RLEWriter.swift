// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Writes cells as RLE items in lines of at most 70 characters; an item is never split.
///
/// Items are collected without line ends, and a block of them is then broken into lines: to ask for
/// each item whether it fits took an eighth of the time of a conversion.
struct RLEWriter: ~Copyable {
  private let output: ByteWriter
  private let items = RLEItems()
  private var lines = RLELines()

  init(_ output: ByteWriter) { self.output = output }

  /// Writes the rows of the bounding box from north to south, without dead cells at the end of
  /// rows and without empty rows at the end.
  ///
  /// - Throws: ``FileFailure``; ``MemoryExhausted`` if cells of a quadtree are too far apart.
  mutating func write(_ pattern: Pattern) throws {
    if let box = pattern.bounds {
      let hasLetters = pattern.rule.states > 2
      var hasBegun = false
      try pattern.forEachPart(to: output) { cells, origin in
        if !hasBegun, let x = (box.x - origin.x).int, let y = (box.y - origin.y).int {
          items.begin(at: Cell(x: x, y: y))
          hasBegun = true
        }
        try items.add(cells, hasLetters: hasLetters) { block in try lines.write(block, to: output) }
      }
    }
    items.end()
    try lines.write(items.block, to: output)
    try output.write(Byte.lineFeed)
  }
}

/// Breaks the text of items into lines.
@safe
private struct RLELines: ~Copyable {
  private let text: UnsafeMutablePointer<UInt8>
  /// Characters in the current line.
  private var column = 0

  private static let length = 70
  /// Bytes that are copied at once, whatever the length of a line.
  private static let copied = 80

  init() {
    // Each line end stands for at least 51 bytes of items: an item has at most 20.
    let most = RLEItemBlock.capacity + RLEItemBlock.slack
    unsafe text = .allocate(capacity: most + most / 51 + Self.copied + 1)
  }

  deinit { unsafe text.deallocate() }

  /// Writes the items of a block, and empties it.
  mutating func write(_ items: RLEItemBlock, to output: ByteWriter) throws {
    let start = unsafe items.start
    let count = items.count
    var position = 0
    var used = 0
    while count - position > Self.length - column {
      var length = Self.length - column
      while length > 0, Self.continues(unsafe start[position + length - 1]) { length -= 1 }
      unsafe (text + used).update(from: start + position, count: Self.copied)
      position += length
      used += length
      unsafe text[used] = Byte.lineFeed
      used += 1
      column = 0
    }
    let rest = count - position
    unsafe (text + used).update(from: start + position, count: rest)
    column += rest
    items.count = 0
    try output.write(unsafe Span(_unsafeStart: text, count: used + rest))
  }

  /// Whether an item goes on after a byte: a digit, or `p` to `y`, the first letter of a state.
  private static func continues(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte & 0xbf) }
}
