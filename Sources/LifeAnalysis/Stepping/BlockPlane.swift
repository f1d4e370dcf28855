internal import LifeCore

/// A pattern on the plane, stepped one generation at a time. A step computes only blocks that may
/// change.
///
/// It serves searches that read the cells of every generation. An engine would take a step of many
/// generations, then compute the ones in between again. This was half of the time to identify a
/// large pattern.
///
/// The plane is divided into blocks of 64 × 16 cells (``StateRows``, ``BlockMap``). Each block with
/// cells in state 1 at a side or corner has a neighbor there, so no birth is lost.
struct BlockPlane: Sendable {
  static let width = 64
  static let height = StateRows.height

  struct BlockStatus {
    /// Whether it has live cells.
    var hasCells = false
    /// Whether the last step has changed it.
    var isChanged = false
    /// Whether it is among the ``BlockPlane/due`` blocks.
    var isDue = false
    /// The number of live cells, valid if the last step has not changed the block. Changed blocks
    /// are counted on demand, because counting takes as long as a step.
    var population = 0
  }

  let rule: BlockRule
  var map = BlockMap()
  var rows: StateRows
  var blocks = [BlockStatus()]
  /// The number of live cells in all blocks unchanged by the last step.
  var populationOfUnchanged = 0
  /// All cells alive at some time since ``beginEnvelope()``. `nil` after its end.
  var envelope: [UInt64]?
  /// The results of the last step.
  var results: [BlockResult] = []
  /// The blocks to compute in this step.
  var due: [Int] = []
  var memory: BlockMemory

  /// Returns `nil` if not all generations have the same rule, or if a cell has a state beyond those
  /// of the rule.
  ///
  /// - Parameter limit: the maximum size of all blocks in bytes.
  init?(_ cells: Cells, rule: BlockRule, limit: Int) throws(MemoryExhausted) {
    guard cells.planes <= rule.planes, rule.isUniform else { return nil }
    self.rule = rule
    rows = StateRows(planes: rule.planes, blocks: 1)
    // Rows, their next generation, envelope, eight neighbors and an entry of the dictionary.
    memory = try BlockMemory(
      bytesPerBlock: 8 * (2 * rows.blockSize + Self.height + BlockMap.sides) + 128, limit: limit)
    let planes = cells.planes
    cells.forEachPiece { y, x, words in
      for index in words.indices {
        load(words[index], plane: index % planes, y: y, x: x + index / planes * 64)
      }
    }
    for block in 1..<map.count {
      let counted = BlockEdges(of: rowNumbers(of: block).map(rows.counted))
      blocks[block].hasCells = true
      blocks[block].isChanged = true
      results.append(
        BlockResult(
          block: block, changes: counted, counted: counted, isChange: true, hasCells: true))
    }
    for result in results { makeNeighbors(of: result) }
    try memory.claim(forBlocks: map.count)
  }

  /// Sets 64 cells of one plane, bit 0 in column `x`. They may lie in two blocks.
  private mutating func load(_ word: UInt64, plane: Int, y: Int, x: Int) {
    guard word != 0 else { return }
    let shift = UInt64(x & 63)
    let parts = [word << shift, shift == 0 ? 0 : word >> (64 - shift)]
    for (index, part) in parts.enumerated() where part != 0 {
      let position = BlockMap.Position(row: y >> 4, column: x >> 6 + index)
      let block = map[position] ?? makeBlock(at: position)
      rows[block * Self.height + y & 15, plane: plane] |= part
    }
  }

  /// The indices of a block's rows among the rows of all blocks.
  func rowNumbers(of block: Int) -> Range<Int> {
    block * Self.height..<(block + 1) * Self.height
  }

  /// Adds a block without live cells.
  private mutating func makeBlock(at position: BlockMap.Position) -> Int {
    rows.appendBlock()
    blocks.append(BlockStatus())
    envelope? += repeatElement(0, count: Self.height)
    return map.add(at: position)
  }

  /// Adds the missing blocks next to a block's cells in state 1.
  mutating func makeNeighbors(of result: BlockResult) {
    result.counted.forEachSide { side in
      if map.neighbor(of: result.block, on: side) == 0 {
        _ = makeBlock(at: map.positions[result.block].neighbor(on: side))
      }
    }
  }
}

/// The memory of blocks, counted against a limit.
struct BlockMemory: Sendable {
  private static let purpose = "blocks"

  private let bytesPerBlock: Int
  private let limit: Int
  private var claim: MemoryClaim
  private var blocks = 0

  /// - Parameter limit: the maximum size of all blocks in bytes.
  init(bytesPerBlock: Int, limit: Int) throws(MemoryExhausted) {
    self.bytesPerBlock = bytesPerBlock
    self.limit = limit
    claim = try MemoryClaim(purpose: Self.purpose, bytes: 0)
  }

  /// Claims memory for a number of blocks. Later claims are for twice as many, because arrays grow
  /// by doubling.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  mutating func claim(forBlocks count: Int) throws(MemoryExhausted) {
    if count > blocks { try renew(forBlocks: blocks == 0 ? count : 2 * count) }
  }

  /// Claims memory for a copy of a plane before it changes: the arrays are copied on write.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  mutating func claimForCopy() throws(MemoryExhausted) {
    if !isKnownUniquelyReferenced(&claim) { try renew(forBlocks: blocks) }
  }

  private mutating func renew(forBlocks count: Int) throws(MemoryExhausted) {
    let bytes = count * bytesPerBlock
    guard bytes <= limit else { throw MemoryExhausted(purpose: Self.purpose, bytes: bytes) }
    claim = try MemoryClaim(purpose: Self.purpose, bytes: bytes)
    blocks = count
  }
}
