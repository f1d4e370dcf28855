internal import LifeCore

extension ByteTiles {
  /// Lists all tiles, every block of them to be stepped, as if all that lives were new.
  func activateAll() {
    listed = (1..<count).filter { !self[$0].isFree }
    for number in listed {
      self[number].active = .max
      let outside = living(number).outside
      let tile = self[number]
      for direction in 0..<8 where outside[direction] != 0 && tile.neighbours[direction] == 0 {
        missing.append((tile.place.neighbour(direction), outside[direction]))
      }
    }
  }

  /// The blocks of a tile that have living cells.
  private func living(_ number: Int) -> ChangedBlocks {
    let tile = self[number]
    let (nothing, cells) = unsafe (cells(of: 0), cells(of: number))
    var living = ChangedBlocks()
    for block in 0..<64 where tile.insideBlocks >> UInt64(block) & 1 == 1 {
      unsafe living.compare(block >> 3, block & 7, nothing, cells, tile)
    }
    return living
  }

  /// Whether nothing will change any more, as long as the rule stays the same.
  var isStill: Bool { listed.isEmpty && missing.isEmpty }

  /// Advances by a generation, unless there is no memory for it.
  func advance(_ crew: TileCrew) throws(MemoryExhausted) {
    try makeMissing()
    repeatCells()
    let work = listed
    listed.removeAll(keepingCapacity: true)
    crew.step(work, of: self) { number, changed in spread(changed, from: number) }
    phase = 1 - phase
    for number in listed { self[number].activate() }
  }

  /// Lists the blocks that see what has changed in a tile.
  private func spread(_ changed: ChangedBlocks, from number: Int) {
    self[number].active = 0
    if changed.any == 0 { return }
    digest &+= changed.digest
    note(changed.inside, number)
    let (tile, outside) = (self[number], changed.outside)
    for direction in 0..<8 where outside[direction] != 0 {
      let neighbour = Int(tile.neighbours[direction])
      if neighbour != 0 {
        note(outside[direction], neighbour)
      } else {
        missing.append((tile.place.neighbour(direction), outside[direction]))
      }
    }
  }

  /// Blocks of a tile may change in the generation after the next one.
  private func note(_ blocks: UInt64, _ number: Int) {
    if self[number].upcoming == 0 { listed.append(number) }
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
      let block: UInt64 = 1 << UInt64(row & 56 | (column & 63) >> 3)
      let direction = Self.directions[3 * (row >> 6) + (column >> 6) + 4]
      let seeing = direction < 0 ? number : Int(tile.neighbours[direction])
      if seeing != 0 { wake(block, seeing) }
    }
  }

  /// The directions of the eight places around, from the north-west row by row; none in the middle.
  private static let directions = [7, 0, 1, 6, -1, 2, 5, 4, 3]
}
