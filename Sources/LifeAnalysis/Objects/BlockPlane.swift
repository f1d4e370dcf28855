internal import LifeCore

/// A pattern on the plane that is stepped one generation at a time, for those who look at the cells
/// of each: only blocks that may change are computed.
///
/// Engines make many generations in one step, and each one between two steps once more for whoever
/// looks at it, which was half of the time in which a breeder was identified: 3.6 → 2.0 s.
///
/// The cells in state 1 are one plane, and dying cells others (``Aging``).
///
///      block    16 rows of 64 cells, bit 0 of a word is the westmost
///      block 0  has no live cells, and is the neighbor where there is no block
///
/// A block with cells in state 1 at an edge has a neighbor there, so that no birth is lost.
struct BlockPlane: Sendable {
  static let width = 64
  static let height = 16

  struct BlockPosition: Hashable, Comparable {
    var row: Int
    var column: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// The eight blocks around a block, by the steps in columns and rows that lead there.
  static let steps = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  let births: UInt16
  let survivals: UInt16
  let aging: Aging?
  var positions: [BlockPosition] = []
  private var indices: [BlockPosition: Int] = [:]
  /// The blocks from north to south and west to east.
  var sorted: [Int] = []
  /// The blocks around each block, in the order of ``steps``.
  var neighbors: [Int] = []
  var rows: [UInt64] = []
  /// The planes of the dying cells of each block; empty with two states.
  var dying: [UInt64] = []
  /// Whether each block has cells that are not in state 0.
  var hasCells: [Bool] = []
  /// The number of these cells in each block that the last step has not changed, and in all such
  /// blocks. In the others they are counted when someone asks: counting takes as long as a step.
  var populations: [Int] = []
  var populationOfUnchanged = 0
  /// The cells that were alive in some generation since ``beginEnvelope()``; nil after its end.
  var envelope: [UInt64]?
  /// The blocks that the last step has changed, and those among them and around them that the next
  /// one computes.
  var changed: [(block: Int, edges: BlockEdges)] = []
  var isChanged: [Bool] = []
  var due: [Int] = []
  var isDue: [Bool] = []
  var results: [BlockResult] = []
  private let memoryLimit: Int
  private var claim: MemoryClaim
  private var claimedBlocks = 0

  /// Nil if the rule is not one that counts live neighbors, the same in each generation, or if
  /// cells without live neighbors are born, which would be everywhere.
  ///
  /// - Parameter limit: of the bytes of all blocks.
  init?(_ cells: Cells, rule: SmallRule, limit: Int) throws(MemoryExhausted) {
    guard cells.planes <= rule.planes, case .counting(let even) = rule.even,
      case .counting(let odd) = rule.odd, even == odd, even.birth & 1 == 0
    else { return nil }
    births = even.birth
    survivals = even.survival
    aging = rule.aging
    memoryLimit = limit
    claim = try MemoryClaim(purpose: Self.purpose, bytes: 0)
    _ = makeBlock(at: BlockPosition(row: .max, column: .max))
    let planes = cells.planes
    cells.forEachPiece { y, x, words in
      for first in stride(from: 0, to: words.count, by: planes) {
        let alive = (1..<planes).reduce(words[first]) { $0 & ~words[first + $1] }
        load(alive, plane: nil, y: y, x: x + first / planes * 64)
        for plane in 0..<planes where planes > 1 {
          load(words[first + plane] & ~alive, plane: plane, y: y, x: x + first / planes * 64)
        }
      }
    }
    for block in positions.indices.dropFirst() {
      hasCells[block] = true
      isChanged[block] = true
      let edges = BlockEdges(of: rows[Self.places(of: block)])
      changed.append((block, edges))
      makeNeighbors(of: block, where: edges)
    }
    if positions.count > claimedBlocks { try claimMemory(forBlocks: positions.count) }
  }

  private static let purpose = "blocks"

  /// The rows, those of the envelope, of dying cells and of the results, eight neighbors, and what
  /// finds a block.
  private var bytesPerBlock: Int {
    let planeCount = aging.map { 3 + $0.planes } ?? 3
    return planeCount * 8 * Self.height + 8 * Self.steps.count + 128
  }

