internal import LifeCore

// MARK: - On the board

extension SoupEvolution {
  private static let reach = DetachedShips.reach
  /// The number of blocks around a group to keep free for its windows.
  private static let obstacleMargin = 4

  /// Takes groups off the board if they are spaceships with clear paths.
  mutating func detachShips(numbers: inout ObjectNumbers) {
    var candidates: [Candidate] = []
    for group in groups {
      if let candidate = candidate(group, numbers: &numbers) { candidates.append(candidate) }
    }
    if candidates.isEmpty { return }
    var obstacles: [Window] = []
    // At the edge of the board, a spaceship must leave at once, even if obstacles are near.
    let margin = candidates.contains { $0.group.isAtEdge } ? 1 : Self.obstacleMargin
    for group in groups where !candidates.contains(where: { $0.group == group }) {
      obstacles.append(group.widened(by: margin))
    }
    for candidate in candidates { setOccupied(candidate, isOccupied: false) }
    // Candidates that may meet an obstacle stay on the board and become obstacles.
    while let index = candidates.indices.first(where: {
      meets(candidates, index: $0, obstacles: obstacles)
    }) {
      let candidate = candidates.remove(at: index)
      setOccupied(candidate, isOccupied: true)
      obstacles.append(candidate.group.widened(by: margin))
    }
    for candidate in candidates {
      remove(candidate)
      groups.removeAll { $0 == candidate.group }
      ships.ships += candidate.ships
    }
  }

  /// Marks the blocks of a candidate's cells.
  private func setOccupied(_ candidate: Candidate, isOccupied: Bool) {
    let live = candidate.live
    let mask = live.columnBits
    for row in live.rows {
      unsafe board.occupied[row] &= ~mask
      if isOccupied { unsafe board.occupied[row] |= mask }
    }
  }

  /// A group that consists only of spaceships.
  private struct Candidate {
    let group: Window
    let live: Window
    var clusters: [SmallCluster] = []
    var ships: [DetachedShips.Ship] = []
  }

  /// The spaceships that make up a group, with no other cell near them.
  private mutating func candidate(
    _ group: Window, numbers: inout ObjectNumbers
  ) -> Candidate? {
    // One spaceship fits in 2 × 2 blocks. Larger groups, of several spaceships, are tested only in
    // every fourth round.
    let largest = rounds.isMultiple(of: 4) ? 6 : 2
    guard group.width <= largest, group.height <= largest else { return nil }
    // At the edge, the view includes blocks beyond the board, where no cells exist.
    let view = group.widened(by: 1)
    guard let live = board.liveBlocks(in: view.intersection(.board)) else { return nil }
    var candidate = Candidate(group: group, live: live)
    var reader = SmallClusterReader(board, blocks: live)
    while true {
      switch reader.next() {
      case .end: return candidate
      case .tooLarge: return nil
      case .cluster(let cluster):
        guard view.cells.contains(cluster.box.widened(by: Self.reach)) else { return nil }
        let kind = ships.kind(of: cluster.bitmap, numbers: &numbers)
        guard kind >= 0 else { return nil }
        candidate.clusters.append(cluster)
        let box = cluster.box
        candidate.ships.append(
          DetachedShips.Ship(
            kind: kind, x: box.x, y: box.y, generation: generation,
            path: ships.kinds[kind].path.moved(by: Offset(x: box.x, y: box.y))))
      }
    }
  }

  /// Whether a candidate may ever meet an obstacle, a cell on the board or another spaceship.
  ///
  /// - Precondition: the blocks of all candidates are marked as empty.
  private func meets(_ candidates: [Candidate], index: Int, obstacles: [Window]) -> Bool {
    for (number, ship) in candidates[index].ships.enumerated() {
      if !isClear(ship) { return true }
      let path = ships.path(ship, from: generation)
      if obstacles.contains(where: { path.mayMeet($0.cells, within: Self.reach) }) { return true }
      for (other, candidate) in candidates.enumerated() {
        for (otherNumber, second) in candidate.ships.enumerated()
        where other != index || otherNumber != number {
          if ships.canMeet(ship, other: second, from: generation) { return true }
        }
      }
      for other in ships.ships {
        if ships.canMeet(ship, other: other, from: generation) { return true }
      }
    }
    return false
  }

  private mutating func remove(_ candidate: Candidate) {
    for cluster in candidate.clusters {
      let box = cluster.box
      for row in 0..<8 {
        let bits = cluster.bitmap >> UInt64(8 * row) & 0xff
        if bits != 0 {
          unsafe SoupBoard.remove(bits, board: board.cells, x: box.x, y: box.y + row)
        }
      }
    }
    let view = candidate.group.widened(by: 1).intersection(.board)
    let mask = view.columnBits
    for row in view.rows {
      unsafe board.active[row] &= ~mask
    }
  }

  /// Whether no cell on the board is near the path of a spaceship.
  private func isClear(_ ship: DetachedShips.Ship) -> Bool {
    let kind = ships.kinds[ship.kind]
    let step = kind.cycle.displacement
    let periods = max(1, 8 / max(abs(step.x), abs(step.y)))
    let dx = periods * step.x
    let dy = periods * step.y
    var left = ship.x + kind.box.x - Self.reach
    var top = ship.y + kind.box.y - Self.reach
    let width = kind.box.width + 2 * Self.reach
    let height = kind.box.height + 2 * Self.reach
    let size = 8 * SoupBoard.blocks
    while left < size, top < size, left + width > 0, top + height > 0 {
      let first = max(0, (left + min(0, dx)) >> 3)
      let last = min(63, (left + width - 1 + max(0, dx)) >> 3)
      let above = max(0, (top + min(0, dy)) >> 3)
      let below = min(63, (top + height - 1 + max(0, dy)) >> 3)
      let mask = ((1 << UInt64(last - first)) << 1 - 1) << UInt64(first) as UInt64
      for row in stride(from: above, through: below, by: 1) {
        if unsafe board.occupied[row] & mask != 0 { return false }
      }
      left += dx
      top += dy
    }
    return true
  }

  /// Puts spaceships back on the board if they may meet a window's own blocks, the only blocks that
  /// the window can change.
  ///
  /// - Returns: whether there were any.
  mutating func reattachShips(near windows: [SoupWindow]) -> Bool {
    if ships.ships.isEmpty { return false }
    var hasMet = false
    for index in ships.ships.indices.reversed() {
      let ship = ships.ships[index]
      let path = ships.path(ship, from: generation)
      guard windows.contains(where: { path.mayMeet($0.ownBox.cells, within: Self.reach) }) else {
        continue
      }
      attach(ships.phase(ship, at: generation))
      ships.ships.remove(at: index)
      hasMet = true
    }
    return hasMet
  }

  private mutating func attach(_ phase: Phase) {
    let size = 8 * SoupBoard.blocks
    guard phase.x > 0, phase.y > 0, phase.window.endX < size, phase.window.endY < size else {
      hasFailed = true
      return
    }
    for (row, bits) in phase.bitmap.words.enumerated() {
      unsafe SoupBoard.insert(bits, board: board.cells, x: phase.x, y: phase.y + row)
    }
    let left = (phase.x - 1) >> 3
    let right = (phase.x + phase.bitmap.width) >> 3
    for row in (phase.y - 1) >> 3...(phase.y + phase.bitmap.height) >> 3 {
      let blocks = ((1 << UInt64(right - left)) << 1 - 1) << UInt64(left) as UInt64
      unsafe board.occupied[row] |= blocks
      activate(blocks, row: row)
    }
  }
}
