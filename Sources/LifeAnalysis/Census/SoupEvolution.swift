internal import LifeCore

/// The evolution of a soup on a board: its active parts and the windows that advance them.
///
/// A cell is active if it differs from its state two generations before. Active blocks of 8 × 8
/// cells form groups with at least two blocks between them. In a round, each group runs in its own
/// window until it comes near the edge.
///
/// In Conway's Life, a 16 × 16 soup has active cells on the board for 570 generations on average.
/// By then, its last spaceships have been taken off.
struct SoupEvolution {
  var board: SoupBoard
  var ships = DetachedShips()
  private(set) var generation = 0
  /// A multiple of the periods of all resting objects.
  private(set) var period = 2
  /// The windows of oscillators with periods above 2.
  private(set) var oscillating: [SoupWindow] = []

  /// A range of rows that contains all active blocks.
  private(set) var activeRows = 0..<0
  var groups: [Window] = []
  private(set) var rounds = 0
  /// Whether a spaceship had to be reattached at the edge of the board or beyond it.
  var hasFailed = false
  private var windows: [SoupWindow] = []
  private var earlier = EarlierRound()

  /// A round for comparison with later rounds: oscillators return to the same active blocks.
  private struct EarlierRound {
    var generation = 0
    /// A hash of the active blocks.
    var hash: UInt64 = 0
    /// The number of rounds compared so far. When it reaches `nextRound`, or when this round is
    /// more than `maxPeriod` generations old, the latest round replaces this one.
    var rounds = 0
    var nextRound = 8
  }

  /// The maximum number of generations of a round with one window, and with several.
  private static let maxRoundLength = 60
  private static let maxSharedRoundLength = 24
  /// The maximum period found by comparing rounds.
  private static let maxPeriod = 480
  /// The number of blocks to keep empty on each side of a soup when it moves to the middle.
  private static let roomBesideSoup = 5

  init(_ board: SoupBoard) { self.board = board }

  /// Removes all cells and spaceships.
  mutating func clear() {
    board.clear()
    reset()
  }

  /// Starts with a soup in the given blocks of the empty board.
  mutating func start(in box: Window) {
    reset()
    for row in box.rows {
      activate(box.columnBits, row: row)
    }
  }

  private mutating func reset() {
    for row in activeRows { unsafe board.active[row] = 0 }
    activeRows = 0..<0
    oscillating.removeAll(keepingCapacity: true)
    ships.ships.removeAll(keepingCapacity: true)
    generation = 0
    rounds = 0
    period = 2
    earlier = EarlierRound()
    hasFailed = false
  }

  /// Marks blocks of a row as active.
  mutating func activate(_ blocks: UInt64, row: Int) {
    unsafe board.active[row] |= blocks
    activeRows =
      activeRows.isEmpty
      ? row..<row + 1 : min(activeRows.lowerBound, row)..<max(activeRows.upperBound, row + 1)
  }

  /// Runs rounds until everything left repeats. None begins at `generations` or later.
  ///
  /// - Returns: `false` if the soup reached the edge of the board or did not settle.
  mutating func settles(numbers: inout ObjectNumbers, generations: Int) -> Bool {
    while generation < generations, !hasFailed {
      rounds += 1
      findGroups()
      detachShips(numbers: &numbers)
      if groups.isEmpty { return true }
      guard planRound() else { return false }
      advance()
      if isPeriodic() { return true }
    }
    return false
  }
}

// MARK: - Groups

extension SoupEvolution {
  /// Collects the active blocks in groups with gaps of at least two columns or rows.
  mutating func findGroups() {
    groups.removeAll(keepingCapacity: true)
    if !activeRows.isEmpty { split(activeRows, columns: .max) }
  }

  /// Adds the groups of some rows and columns. Splits bands of rows at gaps, then their columns,
  /// and so on until no gap is left.
  private mutating func split(_ rows: Range<Int>, columns: UInt64) {
    var top = -1
    var bottom = -1
    var union: UInt64 = 0
    for row in rows {
      let blocks = unsafe board.active[row] & columns
      if blocks == 0 { continue }
      if top >= 0, row - bottom > 2 {
        splitBand(top..<bottom + 1, union: union)
        top = -1
        union = 0
      }
      if top < 0 { top = row }
      bottom = row
      union |= blocks
    }
    if top >= 0 { splitBand(top..<bottom + 1, union: union) }
  }

  private mutating func splitBand(_ rows: Range<Int>, union: UInt64) {
    var rest = union
    while rest != 0 {
      let left = rest.trailingZeroBitCount
      // Blocks with only one block between them belong together.
      let end = left + (~((rest | rest << 1) >> UInt64(left))).trailingZeroBitCount
      let part = end >= 64 ? rest : rest & ((1 << UInt64(end)) - 1)
      rest &= ~part
      if part == union {
        groups.append(
          Window(
            x: left, y: rows.lowerBound, width: 64 - part.leadingZeroBitCount - left,
            height: rows.count))
      } else {
        split(rows, columns: part)
      }
    }
  }

