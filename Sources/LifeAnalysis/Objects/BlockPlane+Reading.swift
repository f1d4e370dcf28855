internal import LifeCore

extension BlockPlane {
  /// The number of cells that are not in state 0.
  var population: Int {
    changed.reduce(populationOfUnchanged) { $0 + cellCount(of: $1.block) }
  }

  var isEmpty: Bool { !hasCells.contains(true) }

  /// The number of cells of a block that are not in state 0.
  func cellCount(of block: Int) -> Int {
    guard hasCells[block] else { return 0 }
    return (0..<Self.height).reduce(0) { $0 + live(inRow: $1, of: block).nonzeroBitCount }
  }

  /// The bounding box; nil without live cells.
  var box: Window? {
    var west = Int.max
    var north = Int.max
    var eastEnd = Int.min
    var southEnd = Int.min
    // The blocks at the edges of the box of all blocks with live cells.
    for (block, position) in positions.enumerated() where hasCells[block] {
      let x = position.column << 6
      let y = position.row << 4
      guard x < west || y < north || x + Self.width > eastEnd || y + Self.height > southEnd else {
        continue
      }
      var all: UInt64 = 0
      for row in 0..<Self.height {
        let live = live(inRow: row, of: block)
        if live == 0 { continue }
        all |= live
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
    forEachLine { line in
      let live = live(inRow: line.row, of: line.block)
      if live != 0 { body(line.y, line.x, live) }
    }
  }

  /// Begins to collect the cells that are alive in some generation, from the present one on.
  mutating func beginEnvelope() {
    var words = rows
    for place in words.indices {
      words[place] = live(inRow: place % Self.height, of: place / Self.height)
    }
    envelope = words
  }

  /// Visits the words of the cells that were collected, north to south and west to east.
  mutating func endEnvelope(_ body: (_ y: Int, _ x: Int, _ word: UInt64) -> Void) {
    guard let words = envelope else { return }
    envelope = nil
    forEachLine(withEmptyBlocks: true) { line in
      let word = words[line.block * Self.height + line.row]
      if word != 0 { body(line.y, line.x, word) }
    }
  }

  /// A row of a block.
  private struct Line {
    var block: Int
    var row: Int
    /// Where it is on the plane.
    var y: Int
    var x: Int
  }

  /// Visits the rows of the blocks, north to south and west to east.
  private func forEachLine(withEmptyBlocks: Bool = false, _ body: (Line) -> Void) {
    var start = 0
    var band: [Int] = []
    while start < sorted.count {
      let row = positions[sorted[start]].row
      var end = start
      band.removeAll(keepingCapacity: true)
      while end < sorted.count, positions[sorted[end]].row == row {
        if withEmptyBlocks || hasCells[sorted[end]] { band.append(sorted[end]) }
        end += 1
      }
      start = end
      for line in 0..<Self.height {
        for block in band {
          body(
            Line(block: block, row: line, y: row << 4 + line, x: positions[block].column << 6))
        }
      }
    }
  }

  /// A bit-plane of the states of a row.
  private func bits(of plane: Int, in line: Line) -> UInt64 {
    let alive = plane == 0 ? rows[line.block * Self.height + line.row] : 0
    return planes == 1 ? alive : alive | dying[place(of: plane, in: line.block) + line.row]
  }

  /// The cells of a window.
  func bitmap(in window: Window) -> Bitmap {
    var bitmap = Bitmap(width: window.width, height: window.height, planes: planes)
    forEachLine { line in
      let y = line.y
      let x = line.x
      guard y >= window.y, y < window.endY, x < window.endX, x + 64 > window.x else { return }
      var mask = UInt64.max
      if x < window.x { mask &= .max << UInt64(window.x - x) }
      if x + 64 > window.endX { mask &= .max >> UInt64(x + 64 - window.endX) }
      for plane in 0..<planes {
        bitmap.merge(
          bits(of: plane, in: line) & mask, plane: plane, y: y - window.y, x: x - window.x)
      }
    }
    return bitmap
  }

  func cells(limit: Int) throws(MemoryExhausted) -> Cells {
    let builder = Cells.Builder(planes: planes, limit: limit)
    var words = [UInt64](repeating: 0, count: planes)
    var failure: MemoryExhausted?
    forEachLine { line in
      guard failure == nil else { return }
      for plane in words.indices { words[plane] = bits(of: plane, in: line) }
      do throws(MemoryExhausted) {
        try builder.append(y: line.y, x: line.x, words: words.span)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return builder.finish()
  }
}
