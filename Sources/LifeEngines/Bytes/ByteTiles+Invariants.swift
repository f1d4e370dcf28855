internal import LifeCore

// Checks for debug builds and tests.
extension ByteTiles {
  /// Checks every assumption of a step.
  ///
  /// - Complexity: O(cells).
  func checkInvariants() {
    precondition(self[0].active == 0 && self[0].upcoming == 0, "tile 0 is never stepped")
    precondition(self[0].neighbors == .zero, "tile 0 has no neighbors")
    checkCells(of: 0)
    let listed = Set(activeTiles)
    precondition(listed.count == activeTiles.count, "tiles are listed once")
    for number in 1..<count {
      let tile = self[number]
      precondition((tile.active != 0) == listed.contains(number), "active tiles are listed")
      precondition(tile.upcoming == 0, "between generations nothing is upcoming")
      if tile.isFree {
        // In a bounded universe, tiles beyond a corner count as free, but hold copies of cells.
        precondition(
          universe.isBounded || tile.neighbors == .zero, "free tiles have no neighbors")
      } else {
        precondition(find(tile.place) == number, "every place leads to its tile")
        checkLinks(of: number)
      }
      checkCells(of: number)
    }
  }

  private func checkLinks(of number: Int) {
    let tile = self[number]
    for direction in 0..<8 {
      let neighbor = find(tile.place.neighbor(direction)) ?? 0
      precondition(Int(tile.neighbors[direction]) == neighbor, "neighbors are linked")
    }
    let extent = universe.extent(in: tile.place)
    precondition(tile.columns == extent.columns && tile.rows == extent.rows, "extents are exact")
  }

  /// Blocks that are not active are equal in both halves; free tiles and tile 0 are dead.
  private func checkCells(of number: Int) {
    let tile = self[number]
    for y in 0..<tile.rows {
      let now = CellRow(self, tile: number, y: y)
      let other = CellRow(self, tile: number, y: y, inOtherHalf: true)
      for lane in 0..<8 where tile.active >> UInt64(y & 56 | lane) & 1 == 0 {
        precondition(now.eights[lane] == other.eights[lane], "settled blocks have equal halves")
      }
    }
    guard number == 0 || tile.isFree && !universe.isBounded else { return }
    for other in [false, true] {
      let cells = unsafe UnsafeBufferPointer(
        start: cells(of: number, inOtherHalf: other), count: ByteTile.area)
      precondition(unsafe cells.allSatisfy { $0 == 0 }, "free tiles and tile 0 are dead")
    }
  }
}
