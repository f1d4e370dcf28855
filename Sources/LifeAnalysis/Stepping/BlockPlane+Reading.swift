internal import LifeCore

// Population, bounds, cells and envelope.
extension BlockPlane {
  /// The number of live cells.
  ///
  /// - Complexity: O(blocks changed by the last step).
  var population: Int {
    results.reduce(populationOfUnchanged) { $0 + ($1.isChange ? cellCount(of: $1.block) : 0) }
  }

  var isEmpty: Bool { !blocks.contains(where: \.hasCells) }

  /// The number of live cells of a block.
  func cellCount(of block: Int) -> Int {
    guard blocks[block].hasCells else { return 0 }
    return rowNumbers(of: block).reduce(0) { $0 + rows.alive(inRow: $1).nonzeroBitCount }
  }

  /// The bounding box. `nil` without live cells.
  ///
  /// - Complexity: O(number of blocks).
  var box: Window? {
    var west = Int.max
    var north = Int.max
    var eastEnd = Int.min
    var southEnd = Int.min
    // A block inside the box found so far cannot extend it.
    for (block, position) in map.positions.enumerated() where blocks[block].hasCells {
      let x = position.x
      let y = position.y
      guard x < west || y < north || x + Self.width > eastEnd || y + Self.height > southEnd else {
        continue
      }
      var all: UInt64 = 0
      for row in 0..<Self.height {
        let alive = rows.alive(inRow: block * Self.height + row)
        if alive == 0 { continue }
        all |= alive
        north = min(north, y + row)
        southEnd = max(southEnd, y + row + 1)
      }
      west = min(west, x + all.trailingZeroBitCount)
      eastEnd = max(eastEnd, x + Self.width - all.leadingZeroBitCount)
    }
    guard west < eastEnd else { return nil }
    return Window(x: west, y: north, width: eastEnd - west, height: southEnd - north)
  }

  /// Visits the words with live cells, north to south and west to east.
  func forEachAliveWord(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    forEachLine { row, y, x in
      let alive = rows.alive(inRow: row)
      if alive != 0 { body(y, x, alive) }
    }
  }

  /// Starts to collect all cells alive in this generation or a later one.
  mutating func beginEnvelope() {
    envelope = (0..<map.count * Self.height).map { rows.alive(inRow: $0) }
  }

  /// Visits the words of the collected cells, north to south and west to east.
  mutating func endEnvelope(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    guard let words = envelope else { return }
    envelope = nil
    forEachLine(withEmptyBlocks: true) { row, y, x in
      let word = words[row]
      if word != 0 { body(y, x, word) }
    }
  }

  /// Visits the rows of the blocks, north to south and west to east.
  ///
  /// - Parameter body: gets the index among the rows of all blocks, and the place on the plane.
  private func forEachLine(
    withEmptyBlocks: Bool = false, _ body: (_ row: Int, _ y: Int, _ x: Int) throws -> Void
  ) rethrows {
    var start = 0
    // The blocks side by side. Their rows are visited together.
    var band: [Int] = []
    while start < map.sorted.count {
      let first = map.positions[map.sorted[start]]
      var end = start
      band.removeAll(keepingCapacity: true)
      while end < map.sorted.count, map.positions[map.sorted[end]].row == first.row {
        let block = map.sorted[end]
        if withEmptyBlocks || blocks[block].hasCells { band.append(block) }
        end += 1
      }
      start = end
      for line in 0..<Self.height {
        for block in band {
          try body(block * Self.height + line, first.y + line, map.positions[block].x)
        }
      }
    }
  }

  /// The states of all cells of a window.
  func bitmap(in window: Window) -> Bitmap {
    var bitmap = Bitmap(width: window.width, height: window.height, planes: rows.planes)
    for (block, position) in map.positions.enumerated() where blocks[block].hasCells {
      let x = position.x
      let top = max(window.y, position.y)
      let end = min(window.endY, position.y + Self.height)
      guard top < end, x < window.endX, x + 64 > window.x else { continue }
      var mask = UInt64.max
      if x < window.x { mask &= .max << UInt64(window.x - x) }
      if x + 64 > window.endX { mask &= .max >> UInt64(x + 64 - window.endX) }
      for plane in 0..<rows.planes {
        for y in top..<end {
          let bits = rows[block * Self.height + y - position.y, plane: plane] & mask
          bitmap.merge(bits, plane: plane, y: y - window.y, x: x - window.x)
        }
      }
    }
    return bitmap
  }

  /// All live cells with their states.
  ///
  /// - Parameter limit: the maximum size of the result in bytes.
  /// - Throws: ``MemoryExhausted``.
  func cells(limit: Int) throws -> Cells {
    let builder = Cells.Builder(planes: rows.planes, limit: limit)
    var words = [UInt64](repeating: 0, count: rows.planes)
    try forEachLine { row, y, x in
      for plane in words.indices { words[plane] = rows[row, plane: plane] }
      try builder.append(y: y, x: x, words: words.span)
    }
    return builder.finish()
  }
}
