internal import LifeCore

extension ByteTiles {
  /// Lists all tiles, every block of them to be stepped, as if all that lives were new.
  func activateAll() {
    listed = Array(1..<count)
    for number in listed {
      self[number].active = .max
      var living = ChangedBlocks()
      let (nothing, cells) = unsafe (cells(of: 0), cells(of: number))
      let tile = self[number]
      for block in 0..<64 where tile.insideBlocks >> UInt64(block) & 1 == 1 {
        unsafe compare(block >> 3, block & 7, nothing, cells, tile, &living)
      }
      let outside = living.outside
      for direction in 0..<8 where outside[direction] != 0 && tile.neighbours[direction] == 0 {
        missing.append((tile.place.neighbours[direction], outside[direction]))
      }
    }
  }

  /// Whether nothing will change any more, as long as the rule stays the same.
  var isStill: Bool { listed.isEmpty && missing.isEmpty }

  /// Advances by a generation, unless there is no memory for it.
  func advance(_ outcomes: Outcomes) throws(MemoryExhausted) {
    try makeMissing()
    repeatCells()
    var next: [Int] = []
    for number in listed {
      let changed = step(number, outcomes)
      self[number].active = 0
      if changed.any == 0 { continue }
      note(changed.inside, number, &next)
      let (tile, outside) = (self[number], changed.outside)
      for direction in 0..<8 where outside[direction] != 0 {
        let neighbour = Int(tile.neighbours[direction])
        if neighbour != 0 {
          note(outside[direction], neighbour, &next)
        } else {
          missing.append((tile.place.neighbours[direction], outside[direction]))
        }
      }
    }
    phase = 1 - phase
    listed = next
    for number in next { self[number].activate() }
  }

  /// Blocks of a tile may change in the generation after the next one.
  private func note(_ blocks: UInt64, _ number: Int, _ next: inout [Int]) {
    if self[number].upcoming == 0 { next.append(number) }
    self[number].upcoming |= blocks
  }

  /// Blocks of a tile may change in the next generation.
  private func wake(_ blocks: UInt64, _ number: Int) {
    if self[number].active == 0 { listed.append(number) }
    self[number].active |= blocks
  }

  /// Makes tiles where cells beside them have changed.
  private func makeMissing() throws(MemoryExhausted) {
    while let (place, blocks) = missing.last {
      let extent = universe.extent(in: place)
      if extent.columns > 0, extent.rows > 0 { wake(blocks, try make(place)) }
      missing.removeLast()
    }
  }

  /// Gives the cells beyond the edges the states of those that they repeat.
  private func repeatCells() {
    for link in links {
      let copy = Int(link.copy.tile)
      let offset = Int(link.copy.offset)
      let state = unsafe cells(of: Int(link.original.tile))[Int(link.original.offset)]
      let earlier = unsafe cells(of: copy, other: true)[offset]
      unsafe cells(of: copy)[offset] = state
      if state != earlier { wakeAround(copy, offset) }
    }
  }

  /// Wakes the blocks that see a cell.
  private func wakeAround(_ number: Int, _ offset: Int) {
    let (x, y) = (offset & 63, offset >> 6)
    let tile = self[number]
    for (column, row) in [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)] {
      let place = TilePlace(x: column >> 6, y: row >> 6)
      let block: UInt64 = 1 << UInt64(row & 56 | (column & 63) >> 3)
      if place == TilePlace(x: 0, y: 0) {
        wake(block, number)
      } else if let direction = TilePlace(x: 0, y: 0).neighbours.firstIndex(of: place) {
        let neighbour = Int(tile.neighbours[direction])
        if neighbour != 0 { wake(block, neighbour) }
      }
    }
  }
}

// MARK: - One tile

