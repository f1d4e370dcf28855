internal import LifeCore

/// The next generation of a block.
struct BlockResult {
  /// Where its cells in state 1 will be others.
  var changes: BlockEdges
  /// Where it will have cells in state 1.
  var alive: BlockEdges
  /// Whether anything changes, also the state of a dying cell.
  var isChange: Bool
  var hasCells: Bool
}

extension BlockPlane {
  /// Advances by one generation.
  mutating func step() throws(MemoryExhausted) {
    try claimMemoryOfCopy()
    collectDueBlocks()
    compute()
    changed.removeAll(keepingCapacity: true)
    for (index, block) in due.enumerated() {
      isDue[block] = false
      take(results[index], of: block)
    }
    for index in due.indices {
      let alive = results[index].alive
      if results[index].isChange, alive.bits != 0 { makeNeighbors(of: due[index], where: alive) }
    }
    if envelope != nil { addToEnvelope() }
    // A step adds at most eight blocks to each that it changes.
    try claimMemoryOfNewBlocks()
  }

  private mutating func addToEnvelope() {
    for (block, _) in changed {
      for row in 0..<Self.height {
        let live = live(inRow: row, of: block)
        envelope?[block * Self.height + row] |= live
      }
    }
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

  /// Notes a result, which is in the rows already.
  private mutating func take(_ result: BlockResult, of block: Int) {
    if result.isChange {
      if !isChanged[block] { populationOfUnchanged -= populations[block] }
      changed.append((block, result.changes))
    } else if isChanged[block] {
      populations[block] = cellCount(of: block)
      populationOfUnchanged += populations[block]
    }
    isChanged[block] = result.isChange
    hasCells[block] = result.hasCells
  }

  /// Computes the next generation of the due blocks.
  private mutating func compute() {
    results.removeAll(keepingCapacity: true)
    let words = due.count * Self.height
    let lineCount = Self.height + 2
    let dyingCount = planes * Self.height
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: words + 3 * lineCount) { room in
      unsafe rows.withUnsafeMutableBufferPointer { rows in
        unsafe dying.withUnsafeMutableBufferPointer { dying in
          unsafe neighbors.withUnsafeBufferPointer { neighbors in
            for (index, block) in due.enumerated() {
              let around = unsafe neighbors.baseAddress! + block * Self.steps.count
              let lines = unsafe BlockLines(
                of: block, around: around, rows: rows.baseAddress!,
                lines: room.baseAddress! + words)
              unsafe results.append(
                lines.advance(
                  births: births, survivals: survivals, aging: aging,
                  dying: aging == nil ? nil : dying.baseAddress! + block * dyingCount,
                  into: room.baseAddress! + index * Self.height))
            }
          }
        }
        // Neighbors look at the rows of this generation until here.
        for (index, block) in due.enumerated() where results[index].isChange {
          unsafe (rows.baseAddress! + block * Self.height).update(
            from: room.baseAddress! + index * Self.height, count: Self.height)
        }
      }
    }
  }
}

/// The words of eight rows.
private typealias Lanes = SIMD8<UInt64>

extension Lanes {
  /// The words together.
  fileprivate var union: UInt64 { indices.reduce(0) { $0 | self[$1] } }
}

/// The cells in state 1 of a block, and those beside it: 18 rows, and the same moved by one column
/// to the west and to the east.
@safe private struct BlockLines {
  private let lines: UnsafeMutablePointer<UInt64>

  private static let height = BlockPlane.height
  private static let count = height + 2

  /// - Parameters:
  ///   - around: the blocks around it.
  ///   - lines: room for 18 words of each of three columns.
  init(
    of block: Int, around: UnsafePointer<Int>, rows: UnsafePointer<UInt64>,
    lines: UnsafeMutablePointer<UInt64>
  ) {
    unsafe self.lines = lines
    let height = Self.height
    unsafe fill(
      line: 0, from: rows + height - 1, west: around[0], center: around[1], east: around[2])
    for row in 0..<height {
      unsafe fill(line: row + 1, from: rows + row, west: around[3], center: block, east: around[4])
    }
    unsafe fill(line: height + 1, from: rows, west: around[5], center: around[6], east: around[7])
  }

  @inline(__always)
  private func fill(
    line: Int, from rows: UnsafePointer<UInt64>, west: Int, center: Int, east: Int
  ) {
    let word = unsafe rows[center * Self.height]
    unsafe lines[line] = word << 1 | rows[west * Self.height] >> 63
    unsafe lines[Self.count + line] = word
    unsafe lines[2 * Self.count + line] = word >> 1 | rows[east * Self.height] << 63
  }

  @inline(__always)
  private func lanes(_ column: Int, line: Int) -> Lanes {
    unsafe UnsafeRawPointer(lines + (column * Self.count + line)).loadUnaligned(as: Lanes.self)
  }

  /// Computes the next generation.
  ///
  /// - Parameters:
  ///   - dying: the planes of the dying cells, which are advanced in place; nil with two states.
  ///   - result: the cells that will be in state 1.
  func advance(
    births: UInt16, survivals: UInt16, aging: Aging?, dying: UnsafeMutablePointer<UInt64>?,
    into result: UnsafeMutablePointer<UInt64>
  ) -> BlockResult {
    var changes = Lanes()
    var allAlive = Lanes()
    var allDying = Lanes()
    var allAged = Lanes()
    for first in stride(from: 0, to: Self.height, by: Lanes.scalarCount) {
      let center = lanes(1, line: first + 1)
      var next = nextBits(
        above: sumOfThree(lanes(0, line: first), lanes(1, line: first), lanes(2, line: first)),
        below: sumOfThree(
          lanes(0, line: first + 2), lanes(1, line: first + 2), lanes(2, line: first + 2)),
        west: lanes(0, line: first + 1), center: center, east: lanes(2, line: first + 1),
        births: births, survivals: survivals)
      if let aging, let dying = unsafe dying {
        let planes = unsafe UnsafeMutableRawPointer(dying + first)
        let size = Self.height * MemoryLayout<UInt64>.stride
        let nextState = aging.advance(
          alive: center, next: next,
          load: { unsafe (planes + $0 * size).loadUnaligned(as: Lanes.self) },
          store: { unsafe (planes + $0 * size).storeBytes(of: $1, as: Lanes.self) })
        next = nextState.alive
        allDying |= nextState.dying
        allAged |= nextState.aged
      }
      unsafe UnsafeMutableRawPointer(result + first).storeBytes(of: next, as: Lanes.self)
      changes |= next ^ center
      allAlive |= next
    }
    let last = Self.height - 1
    let changed = changes.union
    let alive = allAlive.union
    return unsafe BlockResult(
      changes: BlockEdges(
        north: result[0] ^ lines[Self.count + 1],
        south: result[last] ^ lines[Self.count + Self.height], all: changed),
      alive: BlockEdges(north: result[0], south: result[last], all: alive),
      isChange: changed != 0 || allAged != Lanes(),
      hasCells: alive != 0 || allDying != Lanes())
  }
}
