package import LifeCore
package import LifeIO

package extension Macrocell {
  /// Writes each node once, before its parents. If memory is short, some blocks of 8 × 8 cells are
  /// repeated.
  ///
  /// - Throws: ``FileFailure``, ``MemoryExhausted``; ``WriteError`` if the tree is too deep for
  ///   readers.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    let here = try pattern.inTree(limit: Limits().cellBytes, center: center)
    guard let tree = here.tree else { preconditionFailure("inTree returned no tree") }
    var trimmed = try tree.store.copy(of: tree)
    let levels = Limits().levels
    guard trimmed.level <= levels else {
      throw WriteError(
        "macrocell has no place for cells more than 2^\(levels - 1) from the origin; "
          + "write Life 1.06, JSON or RLE")
    }
    try output.write("[M2] (life)\n#R \(pattern.rulestring)\n")
    if pattern.generation != 0 { try output.write("#G \(pattern.generation)\n") }
    for note in pattern.notes {
      try output.write(Array("#C ".utf8) + NoteCollector.comment(for: note) + [Byte.lineFeed])
    }
    let lines: LineNumbers
    do {
      lines = try LineNumbers(of: trimmed.store)
    } catch {
      // After a run under a memory limit, the store has far more nodes than the pattern.
      let store = trimmed.store
      trimmed = try QuadStore(memoryLimit: store.memoryLimit, states: store.states)
        .copy(of: trimmed)
      lines = try LineNumbers(of: trimmed.store)
    }
    var writer = try NodeWriter(trimmed.store, lines: lines, output: output)
    if !trimmed.isEmpty { _ = try writer.write(trimmed.root, level: trimmed.level) }
    try writer.finish()
  }
}

/// The line numbers of nodes and leaves; 0 if not written yet.
private struct LineNumbers {
  let nodes: Arena<UInt32>
  let leaves: Arena<UInt32>

  init(of store: QuadStore) throws(MemoryExhausted) {
    nodes = try Arena(purpose: "macrocell file", capacity: store.nodeEnd)
    leaves = try Arena(purpose: "macrocell file", capacity: store.leafEnd)
  }
}

/// Writes nodes and records their line numbers.
///
/// Not a class: a class checks its variables for overlapping accesses, which took a third of the
/// time of writing a soup.
private struct NodeWriter: ~Copyable {
  private let store: QuadStore
  private var text: TextBuffer
  private var count: UInt32 = 0
  private let lines: LineNumbers
  /// The lines of blocks of 8 × 8 cells; 0 if not written yet.
  private var blockLines: BlockTable
  /// The lines of blocks and of nodes within blocks, for cells with many states.
  private var smallLines: [SmallNode: UInt32] = [:]

  /// The lines of the quadrants of a node, or the states of four cells.
  private typealias Quadrants = (nw: UInt32, ne: UInt32, sw: UInt32, se: UInt32)

  /// A block, or a node within a block with its cells moved to the block's north-western corner.
  private struct SmallNode: Hashable {
    var level: Int
    var bits: UInt64
  }

  init(_ store: QuadStore, lines: LineNumbers, output: ByteWriter) throws(MemoryExhausted) {
    self.store = store
    self.lines = lines
    blockLines = try BlockTable()
    text = TextBuffer(output)
  }

  mutating func finish() throws { try text.flush() }

  /// Writes a node unless it was written. Returns its line.
  mutating func write(_ id: NodeID, level: Int) throws -> UInt32 {
    if id.isEmpty { return 0 }
    let known =
      unsafe id.isLeaf
      ? lines.leaves.elements + id.leaf.index : lines.nodes.elements + id.index
    if unsafe known.pointee != 0 { return unsafe known.pointee }
    let quadrants: Quadrants
    if id.isLeaf {
      let leaf = store[id.leaf]
      quadrants = try (
        nw: write(block: leaf.nw), ne: write(block: leaf.ne), sw: write(block: leaf.sw),
        se: write(block: leaf.se)
      )
    } else {
      let node = store[id]
      if level == store.shape.leafLevel + 1 { prefetchBlocks(of: node) }
      quadrants = try (
        nw: write(node.nw, level: level - 1), ne: write(node.ne, level: level - 1),
        sw: write(node.sw, level: level - 1), se: write(node.se, level: level - 1)
      )
    }
    unsafe known.pointee = try writeLine(level: level, quadrants: quadrants)
    return count
  }

  /// Prefetches the lines of the blocks of four leaves.
  private func prefetchBlocks(of node: QuadNode) {
    prefetchBlocks(of: store[node.nw.leaf])
    prefetchBlocks(of: store[node.ne.leaf])
    prefetchBlocks(of: store[node.sw.leaf])
    prefetchBlocks(of: store[node.se.leaf])
  }

  private func prefetchBlocks(of leaf: QuadLeaf) {
    blockLines.prefetch(leaf.nw)
    blockLines.prefetch(leaf.ne)
    blockLines.prefetch(leaf.sw)
    blockLines.prefetch(leaf.se)
  }

  private mutating func writeLine(level: Int, quadrants: Quadrants) throws -> UInt32 {
    try text.write(level)
    try write(quadrant: quadrants.nw)
    try write(quadrant: quadrants.ne)
    try write(quadrant: quadrants.sw)
    try write(quadrant: quadrants.se)
    try text.write(Byte.lineFeed)
    count += 1
    return count
  }

  private mutating func write(quadrant: UInt32) throws {
    try text.write(Byte.space)
    try text.write(Int(quadrant))
  }

  private mutating func write(block: UInt64) throws -> UInt32 {
    store.shape == .bits
      ? try write(drawing: block)
      : try write(SmallNode(level: store.shape.blockLevel, bits: block))
  }

  /// Writes a node no larger than a block, for cells of many states. At level 1 the quadrants are
  /// states.
  private mutating func write(_ node: SmallNode) throws -> UInt32 {
    if node.bits == 0 { return 0 }
    if let known = smallLines[node] { return known }
    let shape = store.shape
    let half = 1 << (node.level - 1)
    let rowMask = UInt64(1) << UInt64(half * shape.bitsPerCell) - 1
    var lines: [UInt32] = []
    for (x, y) in [(0, 0), (half, 0), (0, half), (half, half)] {
      var bits: UInt64 = 0
      for row in 0..<half {
        let cells = node.bits >> shape.place(x: x, y: y + row) & rowMask
        bits |= cells << shape.place(x: 0, y: row)
      }
      let small = SmallNode(level: node.level - 1, bits: bits)
      lines.append(node.level == 1 ? UInt32(bits) : try write(small))
    }
    let line = try writeLine(
      level: node.level, quadrants: (nw: lines[0], ne: lines[1], sw: lines[2], se: lines[3]))
    smallLines[node] = line
    return line
  }

  /// Writes 8 × 8 cells of two states.
  private mutating func write(drawing block: UInt64) throws -> UInt32 {
    if block == 0 { return 0 }
    let place = blockLines.place(of: block)
    let known = blockLines.line(at: place)
    if known != 0 { return known }
    var rest = block
    while rest != 0 {
      let row = rest & 0xff
      let cells = EightBytes.characters(
        of: row, dead: UInt8(ascii: "."), live: UInt8(ascii: "*"))
      try text.write(cells, count: 8 - (UInt8(truncatingIfNeeded: row)).leadingZeroBitCount)
      try text.write(UInt8(ascii: "$"))
      rest >>= 8
    }
    try text.write(Byte.lineFeed)
    count += 1
    blockLines.set(count, at: place, block: block)
    return count
  }
}
