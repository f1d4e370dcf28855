internal import LifeCore

/// What a step has found in a block. Its cells are in ``BlockPlane/rows``.
struct BlockResult {
  var block: Int
  /// The edges at which cells enter or leave state 1.
  var changes: BlockEdges
  /// The edges with cells in state 1.
  var counted: BlockEdges
  /// Whether any cell changes its state.
  var isChange: Bool
  /// Whether it has live cells.
  var hasCells: Bool
}

extension BlockResult {
  /// - Parameter bits: the kernel's result for a block, see BlockKernel.swift.
  init(_ block: Int, bits: UInt32) {
    self.init(
      block: block, changes: BlockEdges(bits: UInt8(truncatingIfNeeded: bits)),
      counted: BlockEdges(bits: UInt8(truncatingIfNeeded: bits >> 8)),
      isChange: bits >> 16 & 1 == 1, hasCells: bits >> 17 & 1 == 1)
  }
}

extension BlockPlane {
  /// Advances by one generation.
  ///
  /// - Throws: ``MemoryExhausted`` if the pattern needs more blocks than the limit allows.
  /// - Complexity: O(blocks changed by the last step, and their neighbors).
  mutating func step() throws(MemoryExhausted) {
    try memory.claimForCopy()
    collectDueBlocks()
    compute()
    for result in results { updateStatus(from: result) }
    for result in results where result.isChange { makeNeighbors(of: result) }
    addToEnvelope()
    // Claimed after the fact, but the new blocks are few: at most eight per changed block.
    try memory.claim(forBlocks: map.count)
  }

  private mutating func addToEnvelope() {
    guard var words = envelope else { return }
    // Drop the second reference, so the array is changed in place instead of copied.
    envelope = nil
    for result in results where result.isChange {
      for row in rowNumbers(of: result.block) { words[row] |= rows.alive(inRow: row) }
    }
    envelope = words
  }

  /// Collects the blocks changed by the last step and the blocks touching these changes.
  private mutating func collectDueBlocks() {
    due.removeAll(keepingCapacity: true)
    for result in results where result.isChange {
      collect(result.block)
      result.changes.forEachSide { side in
        let near = map.neighbor(of: result.block, on: side)
        if near != 0 { collect(near) }
      }
    }
  }

  @inline(__always)
  private mutating func collect(_ block: Int) {
    guard !blocks[block].isDue else { return }
    blocks[block].isDue = true
    due.append(block)
  }

  /// Updates the status of a block after its next rows are stored.
  private mutating func updateStatus(from result: BlockResult) {
    let block = result.block
    let before = blocks[block]
    blocks[block].isDue = false
    blocks[block].isChanged = result.isChange
    blocks[block].hasCells = result.hasCells
    if result.isChange {
      if !before.isChanged { populationOfUnchanged -= before.population }
    } else if before.isChanged {
      blocks[block].population = cellCount(of: block)
      populationOfUnchanged += blocks[block].population
    }
  }

  /// Computes the next generation of the due blocks.
  private mutating func compute() {
    results.removeAll(keepingCapacity: true)
    let size = rows.blockSize
    unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: due.count * size) { next in
      unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: due.count) { found in
        guard let next = next.baseAddress, let found = found.baseAddress else { return }
        unsafe rule.advance(
          due.span, of: rows, neighbors: map.neighbors, into: next, results: found)
        unsafe rows.words.withUnsafeMutableBufferPointer { rows in
          for (index, block) in due.enumerated() {
            let result = unsafe BlockResult(block, bits: found[index])
            results.append(result)
            guard result.isChange else { continue }
            unsafe (rows.baseAddress! + block * size).update(from: next + index * size, count: size)
          }
        }
      }
    }
  }
}
