// Format: https://conwaylife.com/wiki/Run_Length_Encoded
internal import LifeCore
internal import LifeIO

/// Writes cells as RLE items in lines of at most 70 characters; an item is never split.
struct RLEWriter: ~Copyable {
  private let output: ByteWriter
  private let items = RLEItems()
  private var lines: RLELines
  /// A thread that prepares items; nil until there is much to write.
  private var pool: WorkerPool?

  /// The fewest bytes of cells that are worth a second thread.
  private static let sharedSize = 1 << 17
  /// The blocks that circulate between two threads, beside the one in ``items``.
  private static let blockCount = 3

  init(_ output: ByteWriter) {
    self.output = output
    lines = RLELines(output)
  }

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
        try add(cells, hasLetters: hasLetters)
      }
    }
    try items.end { block in
      try lines.add(block)
      return block
    }
    try lines.finish()
  }

  private mutating func add(_ cells: Cells, hasLetters: Bool) throws {
    if cells.byteCount >= Self.sharedSize {
      if pool == nil { pool = WorkerPool(threads: min(output.threads(), 2), idle: .sleeping) }
      if let pool, pool.count > 1 { return try add(cells, hasLetters: hasLetters, on: pool) }
    }
    try items.add(cells, hasLetters: hasLetters) { block in
      try lines.add(block)
      return block
    }
  }

  /// Writes what a thread of the pool prepares. Only this thread writes, so that signals and
  /// errors are handled as without the other one.
  private mutating func add(_ cells: Cells, hasLetters: Bool, on pool: WorkerPool) throws {
    let conveyor = Conveyor((0..<Self.blockCount).map { _ in RLEItemBlock() })
    pool.enqueue { [items] in
      // Only a stopped conveyor throws.
      try? items.add(cells, hasLetters: hasLetters) { block in
        conveyor.submit(block)
        guard let next = conveyor.freeBlock() else { throw Stopped() }
        return next
      }
      conveyor.complete()
    }
    defer { conveyor.stop() }
    while let block = conveyor.next() {
      try lines.add(block)
      conveyor.release(block)
    }
  }
}

/// Breaks the text of items into lines.
@safe
private struct RLELines: ~Copyable {
  private let output: ByteWriter
  private let text: UnsafeMutablePointer<UInt8>
  private var used = 0
  /// Characters in the current line.
  private var column = 0

  private static let lineLength = 70
  /// Bytes that are copied at once, whatever the length of a line.
  private static let copied = 80

  init(_ output: ByteWriter) {
    self.output = output
    // Each line end stands for at least 51 bytes of a block: an item has at most 20.
    let most = RLEItemBlock.capacity + RLEItemBlock.slack
    unsafe text = .allocate(capacity: most + most / 51 + Self.copied + 1)
  }

  deinit { unsafe text.deallocate() }

  /// Writes the items of a block, and empties it.
  mutating func add(_ block: RLEItemBlock) throws {
    let start = unsafe block.start
    let count = block.count
    var position = 0
    while count - position > Self.lineLength - column {
      var length = Self.lineLength - column
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
    used += rest
    column += rest
    block.count = 0
    try output.write(unsafe Span(_unsafeStart: text, count: used))
    used = 0
  }

  mutating func finish() throws { try output.write(Byte.lineFeed) }

  /// Whether an item goes on after a byte: a digit, or `p` to `y`, the first letter of a state.
  private static func continues(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte & 0xbf) }
}
