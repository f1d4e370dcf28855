internal import LifeCore

// Makes a generation: computes the blocks next to changes, and makes new tiles.
extension ByteTiles {
  /// Activates all blocks of all tiles, and missing blocks next to live cells.
  func activateAll() {
    activeTiles = (1..<count).filter { !self[$0].isFree }
    // Free tiles, and tiles of copies beyond a corner, have no cells to step.
    for number in 1..<count where self[number].isFree { self[number].active = 0 }
    for number in activeTiles {
      self[number].active = .max
      let outside = liveBlocks(number).outside
      let tile = self[number]
      for direction in 0..<8 where outside[direction] != 0 && tile.neighbors[direction] == 0 {
        missing.append((tile.place.neighbor(direction), outside[direction]))
      }
    }
  }

  /// The blocks of a tile with live cells, as if they had all just been born.
  private func liveBlocks(_ number: Int) -> ChangedBlocks {
    let tile = self[number]
    let dead = unsafe cells(of: 0)
    let cells = unsafe cells(of: number)
    var live = ChangedBlocks()
    for block in 0..<64 where tile.insideBlocks >> UInt64(block) & 1 == 1 {
      unsafe live.compare(
        row: block >> 3, column: block & 7, source: dead, target: cells, tile: tile,
        key: tile.digestKey)
    }
    return live
  }

  /// Whether no cell will change again under the same rule.
  var isStill: Bool { activeTiles.isEmpty && missing.isEmpty }

  /// Advances by a generation.
  ///
  /// - Throws: ``MemoryExhausted``. The cells still have the present generation then.
  func advance(_ workers: TileWorkers) throws(MemoryExhausted) {
    try makeMissing()
    repeatCells()
    let work = activeTiles
    activeTiles.removeAll(keepingCapacity: true)
    workers.step(work, of: self) { number, changed in spread(changed, from: number) }
    phase = 1 - phase
    for number in activeTiles { self[number].activate() }
  }

  /// Activates the blocks around the changes in a tile for the next generation.
  private func spread(_ changed: ChangedBlocks, from number: Int) {
    self[number].active = 0
    if changed.any == 0 { return }
    digest &+= changed.digest
    activateNext(changed.inside, of: number)
    let tile = self[number]
    let outside = changed.outside
    for direction in 0..<8 where outside[direction] != 0 {
      let neighbor = Int(tile.neighbors[direction])
      if neighbor != 0 {
        activateNext(outside[direction], of: neighbor)
      } else {
        missing.append((tile.place.neighbor(direction), outside[direction]))
      }
    }
  }

  /// Activates blocks of a tile for the generation after the present step.
  private func activateNext(_ blocks: UInt64, of number: Int) {
    if self[number].upcoming == 0 { activeTiles.append(number) }
    self[number].upcoming |= blocks
  }

  /// Activates blocks of a tile for the present step.
  private func activate(_ blocks: UInt64, of number: Int) {
    if self[number].active == 0 { activeTiles.append(number) }
    self[number].active |= blocks
  }

  /// Makes tiles at the places of possible births.
  private func makeMissing() throws(MemoryExhausted) {
    while let (place, blocks) = missing.last {
      let extent = universe.extent(in: place)
      if extent.columns > 0, extent.rows > 0 { activate(blocks, of: try make(place)) }
      missing.removeLast()
    }
  }

  /// Copies states into the ring beyond the edges.
  private func repeatCells() {
    for link in links {
      let copy = Int(link.copy.tile)
      let offset = Int(link.copy.offset)
      let state = unsafe cells(of: Int(link.original.tile))[Int(link.original.offset)]
      let earlier = unsafe cells(of: copy, inOtherHalf: true)[offset]
      unsafe cells(of: copy)[offset] = state
      if state != earlier { activateAround(copy, offset: offset) }
    }
  }

  /// Sets a cell in the present generation.
  ///
  /// - Returns: its former state.
  func exchange(_ state: State, at cell: Cell) throws(MemoryExhausted) -> State {
    let place = TilePlace(of: cell)
    var known = find(place)
    // Without a tile, a dead cell stays dead.
    if known == nil, state != 0 { known = try make(place) }
    guard let number = known else { return 0 }
    let offset = (cell.y & 63) << 6 | cell.x & 63
    let former = unsafe cells(of: number)[offset]
    guard former != state else { return former }
    // Blocks that are not active are equal in both halves.
    for other in [false, true] { unsafe cells(of: number, inOtherHalf: other)[offset] = state }
    activateAround(number, offset: offset) { missing.append(($0, $1)) }
    return former
  }

  /// Activates each block next to a cell.
  ///
  /// - Parameter report: gets the places without a tile, and the blocks there.
  private func activateAround(
    _ number: Int, offset: Int, report: (TilePlace, ByteTile.Mask) -> Void = { _, _ in }
  ) {
    let x = offset & 63
    let y = offset >> 6
    let tile = self[number]
    for (column, row) in [(x - 1, y - 1), (x + 1, y - 1), (x - 1, y + 1), (x + 1, y + 1)] {
      let block: UInt64 = 1 << (row & 56 | (column & 63) >> 3)
      let direction = Self.directions[3 * (row >> 6) + (column >> 6) + 4]
      let target = direction < 0 ? number : Int(tile.neighbors[direction])
      if target != 0 {
        activate(block, of: target)
      } else {
        report(tile.place.neighbor(direction), block)
      }
    }
  }

  /// The directions of the eight neighbors, row by row from the north-west; -1 for the center.
  private static let directions = [7, 0, 1, 6, -1, 2, 5, 4, 3]
}
