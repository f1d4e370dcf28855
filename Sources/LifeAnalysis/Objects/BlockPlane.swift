internal import LifeCore

/// A pattern of two states on the plane that is stepped one generation at a time, for those who
/// look at the cells of each: only blocks that may change are computed.
///
/// Engines make many generations in one step, and each one between two steps once more for whoever
/// looks at it, which was half of the time in which a breeder was identified: 3.6 → 2.0 s.
///
///      block    16 rows of 64 cells, bit 0 of a word is the westmost
///      block 0  has no live cells, and is the neighbor where there is no block
///
/// A block with live cells at an edge has a neighbor there, so that no birth is lost.
struct BlockPlane: Sendable {
  private static let width = 64
  private static let height = 16

  private struct BlockPosition: Hashable, Comparable {
    var row: Int
    var column: Int

    static func < (one: Self, other: Self) -> Bool {
      (one.row, one.column) < (other.row, other.column)
    }
  }

  /// The eight blocks around a block, by the steps in columns and rows that lead there.
  private static let steps = [
    (-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1),
  ]

  private let births: UInt16
  private let survivals: UInt16
  private var positions: [BlockPosition] = []
  private var indices: [BlockPosition: Int] = [:]
  /// The blocks from north to south and west to east.
  private var sorted: [Int] = []
  /// The blocks around each block, in the order of ``steps``.
  private var neighbors: [Int] = []
  private var rows: [UInt64] = []
  private var populations: [Int] = []
  /// The cells that were alive in some generation since ``beginEnvelope()``; nil after its end.
  private var envelope: [UInt64]?
  /// The blocks that the last step has changed, and those among them and around them that the next
  /// one computes.
  private var changed: [(block: Int, edges: BlockEdges)] = []
  private var due: [Int] = []
  private var isDue: [Bool] = []
  private var results: [UInt64] = []
  private let memoryLimit: Int
  private var claim: MemoryClaim
  private var claimedBlocks = 0

  private(set) var population = 0

  /// Nil if the rule is not one that counts live neighbors, the same in each generation, or if
  /// cells without live neighbors are born, which would be everywhere.
  ///
  /// - Parameter limit: of the bytes of all blocks.
  init?(_ cells: Cells, rule: SmallRule, limit: Int) throws(MemoryExhausted) {
    guard cells.planes == 1, case .counting(let even) = rule.even,
      case .counting(let odd) = rule.odd, even == odd, even.birth & 1 == 0
    else { return nil }
    births = even.birth
    survivals = even.survival
    memoryLimit = limit
    claim = try MemoryClaim(purpose: Self.purpose, bytes: 0)
    _ = makeBlock(at: BlockPosition(row: .max, column: .max))
    cells.forEachPiece { y, x, words in
      for index in words.indices { load(words[index], y: y, x: x + 64 * index) }
    }
    for block in positions.indices.dropFirst() {
      let words = rows[Self.places(of: block)]
      populations[block] = words.reduce(0) { $0 + $1.nonzeroBitCount }
      population += populations[block]
      let edges = BlockEdges(of: words)
      changed.append((block, edges))
      makeNeighbors(of: block, where: edges)
    }
    if positions.count > claimedBlocks { try claimMemory(forBlocks: positions.count) }
  }

  private static let purpose = "blocks"
  /// The rows, those of the envelope and of the results, eight neighbors, and what finds a block.
  private static let bytesPerBlock = 3 * 8 * height + 8 * steps.count + 128

  private mutating func claimMemory(forBlocks count: Int) throws(MemoryExhausted) {
    let bytes = count * Self.bytesPerBlock
    guard bytes <= memoryLimit else {
      throw MemoryExhausted(purpose: Self.purpose, bytes: bytes)
    }
    claim = try MemoryClaim(purpose: Self.purpose, bytes: bytes)
    claimedBlocks = count
  }

  private static func places(of block: Int) -> Range<Int> {
    block * height..<(block + 1) * height
  }

  private mutating func load(_ word: UInt64, y: Int, x: Int) {
    guard word != 0 else { return }
    let shift = UInt64(x & 63)
    let parts = [word << shift, shift == 0 ? 0 : word >> (64 - shift)]
    for (index, part) in parts.enumerated() where part != 0 {
      let position = BlockPosition(row: y >> 4, column: x >> 6 + index)
      let block = indices[position] ?? makeBlock(at: position)
      rows[block * Self.height + y & 15] |= part
    }
  }

