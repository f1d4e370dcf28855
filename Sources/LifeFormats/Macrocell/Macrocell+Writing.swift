package import LifeCore
package import LifeIO

package extension Macrocell {
  /// Writes each square once, before the first that it is part of.
  ///
  /// - Throws: ``FileFailure``, ``MemoryExhausted``; ``WriteError`` if no reader would take it.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let here = try pattern.inTree(limit: Limits().cellBytes)
    guard let tree = here.tree else { preconditionFailure("a pattern in a tree has one") }
    let tight = try tree.store.copy(of: tree)
    let levels = Limits().levels
    guard tight.level <= levels else {
      throw WriteError(
        "macrocell has no place for cells more than 2^\(levels - 1) from the origin; "
          + "write Life 1.06, JSON or RLE")
    }
    try output.write("[M2] (life)\n#R \(pattern.rulestring)\n")
    if pattern.generation != 0 { try output.write("#G \(pattern.generation)\n") }
    for note in pattern.notes {
      try output.write(Array("#C ".utf8) + NoteCollector.comment(for: note) + [Byte.lineFeed])
    }
    let store = tight.store
    var writer = try SquareWriter(
      store, nodeLines: try Arena(purpose: "macrocell file", capacity: store.nodes.end),
      leafLines: try Arena(purpose: "macrocell file", capacity: store.leaves.end), output)
    if !tight.isEmpty { _ = try writer.write(tight.root, level: tight.level) }
    try writer.finish()
  }
}

/// Gives squares the numbers of their lines.
///
/// Not a class, whose variables would be checked for overlapping accesses at each line: that took a
/// third of the time of writing a soup.
private struct SquareWriter: ~Copyable {
  private let store: QuadStore
  private var text: TextWriter
  private var count: UInt32 = 0
  /// The lines of nodes, of leaves, and of blocks of 8 × 8 cells; 0 where there is none yet.
  private let nodeLines: Arena<UInt32>
  private let leafLines: Arena<UInt32>
  private var blockLines: BlockTable
  /// The lines of squares smaller than a block, where cells have many states.
  private var smallLines: [SmallSquare: UInt32] = [:]

  /// A square of a level within a block, its cells in the block's lowest places.
  private struct SmallSquare: Hashable {
    var level: Int
    var bits: UInt64
  }

  /// - Parameters:
  ///   - nodeLines: room for a number for each node of the store.
  ///   - leafLines: the same for each leaf.
  init(
    _ store: QuadStore, nodeLines: Arena<UInt32>, leafLines: Arena<UInt32>, _ output: ByteWriter
  ) throws(MemoryExhausted) {
    self.store = store
    self.nodeLines = nodeLines
    self.leafLines = leafLines
    blockLines = try BlockTable()
    text = TextWriter(output)
  }

  mutating func finish() throws { try text.flush() }

  /// Writes a square, if it was not written, and returns its line.
  mutating func write(_ number: UInt32, level: Int) throws -> UInt32 {
    if number == 0 { return 0 }
    let isLeaf = number & QuadStore.leafBit != 0
    let known =
      unsafe (isLeaf ? leafLines : nodeLines).elements
      + Int(number & ~QuadStore.leafBit)
    if unsafe known.pointee != 0 { return unsafe known.pointee }
    let parts: (UInt32, UInt32, UInt32, UInt32)
    if isLeaf {
      let leaf = store.leaf(number)
      parts = try (
        write(block: leaf.nw), write(block: leaf.ne), write(block: leaf.sw),
        write(block: leaf.se)
      )
    } else {
      let node = store.node(number)
      if level == store.shape.leafLevel + 1 { expectBlocks(of: node) }
      parts = try (
        write(node.nw, level: level - 1), write(node.ne, level: level - 1),
        write(node.sw, level: level - 1), write(node.se, level: level - 1)
      )
    }
    unsafe known.pointee = try writeLine(level, parts)
    return count
  }

  /// The blocks of four leaves will be looked for.
  private func expectBlocks(of node: QuadNode) {
    expectBlocks(of: store.leaf(node.nw))
    expectBlocks(of: store.leaf(node.ne))
    expectBlocks(of: store.leaf(node.sw))
    expectBlocks(of: store.leaf(node.se))
  }

  private func expectBlocks(of leaf: QuadLeaf) {
    blockLines.expect(leaf.nw)
    blockLines.expect(leaf.ne)
    blockLines.expect(leaf.sw)
    blockLines.expect(leaf.se)
  }

  private mutating func writeLine(
    _ level: Int, _ parts: (UInt32, UInt32, UInt32, UInt32)
  ) throws -> UInt32 {
    try text.write(level)
    try write(part: parts.0)
    try write(part: parts.1)
    try write(part: parts.2)
    try write(part: parts.3)
    try text.write(Byte.lineFeed)
    count += 1
    return count
  }

  private mutating func write(part: UInt32) throws {
    try text.write(Byte.blank)
    try text.write(Int(part))
  }

  private mutating func write(block: UInt64) throws -> UInt32 {
    store.shape == .bits
      ? try write(picture: block)
      : try write(SmallSquare(level: store.shape.blockLevel, bits: block))
  }

  /// Writes a square within a block, of cells of many states; at level 1 its quadrants are states.
  private mutating func write(_ square: SmallSquare) throws -> UInt32 {
    if square.bits == 0 { return 0 }
    if let known = smallLines[square] { return known }
    let shape = store.shape
    let half = 1 << (square.level - 1)
    let parts = [(0, 0), (half, 0), (0, half), (half, half)].map { x, y in
      (0..<half).reduce(UInt64(0)) { bits, row in
        let line = square.bits >> shape.place(x: x, y: y + row)
        let mask = UInt64(1) << UInt64(half * shape.bitsPerCell) - 1
        return bits | (line & mask) << shape.place(x: 0, y: row)
      }
    }
    var lines: [UInt32] = []
    for bits in parts {
      let small = SmallSquare(level: square.level - 1, bits: bits)
      lines.append(square.level == 1 ? UInt32(bits) : try write(small))
    }
    let line = try writeLine(square.level, (lines[0], lines[1], lines[2], lines[3]))
    smallLines[square] = line
    return line
  }

  /// Writes a picture of 8 × 8 cells of two states.
  private mutating func write(picture block: UInt64) throws -> UInt32 {
    if block == 0 { return 0 }
    let place = blockLines.place(of: block)
    let known = blockLines.line(at: place)
    if known != 0 { return known }
    var rest = block
    while rest != 0 {
      let row = rest & 0xff
      let dead = UInt8(ascii: ".")
      let cells =
        EightBytes.spread(row) &* UInt64(dead ^ UInt8(ascii: "*")) ^ EightBytes.all(dead)
      try text.write(cells, count: 8 - (UInt8(truncatingIfNeeded: row)).leadingZeroBitCount)
      try text.write(UInt8(ascii: "$"))
      rest >>= 8
    }
    try text.write(Byte.lineFeed)
    count += 1
    try blockLines.set(count, at: place, block: block)
    return count
  }
}