extension ByteTiles {
  /// Steps the active blocks of a tile into the other half.
  private func step(_ number: Int, _ outcomes: Outcomes) -> ChangedBlocks {
    let tile = self[number]
    let sources = unsafe TileSurroundings(tile, number, self, border: border)
    let target = unsafe cells(of: number, other: true)
    var changed = ChangedBlocks()
    for row in 0..<8 {
      var blocks = UInt8(truncatingIfNeeded: (tile.active & tile.insideBlocks) >> UInt64(8 * row))
      while blocks != 0 {
        let first = blocks.trailingZeroBitCount
        let count = (~(blocks >> UInt8(first))).trailingZeroBitCount
        blocks &= count + first >= 8 ? 0 : ~0 << UInt8(first + count)
        let start = row * 8 * ByteTile.size + first * 8
        unsafe outcomes.step(
          sources.blocks(row, first, count), rows: 8, columns: 8 * count, to: target + start,
          pitch: ByteTile.size)
        for column in first..<first + count {
          unsafe compare(row, column, sources.centre, target, tile, &changed)
        }
      }
    }
    return changed
  }

  /// Finds where a block has changed, and clears what of it is beyond an edge.
  @inline(__always)
  private func compare(
    _ row: Int, _ column: Int, _ source: UnsafeMutablePointer<UInt8>,
    _ target: UnsafeMutablePointer<UInt8>, _ tile: ByteTile, _ changed: inout ChangedBlocks
  ) {
    let start = row * 8 * ByteTile.size + column * 8
    let width = tile.columns - column * 8
    let kept: UInt64 = width < 8 ? ~(~0 << UInt64(8 * width)) : .max
    var (first, last, all): (UInt64, UInt64, UInt64) = (0, 0, 0)
    for y in 0..<8 {
      let old = unsafe UnsafeMutableRawPointer(source + start + y * ByteTile.size)
      let new = unsafe UnsafeMutableRawPointer(target + start + y * ByteTile.size)
      let mask: UInt64 = row * 8 + y < tile.rows ? kept : 0
      let now = unsafe new.load(as: UInt64.self) & mask
      let difference = unsafe (old.load(as: UInt64.self) & mask) ^ now
      if mask != .max { unsafe new.storeBytes(of: now, as: UInt64.self) }
      if y == 0 { first = difference }
      last = difference
      all |= difference
    }
    changed.add(1 << UInt64(row * 8 + column), first: first, last: last, all: all)
  }
}

/// The cells of a tile and of those around it.
@unsafe
private struct TileSurroundings {
  let centre: UnsafeMutablePointer<UInt8>
  /// From the north clockwise.
  private let around: [UnsafeMutablePointer<UInt8>]
  /// Where cells at the tile's border are put together with those beyond it.
  private let border: UnsafeMutablePointer<UInt8>

  init(
    _ tile: ByteTile, _ number: Int, _ tiles: ByteTiles, border: UnsafeMutablePointer<UInt8>
  ) {
    unsafe centre = tiles.cells(of: number)
    unsafe around = (0..<8).map { unsafe tiles.cells(of: Int(tile.neighbours[$0])) }
    unsafe self.border = border
  }

  /// A run of blocks with the cells around them.
  func blocks(_ row: Int, _ first: Int, _ count: Int) -> Outcomes.Cells {
    if (1...6).contains(row), first > 0, first + count < 8 {
      let corner = unsafe centre + (row * 8 - 1) * ByteTile.size + first * 8 - 1
      return unsafe Outcomes.Cells(corner: corner, pitch: ByteTile.size)
    }
    for line in 0..<10 { unsafe lay(line, row * 8 + line - 1, first, count) }
    return unsafe Outcomes.Cells(corner: border + 7, pitch: Outcomes.stride)
  }

  /// Lays row `y` of a run of blocks on the border's line.
  private func lay(_ line: Int, _ y: Int, _ first: Int, _ count: Int) {
    // The tiles to the west, in the middle and to the east.
    let (west, middle, east) =
      unsafe y < 0
      ? (around[7], around[0], around[1])
      : y > 63 ? (around[5], around[4], around[3]) : (around[6], centre, around[2])
    let start = (y & 63) * ByteTile.size
    let end = first + count
    let target = unsafe border + line * Outcomes.stride
    unsafe target[7] = first == 0 ? west[start + 63] : middle[start + first * 8 - 1]
    for block in 0..<count {
      let word = unsafe UnsafeRawPointer(middle + start + (first + block) * 8)
        .load(as: UInt64.self)
      unsafe UnsafeMutableRawPointer(target + 8 + block * 8).storeBytes(of: word, as: UInt64.self)
    }
    unsafe target[8 + count * 8] = end == 8 ? east[start] : middle[start + end * 8]
  }
}