  private mutating func claimMemory(forBlocks count: Int) throws(MemoryExhausted) {
    let bytes = count * bytesPerBlock
    guard bytes <= memoryLimit else {
      throw MemoryExhausted(purpose: Self.purpose, bytes: bytes)
    }
    claim = try MemoryClaim(purpose: Self.purpose, bytes: bytes)
    claimedBlocks = count
  }

  /// Claims memory of its own for a copy, which has arrays of its own from the first change on.
  mutating func claimMemoryOfCopy() throws(MemoryExhausted) {
    if !isKnownUniquelyReferenced(&claim) { try claimMemory(forBlocks: claimedBlocks) }
  }

  /// Claims memory for the blocks that were made. Arrays grow to twice their size.
  mutating func claimMemoryOfNewBlocks() throws(MemoryExhausted) {
    if positions.count > claimedBlocks { try claimMemory(forBlocks: 2 * positions.count) }
  }

  static func places(of block: Int) -> Range<Int> {
    block * height..<(block + 1) * height
  }

  /// The number of bit-planes that hold a state.
  var planes: Int { aging?.planes ?? 1 }

  /// Where a plane of the dying cells of a block is.
  @inline(__always)
  func place(of plane: Int, in block: Int) -> Int { (block * planes + plane) * Self.height }

  /// The cells of a row that are not in state 0.
  @inline(__always)
  func live(inRow row: Int, of block: Int) -> UInt64 {
    var live = rows[block * Self.height + row]
    guard let aging else { return live }
    for plane in 0..<aging.planes { live |= dying[place(of: plane, in: block) + row] }
    return live
  }

  /// - Parameter plane: of the dying cells; nil for cells in state 1.
  private mutating func load(_ word: UInt64, plane: Int?, y: Int, x: Int) {
    guard word != 0 else { return }
    let shift = UInt64(x & 63)
    let parts = [word << shift, shift == 0 ? 0 : word >> (64 - shift)]
    for (index, part) in parts.enumerated() where part != 0 {
      let position = BlockPosition(row: y >> 4, column: x >> 6 + index)
      let block = indices[position] ?? makeBlock(at: position)
      if let plane {
        dying[place(of: plane, in: block) + y & 15] |= part
      } else {
        rows[block * Self.height + y & 15] |= part
      }
    }
  }

  /// Adds a block without live cells.
  private mutating func makeBlock(at position: BlockPosition) -> Int {
    let block = positions.count
    positions.append(position)
    hasCells.append(false)
    populations.append(0)
    isChanged.append(false)
    isDue.append(false)
    rows += repeatElement(0, count: Self.height)
    if planes > 1 { dying += repeatElement(0, count: planes * Self.height) }
    envelope? += repeatElement(0, count: Self.height)
    neighbors += repeatElement(0, count: Self.steps.count)
    // The block that stands for missing ones has no place.
    guard block > 0 else { return block }
    for (number, step) in Self.steps.enumerated() {
      let near = BlockPosition(row: position.row + step.1, column: position.column + step.0)
      guard let other = indices[near] else { continue }
      neighbors[block * Self.steps.count + number] = other
      neighbors[other * Self.steps.count + Self.steps.count - 1 - number] = block
    }
    indices[position] = block
    sorted.insert(block, at: place(of: position))
    return block
  }

  /// Where a block is among the sorted ones.
  private func place(of position: BlockPosition) -> Int {
    var low = 0
    var high = sorted.count
    while low < high {
      let middle = (low + high) / 2
      if positions[sorted[middle]] < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  mutating func makeNeighbors(of block: Int, where edges: BlockEdges) {
    var rest = edges.bits
    while rest != 0 {
      let number = rest.trailingZeroBitCount
      rest &= rest - 1
      guard neighbors[block * Self.steps.count + number] == 0 else { continue }
      let position = positions[block]
      let step = Self.steps[number]
      _ = makeBlock(
        at: BlockPosition(row: position.row + step.1, column: position.column + step.0))
    }
  }
}
