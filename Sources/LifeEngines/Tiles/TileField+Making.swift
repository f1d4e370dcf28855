internal import LifeCore

// Makes, reserves and frees tiles.
extension TileField {
  /// Makes an empty tile at a free place.
  ///
  /// - Throws: ``MemoryExhausted``; nothing has changed then.
  func make(column: Int, row: Int) throws(MemoryExhausted) -> TileID {
    try ensureRoom(1 + reserved)
    let tile = free.isNone ? TileID(end) : free
    if free.isNone { end += 1 } else { free = neighbor(of: free, toward: 0) }
    let header = unsafe header(tile)
    unsafe header.pointee = TileHeader(column: column, row: row)
    count += 1
    include(column: column, row: row)
    regions?.add(column: column, row: row)
    index.insert(tile, hash: TileIndex.hash(column: column, row: row))
    for direction in TileDirection.all {
      let offset = TileDirection.offset(direction)
      let other = find(column: column + offset.x, row: row + offset.y)
      guard !other.isNone else { continue }
      setNeighbor(of: tile, toward: direction, to: other)
      setNeighbor(of: other, toward: TileDirection.opposite(direction), to: tile)
    }
    return tile
  }

  /// Makes a missing neighbor in a direction.
  func makeNeighbor(of tile: TileID, toward direction: Int) throws(MemoryExhausted) -> TileID {
    let header = unsafe header(tile)
    let offset = TileDirection.offset(direction)
    return unsafe try make(
      column: header.pointee.column + offset.x, row: header.pointee.row + offset.y)
  }

  private func ensureRoom(_ more: Int) throws(MemoryExhausted) {
    while count + more >= capacity { try grow() }
    try index.reserve(forTiles: count + more) { hash($0) }
  }

  /// Guarantees that this number of further tiles can be made.
  func reserve(_ tiles: Int) throws(MemoryExhausted) {
    try ensureRoom(tiles + reserved)
    reserved += tiles
  }

  /// Ends the guarantee for this number of tiles.
  func release(_ tiles: Int) { reserved -= tiles }

  @inline(__always)
  private func include(column: Int, row: Int) {
    let place = Window(x: column, y: row, width: 1, height: 1)
    box = box?.union(place) ?? place
  }

  /// Frees every tile without live cells in or near it, unless it is active in `step`. Makes the
  /// box of all tiles exact.
  func freeUnusedTiles(keepingActiveIn step: Int) {
    box = nil
    for tile in tiles {
      if isUnused(tile, at: step) {
        remove(tile)
      } else {
        let header = unsafe header(tile)
        if unsafe header.pointee.isInUse {
          unsafe include(column: header.pointee.column, row: header.pointee.row)
        }
      }
    }
  }

  /// Kills all cells of a tile and frees it.
  func erase(_ tile: TileID) {
    for phase in 0..<Self.phases {
      unsafe rows(tile, phase: phase).update(repeating: 0, count: Self.side)
    }
    remove(tile)
  }

  private func isUnused(_ tile: TileID, at step: Int) -> Bool {
    let header = unsafe header(tile)
    guard unsafe header.pointee.isInUse, unsafe header.pointee.liveInAnyPhase == 0,
      unsafe header.pointee.activeStep != step
    else { return false }
    for direction in TileDirection.all {
      let other = neighbor(of: tile, toward: direction)
      let live = unsafe self.header(other).pointee.liveInAnyPhase
      let isNear = live >> UInt16(TileDirection.opposite(direction)) & 1 != 0
      if !other.isNone, isNear { return false }
    }
    return true
  }

  private func remove(_ tile: TileID) {
    let header = unsafe header(tile)
    for direction in TileDirection.all {
      let other = neighbor(of: tile, toward: direction)
      if !other.isNone {
        setNeighbor(of: other, toward: TileDirection.opposite(direction), to: .none)
      }
    }
    surveys?.remove(tile)
    index.remove(tile, hash: hash(tile)) { hash($0) }
    unsafe regions?.remove(column: header.pointee.column, row: header.pointee.row)
    unsafe header.pointee.isInUse = false
    unsafe header.pointee.live = InlineArray(repeating: 0)
    setNeighbor(of: tile, toward: 0, to: free)
    free = tile
    count -= 1
  }

  /// Makes room for half as many tiles again, or as many as the limit allows.
  private func grow() throws(MemoryExhausted) {
    var wanted = largerCapacity
    if wanted == capacity, surveys != nil {
      // Tiles come first; surveys only make sampling faster.
      surveys = nil
      wanted = largerCapacity
    }
    guard wanted > capacity else {
      throw MemoryExhausted(purpose: Self.purpose, bytes: bytes(capacity + 1))
    }
    try storage.grow(to: wanted * Self.wordsPerTile)
    unsafe base = storage.elements
    // The rest of the last page is free room.
    let whole = storage.capacity / Self.wordsPerTile
    capacity = bytes(whole) <= limit ? whole : wanted
  }

  /// Half as many tiles again, or fewer if the limit requires.
  private var largerCapacity: Int {
    var wanted = capacity + max(capacity / 2, 48)
    while wanted > capacity, bytes(wanted) > limit { wanted -= (wanted - capacity + 1) / 2 }
    return wanted
  }

  /// The surveys with room for all tiles, made if needed. Returns `nil` if memory is short.
  func makeSurveys() -> TileSurveys? {
    if surveys == nil {
      guard bytes(capacity) + TileSurveys.bytes(forTiles: capacity) <= limit else { return nil }
      surveys = try? TileSurveys()
    }
    guard let surveys, (try? surveys.reserve(forTiles: Int(end))) != nil else { return nil }
    return surveys
  }
}

extension TileField {
  /// Begins to count tiles by region.
  func makeRegions() {
    var counted = TileRegions()
    for tile in tiles {
      let header = unsafe header(tile).pointee
      if header.isInUse { counted.add(column: header.column, row: header.row) }
    }
    regions = counted
  }
}
