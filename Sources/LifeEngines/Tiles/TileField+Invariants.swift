internal import LifeCore

// Checks for debug builds and tests.
extension TileField {
  /// Checks links, lists, margins and the index.
  ///
  /// - Parameter unfinished: a computed phase whose margins are not known yet.
  /// - Complexity: O(tiles).
  func checkInvariants(except unfinished: Int?) {
    var inUse = 0
    for tile in tiles where unsafe header(tile).pointee.isInUse {
      inUse += 1
      checkInvariants(of: tile, except: unfinished)
    }
    precondition(inUse == count, "the count of tiles in use is exact")
    var freed = 0
    var tile = free
    while !tile.isNone {
      precondition(unsafe !header(tile).pointee.isInUse, "free tiles are not in use")
      freed += 1
      tile = neighbor(of: tile, toward: 0)
    }
    precondition(inUse + freed == Int(end) - 1, "every tile is in use or in the list of free ones")
    precondition(count + reserved < capacity, "reserved tiles have room")
    precondition(index.count == count, "the index holds the tiles in use and no others")
    for phase in 0..<Self.phases {
      precondition(live(.none, phase: phase) == 0, "tile 0 is dead")
    }
    if let counted = regions {
      makeRegions()
      precondition(regions == counted, "regions count the tiles in them")
    }
  }

  private func checkInvariants(of tile: TileID, except unfinished: Int?) {
    let header = unsafe header(tile).pointee
    let column = header.column
    let row = header.row
    precondition(find(column: column, row: row) == tile, "the index finds every tile")
    if let box {
      precondition(
        box.contains(Cell(x: column, y: row)), "the box of all tiles holds every tile")
    }
    precondition(box != nil, "tiles have a box")
    precondition(!header.isDetaching, "no tile is left half detached")
    for phase in 0..<Self.phases {
      let rows = unsafe rows(tile, phase: phase)
      for line in 0..<Self.side {
        precondition(unsafe rows[line] & ~Self.ownBits == 0, "the margins of stored rows are 0")
      }
      if phase == unfinished { continue }
      let live = live(tile, phase: phase) & ~TileHeader.placed
      precondition(unsafe live == TileWriter.margins(rows), "the live margins are exact")
    }
    for direction in TileDirection.all {
      let other = neighbor(of: tile, toward: direction)
      let offset = TileDirection.offset(direction)
      precondition(
        other == find(column: column + offset.x, row: row + offset.y),
        "links lead to the neighbors that exist")
      precondition(
        !other.isNone || header.liveInAnyPhase >> UInt16(direction) & 1 == 0,
        "a tile with live cells near a neighbor is linked to that neighbor")
    }
  }
}