  /// Chooses the windows of a round and reattaches spaceships in their way.
  ///
  /// - Returns: `false` if a soup at the edge cannot move, or if there are too many windows.
  private mutating func planRound() -> Bool {
    while true {
      if groups.contains(where: { $0.isAtEdge }) {
        guard moveToMiddle() else { return false }
        findGroups()
      }
      guard planWindows() else { return false }
      guard reattachShips(near: windows) else { return true }
      findGroups()
    }
  }

  /// Moves a soup that has spread to one side into the middle of the board. In Conway's Life, two
  /// thirds of the soups that reach the edge settle after such a move.
  ///
  /// - Returns: `false` if it is too large.
  private mutating func moveToMiddle() -> Bool {
    guard let live = board.liveBlocks(in: .board) else { return false }
    let box = groups.reduce(live) { $0.union($1) }
    let most = SoupBoard.blocks - 2 * Self.roomBesideSoup
    guard box.width <= most, box.height <= most else { return false }
    let columns = (SoupBoard.blocks - box.width) / 2 - box.x
    let rows = (SoupBoard.blocks - box.height) / 2 - box.y
    board.move(byColumns: columns, rows: rows)
    ships.move(by: Offset(x: 8 * columns, y: 8 * rows))
    activeRows = activeRows.lowerBound + rows..<activeRows.upperBound + rows
    return true
  }

  /// Gives each group a window. If windows overlap, each keeps its side of the gap between the
  /// groups. The gap is at least two blocks wide.
  ///
  /// - Returns: `false` if there are too many windows.
  private mutating func planWindows() -> Bool {
    windows.removeAll(keepingCapacity: true)
    for group in groups { windows.append(SoupWindow(around: group)) }
    for index in windows.indices where windows.count > 1 {
      let box = windows[index].box
      var rest = box
      for other in windows.indices where other != index {
        guard windows[other].box.gap(to: box) < 0 else { continue }
        rest.endMidway(between: groups[index], and: groups[other])
      }
      windows[index].own = rest.moved(byX: -box.x, y: -box.y)
    }
    return board.placeResults(&windows)
  }
}

// MARK: - Rounds

extension SoupEvolution {
  private mutating func advance() {
    var generations = windows.count == 1 ? Self.maxRoundLength : Self.maxSharedRoundLength
    for index in windows.indices {
      board.advance(&windows[index], by: generations)
      generations = min(generations, windows[index].generations)
    }
    for index in windows.indices where windows[index].generations > generations {
      board.advance(&windows[index], by: generations)
    }
    store()
    generation += generations
  }

  /// Writes the own blocks of the windows to the board.
  private mutating func store() {
    for row in activeRows { unsafe board.active[row] = 0 }
    activeRows = 0..<0
    for window in windows {
      unsafe board.store(window, board: board.cells)
      let own = window.ownBox
      let columns = own.columnBits
      for row in own.rows {
        let blocks = board.blocks(window, lane: row - window.row)
        let occupied = unsafe board.occupied[row] & ~columns
        unsafe board.occupied[row] = occupied | blocks.alive & columns
        let changes = blocks.changed & columns
        if changes != 0 { activate(changes, row: row) }
      }
    }
  }

  /// Whether every group repeats on its own. This is tested only if the active blocks equal those
  /// of an earlier round.
  private mutating func isPeriodic() -> Bool {
    guard !activeRows.isEmpty else { return false }
    var hash: UInt64 = 0
    for row in activeRows {
      hash = unsafe (hash ^ board.active[row] ^ UInt64(row)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    earlier.rounds += 1
    let distance = generation - earlier.generation
    if hash == earlier.hash, distance <= Self.maxPeriod, repeats(after: distance) {
      return true
    }
    if earlier.rounds >= earlier.nextRound || distance > Self.maxPeriod {
      earlier.nextRound = earlier.rounds + 24
      earlier.generation = generation
      earlier.hash = hash
    }
    return false
  }

  /// Whether each group, alone in its window, is the same after some generations.
  private mutating func repeats(after generations: Int) -> Bool {
    findGroups()
    guard planWindows(), !windows.isEmpty, !reattachShips(near: windows) else { return false }
    for index in windows.indices {
      board.advance(&windows[index], by: generations)
      guard windows[index].generations == generations, board.isUnchanged(windows[index])
      else { return false }
    }
    oscillating = windows
    period = generations
    return true
  }
}