  /// Adds a block without live cells.
  private mutating func makeBlock(at position: BlockPosition) -> Int {
    let block = positions.count
    positions.append(position)
    populations.append(0)
    isDue.append(false)
    rows += repeatElement(0, count: Self.height)
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

  private mutating func makeNeighbors(of block: Int, where edges: BlockEdges) {
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

// MARK: - Stepping

extension BlockPlane {
  /// Advances by one generation.
  mutating func step() throws(MemoryExhausted) {
    // From the first change on, a copy has arrays of its own.
    if !isKnownUniquelyReferenced(&claim) { try claimMemory(forBlocks: claimedBlocks) }
    collectDueBlocks()
    compute()
    changed.removeAll(keepingCapacity: true)
    for index in due.indices {
      let block = due[index]
      isDue[block] = false
      store(resultOf: index, in: block)
    }
    // Arrays grow to twice their size. A step adds at most eight blocks to each that it changes.
    if positions.count > claimedBlocks { try claimMemory(forBlocks: 2 * positions.count) }
  }

  private mutating func collectDueBlocks() {
    due.removeAll(keepingCapacity: true)
    for (block, edges) in changed {
      if !isDue[block] {
        isDue[block] = true
        due.append(block)
      }
      var rest = edges.bits
      while rest != 0 {
        let near = neighbors[block * Self.steps.count + rest.trailingZeroBitCount]
        rest &= rest - 1
        if near != 0, !isDue[near] {
          isDue[near] = true
          due.append(near)
        }
      }
    }
  }

  /// Computes the next generation of the due blocks.
  private mutating func compute() {
    let words = due.count * Self.height
    if results.count < words { results += repeatElement(0, count: words - results.count) }
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 3 * (Self.height + 2)) {
      lines in
      unsafe rows.withUnsafeBufferPointer { rows in
        unsafe neighbors.withUnsafeBufferPointer { neighbors in
          unsafe results.withUnsafeMutableBufferPointer { results in
            for (index, block) in due.enumerated() {
              unsafe Self.compute(
                block, around: neighbors.baseAddress! + block * Self.steps.count,
                rows: rows.baseAddress!, births: births, survivals: survivals,
                lines: lines.baseAddress!, into: results.baseAddress! + index * Self.height)
            }
          }
        }
      }
    }
  }

  /// Computes the next generation of one block.
  ///
  /// - Parameters:
  ///   - around: the blocks around it.
  ///   - lines: room for 18 words of each of three columns.
  private static func compute(
    _ block: Int, around: UnsafePointer<Int>, rows: UnsafePointer<UInt64>,
    births: UInt16, survivals: UInt16, lines: UnsafeMutablePointer<UInt64>,
    into result: UnsafeMutablePointer<UInt64>
  ) {
    let lineCount = height + 2
    @inline(__always)
    func fill(line: Int, from row: Int, west: Int, center: Int, east: Int) {
      let word = unsafe rows[center * height + row]
      unsafe lines[line] = word << 1 | rows[west * height + row] >> 63
      unsafe lines[lineCount + line] = word
      unsafe lines[2 * lineCount + line] = word >> 1 | rows[east * height + row] << 63
    }
    unsafe fill(
      line: 0, from: height - 1, west: around[0], center: around[1], east: around[2])
    for row in 0..<height {
      unsafe fill(line: row + 1, from: row, west: around[3], center: block, east: around[4])
    }
    unsafe fill(
      line: height + 1, from: 0, west: around[5], center: around[6], east: around[7])
    for first in stride(from: 0, to: height, by: Lanes.scalarCount) {
      @inline(__always)
      func lanes(_ column: Int, _ line: Int) -> Lanes {
        unsafe UnsafeRawPointer(lines + (column * lineCount + first + line))
          .loadUnaligned(as: Lanes.self)
      }
      let next = nextBits(
        above: sumOfThree(lanes(0, 0), lanes(1, 0), lanes(2, 0)),
        below: sumOfThree(lanes(0, 2), lanes(1, 2), lanes(2, 2)),
        west: lanes(0, 1), center: lanes(1, 1), east: lanes(2, 1),
        births: births, survivals: survivals)
      unsafe UnsafeMutableRawPointer(result + first).storeBytes(of: next, as: Lanes.self)
    }
  }

  /// Writes a result, and notes where it differs.
  private mutating func store(resultOf index: Int, in block: Int) {
    let from = index * Self.height
    let to = block * Self.height
    var all: UInt64 = 0
    for row in 0..<Self.height { all |= rows[to + row] ^ results[from + row] }
    if all == 0 { return }
    let edges = BlockEdges(
      north: rows[to] ^ results[from],
      south: rows[to + Self.height - 1] ^ results[from + Self.height - 1], all: all)
    changed.append((block, edges))
    var count = 0
    var alive: UInt64 = 0
    for row in 0..<Self.height {
      let word = results[from + row]
      rows[to + row] = word
      alive |= word
      count += word.nonzeroBitCount
      envelope?[to + row] |= word
    }
    population += count - populations[block]
    populations[block] = count
    let aliveEdges = BlockEdges(north: rows[to], south: rows[to + Self.height - 1], all: alive)
    if aliveEdges.bits != 0 { makeNeighbors(of: block, where: aliveEdges) }
  }
}

/// The words of eight rows.
private typealias Lanes = SIMD8<UInt64>

// MARK: - Reading

extension BlockPlane {
  /// The bounding box; nil without live cells.
  var box: Window? {
    var west = Int.max
    var north = Int.max
    var eastEnd = Int.min
    var southEnd = Int.min
    // The blocks at the edges of the box of all blocks with live cells.
    for (block, position) in positions.enumerated() where populations[block] > 0 {
      let x = position.column << 6
      let y = position.row << 4
      guard x < west || y < north || x + Self.width > eastEnd || y + Self.height > southEnd else {
        continue
      }
      let words = rows[Self.places(of: block)]
      let all = words.reduce(0, |)
      west = min(west, x + all.trailingZeroBitCount)
      eastEnd = max(eastEnd, x + Self.width - all.leadingZeroBitCount)
      for (row, word) in words.enumerated() where word != 0 {
        north = min(north, y + row)
        southEnd = max(southEnd, y + row + 1)
      }
    }
    guard population > 0 else { return nil }
    return Window(x: west, y: north, width: eastEnd - west, height: southEnd - north)
  }

  /// Visits the words with live cells, north to south and west to east.
  func forEachAliveWord(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    forEachWord(of: rows, where: { populations[$0] > 0 }, body)
  }

  /// Begins to collect the cells that are alive in some generation, from the present one on.
  mutating func beginEnvelope() { envelope = rows }

  /// Visits the words of the cells that were collected, north to south and west to east.
  mutating func endEnvelope(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    guard let words = envelope else { return }
    envelope = nil
    forEachWord(of: words, where: { _ in true }, body)
  }

  private func forEachWord(
    of words: [UInt64], where isWanted: (Int) -> Bool,
    _ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void
  ) {
    var start = 0
    var band: [Int] = []
    while start < sorted.count {
      let row = positions[sorted[start]].row
      var end = start
      band.removeAll(keepingCapacity: true)
      while end < sorted.count, positions[sorted[end]].row == row {
        if isWanted(sorted[end]) { band.append(sorted[end]) }
        end += 1
      }
      start = end
      guard !band.isEmpty else { continue }
      for line in 0..<Self.height {
        for block in band {
          let word = words[block * Self.height + line]
          if word != 0 { body(row << 4 + line, positions[block].column << 6, word) }
        }
      }
    }
  }

  /// The cells of a window.
  func bitmap(in window: Window) -> Bitmap {
    var bitmap = Bitmap(width: window.width, height: window.height, planes: 1)
    forEachAliveWord { y, x, word in
      guard y >= window.y, y < window.endY, x < window.endX, x + 64 > window.x else { return }
      var word = word
      if x < window.x { word &= .max << UInt64(window.x - x) }
      if x + 64 > window.endX { word &= .max >> UInt64(x + 64 - window.endX) }
      bitmap.merge(word, plane: 0, y: y - window.y, x: x - window.x)
    }
    return bitmap
  }

  func cells(limit: Int) throws(MemoryExhausted) -> Cells {
    let builder = Cells.Builder(planes: 1, limit: limit)
    var failure: MemoryExhausted?
    forEachAliveWord { y, x, word in
      guard failure == nil else { return }
      do throws(MemoryExhausted) {
        try builder.append(y: y, x: x, word: word)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return builder.finish()
  }
}
