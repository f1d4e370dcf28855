package import LifeCore
package import LifeIO

package extension Macrocell {
  /// Writes each square once, before the first that it is part of.
  ///
  /// - Throws: ``FileFailure``, ``MemoryExhausted``.
  static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    try output.write("[M2] (life)\n#R \(pattern.rulestring)\n")
    if pattern.generation != 0 { try output.write("#G \(pattern.generation)\n") }
    for note in pattern.notes {
      try output.write(Array("#C ".utf8) + NoteCollector.comment(for: note) + [Byte.lineFeed])
    }
    let here = try pattern.inTree()
    guard let tree = here.tree, let tight = try? tree.store.copy(of: tree) else { return }
    let writer = try SquareWriter(tight.store, output)
    if !tight.isEmpty { _ = try writer.write(tight.root, level: tight.level) }
    try writer.finish()
  }
}

/// Gives squares the numbers of their lines.
private final class SquareWriter {
  private let store: QuadStore
  private var text: TextWriter
  private var count: UInt32 = 0
  /// The lines of nodes, of leaves, and of blocks of 8 × 8 cells; 0 where there is none yet.
  private let nodeLines: Arena<UInt32>
  private let leafLines: Arena<UInt32>
  private var blockLines: [UInt64: UInt32] = [0: 0]
  /// The lines of squares smaller than a block, where cells have many states.
  private var smallLines: [SmallSquare: UInt32] = [:]

  /// A square of a level within a block, its cells in the block's lowest places.
  private struct SmallSquare: Hashable {
    var level: Int
    var bits: UInt64
  }

  init(_ store: QuadStore, _ output: ByteWriter) throws {
    nodeLines = try Arena(purpose: "macrocell file", capacity: store.nodes.end)
    leafLines = try Arena(purpose: "macrocell file", capacity: store.leaves.end)
    self.store = store
    text = TextWriter(output)
  }

  func finish() throws { try text.flush() }

  /// Writes a square, if it was not written, and returns its line.
  func write(_ number: UInt32, level: Int) throws -> UInt32 {
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
      parts = try (
        write(node.nw, level: level - 1), write(node.ne, level: level - 1),
        write(node.sw, level: level - 1), write(node.se, level: level - 1)
      )
    }
    unsafe known.pointee = try writeLine(level, parts)
    return count
  }

  private func writeLine(
    _ level: Int, _ parts: (UInt32, UInt32, UInt32, UInt32)
  ) throws -> UInt32 {
    try text.write(level)
    for part in [parts.0, parts.1, parts.2, parts.3] {
      try text.write(Byte.blank)
      try text.write(Int(part))
    }
    try text.write(Byte.lineFeed)
    count += 1
    return count
  }

  private func write(block: UInt64) throws -> UInt32 {
    store.shape == .bits
      ? try write(picture: block)
      : try write(SmallSquare(level: store.shape.blockLevel, bits: block))
  }

  /// Writes a square within a block, of cells of many states; at level 1 its quadrants are states.
  private func write(_ square: SmallSquare) throws -> UInt32 {
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
    let lines = try parts.map { bits in
      square.level == 1
        ? UInt32(bits) : try write(SmallSquare(level: square.level - 1, bits: bits))
    }
    let line = try writeLine(square.level, (lines[0], lines[1], lines[2], lines[3]))
    smallLines[square] = line
    return line
  }

  /// Writes a picture of 8 × 8 cells of two states.
  private func write(picture block: UInt64) throws -> UInt32 {
    if let known = blockLines[block] { return known }
    var rest = block
    while rest != 0 {
      var row = rest & 0xff
      while row != 0 {
        try text.write(row & 1 == 1 ? UInt8(ascii: "*") : UInt8(ascii: "."))
        row >>= 1
      }
      try text.write(UInt8(ascii: "$"))
      rest >>= 8
    }
    try text.write(Byte.lineFeed)
    count += 1
    blockLines[block] = count
    return count
  }
}
