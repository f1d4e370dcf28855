/// The soup on a board while it evolves: which parts are active, and which windows advance them.
///
/// A cell is active if it differs from its state two generations before. Active blocks of 8 × 8
/// cells form groups with at least two blocks between them. In a *long* round each group has one
/// window around it, no two windows overlap, and each runs until the group comes near its edge. If
/// a group is too large or windows would overlap, a *short* round of six generations covers each
/// group with windows that overlap by two blocks:
///
///      window 1   ▒▓▓▓▓▓▓▒          ▓ active blocks, which are at least six cells from the edge
///      window 2         ▒▓▓▓▓▒▒▒    of one of the windows; ▒ margins where the group may grow
///
/// A 16 × 16 soup of Conway's Life has active cells for 750 generations on average, in 1.4 groups of
/// which four out of five fit into a window.
struct SoupEvolution {
  enum Outcome {
    case settled
    /// The soup reached the edge of the board or did not settle.
    case failed
  }

  var board: SoupBoard
  var ships: DetachedShips
  private(set) var generation = 0
  /// A multiple of the periods of all objects that stay.
  private(set) var period = 2
  /// The windows of oscillators whose period is not 1 or 2.
  private(set) var oscillating: [SoupWindow] = []

  /// For each row of blocks those with active cells.
  var activity = [UInt64](repeating: 0, count: SoupBoard.blocks)
  var activeRows = 0..<0
  var groups: [BlockBox] = []
  private(set) var rounds = 0
  /// Whether a spaceship would have to be reattached beyond the edge of the board.
  var hasFailed = false
  private var windows: [SoupWindow] = []
  /// The activity of an earlier round, which oscillators have again.
  private var mark = Mark()

  private struct Mark {
    var generation = 0
    var hash: UInt64 = 0
    var rounds = 0
    var nextRound = 8
  }

  /// The generations of a short round.
  private static let shortRound = 6
  /// The most generations of a long round, for one window and for several.
  private static let longestRound = 60
  private static let longRound = 24
  /// The largest width and height of a group, in blocks, that a window holds.
  private static let largestGroup = SoupWindow.side - 2
  private static let mostGenerations = 40_000
  private static let longestPeriod = 480

  init(_ board: SoupBoard, _ ships: DetachedShips) { (self.board, self.ships) = (board, ships) }

  /// Removes everything.
  mutating func clear() {
    board.clear()
    reset()
  }

  /// Starts with a soup whose cells are in some blocks of the empty board.
  mutating func start(in box: BlockBox) {
    reset()
    for row in box.top...box.bottom {
      activate(((1 << UInt64(box.width)) - 1) << UInt64(box.left), row)
    }
  }

  private mutating func reset() {
    for row in activeRows { activity[row] = 0 }
    activeRows = 0..<0
    oscillating.removeAll(keepingCapacity: true)
    ships.removeAll()
    (generation, rounds, period, mark, hasFailed) = (0, 0, 2, Mark(), false)
  }

  /// Marks blocks of a row as active.
  mutating func activate(_ blocks: UInt64, _ row: Int) {
    activity[row] |= blocks
    activeRows =
      activeRows.isEmpty
      ? row..<row + 1 : min(activeRows.lowerBound, row)..<max(activeRows.upperBound, row + 1)
  }

  /// Advances until everything that is left repeats.
  mutating func run(_ names: inout ObjectNumbers) -> Outcome {
    while generation < Self.mostGenerations, !hasFailed {
      rounds += 1
      findGroups()
      detachShips(&names)
      if groups.isEmpty { return .settled }
      guard let isLong = plan() else { return .failed }
      if isLong {
        advanceLong()
        if isPeriodic() { return .settled }
      } else {
        advanceShort()
      }
    }
    return .failed
  }
}

// MARK: - Groups

extension SoupEvolution {
  /// Collects the active blocks in groups at least two blocks apart.
  mutating func findGroups() {
    groups.removeAll(keepingCapacity: true)
    for row in activeRows {
      var blocks = activity[row]
      while blocks != 0 {
        let left = blocks.trailingZeroBitCount
        // Blocks with one between them belong together.
        let run = (~((blocks | blocks << 1) >> UInt64(left))).trailingZeroBitCount
        let end = left + run
        let part = end >= 64 ? blocks : blocks & ((1 << UInt64(end)) - 1)
        blocks &= ~part
        let right = 63 - part.leadingZeroBitCount
        insert(BlockBox(left: left, top: row, right: right, bottom: row))
      }
    }
  }

  private mutating func insert(_ box: BlockBox) {
    var box = box
    var index = 0
    while index < groups.count {
      if groups[index].isWithin(2, of: box) {
        box.formUnion(groups[index])
        groups.swapAt(index, groups.count - 1)
        groups.removeLast()
        index = 0
      } else {
        index += 1
      }
    }
    groups.append(box)
  }

  /// Chooses the windows of a round, and reattaches spaceships that they might meet.
  ///
  /// - Returns: whether the round is long; nil if a window would leave the board.
  private mutating func plan() -> Bool? {
    while true {
      let edge = SoupBoard.blocks - 1
      guard groups.allSatisfy({ $0.left > 0 && $0.top > 0 && $0.right < edge && $0.bottom < edge })
      else { return nil }
      let isLong = planLongRound()
      if !isLong, !planShortRound() { return nil }
      guard reattachShips(near: windows) else { return isLong }
      findGroups()
    }
  }

  /// Gives each group a window; where windows overlap, each keeps its side of the gap between the
  /// groups, which is at least two blocks wide.
  private mutating func planLongRound() -> Bool {
    windows.removeAll(keepingCapacity: true)
    for group in groups {
      guard group.width <= Self.largestGroup, group.height <= Self.largestGroup else {
        return false
      }
      windows.append(
        SoupWindow(
          column: Self.origin(group.left, group.width), row: Self.origin(group.top, group.height)))
    }
    guard windows.count > 1 else { return true }
    for index in windows.indices {
      let box = windows[index].box
      var rest = box
      for other in windows.indices where other != index {
        guard windows[other].box.isWithin(0, of: box) else { continue }
        rest.cut(groups[index], from: groups[other])
      }
      windows[index].own = rest.moved(byColumns: -box.left, rows: -box.top)
    }
    return true
  }

  /// The first block of a window with a group in its middle.
  private static func origin(_ first: Int, _ count: Int) -> Int {
    let start = first - (SoupWindow.side - count) / 2
    return min(max(start, 0), SoupBoard.blocks - SoupWindow.side)
  }

  private mutating func planShortRound() -> Bool {
    windows.removeAll(keepingCapacity: true)
    for group in groups {
      let (columns, rows) = (Self.count(group.width), Self.count(group.height))
      let inner = Self.largestGroup
      guard inner * columns + 2 <= SoupBoard.blocks, inner * rows + 2 <= SoupBoard.blocks,
        windows.count + columns * rows <= SoupBoard.mostWindows
      else { return false }
      let (left, top) = (
        Self.origin(group.left, group.width, columns), Self.origin(group.top, group.height, rows)
      )
      let target = group.grown(by: 1)
      for row in 0..<rows {
        for column in 0..<columns {
          let (x, y) = (left + inner * column, top + inner * row)
          windows.append(
            SoupWindow(
              column: x, row: y,
              own: BlockBox(
                left: max(column == 0 ? 0 : 1, target.left - x),
                top: max(row == 0 ? 0 : 1, target.top - y),
                right: min(column == columns - 1 ? 7 : 6, target.right - x),
                bottom: min(row == rows - 1 ? 7 : 6, target.bottom - y))))
        }
      }
    }
    return true
  }

  /// The number of windows for some blocks in a row.
  private static func count(_ blocks: Int) -> Int { (blocks + largestGroup - 1) / largestGroup }

  /// The first block of some windows with a group in their middle.
  private static func origin(_ first: Int, _ count: Int, _ windows: Int) -> Int {
    let blocks = largestGroup * windows + 2
    return min(max(first - (blocks - count) / 2, 0), SoupBoard.blocks - blocks)
  }
}

// MARK: - Rounds

extension SoupEvolution {
  private mutating func advanceLong() {
    var generations = windows.count == 1 ? Self.longestRound : Self.longRound
    for index in windows.indices {
      board.advance(&windows[index], index, by: generations, stops: true)
      generations = min(generations, windows[index].generations)
    }
    for index in windows.indices where windows[index].generations > generations {
      board.advance(&windows[index], index, by: generations, stops: true)
    }
    store()
    generation += generations
  }

  private mutating func advanceShort() {
    for index in windows.indices {
      board.advance(&windows[index], index, by: Self.shortRound, stops: false)
    }
    store()
    generation += Self.shortRound
  }

  /// Writes the own blocks of the windows to the board.
  private mutating func store() {
    for row in activeRows { activity[row] = 0 }
    activeRows = 0..<0
    for (index, window) in windows.enumerated() {
      unsafe board.store(window, index, board.cells)
      let (columns, shift) = (window.ownColumns, UInt64(window.column))
      for lane in window.own.top...window.own.bottom {
        let row = window.row + lane
        let alive = window.alive >> UInt64(8 * lane) & columns
        let occupied = unsafe board.occupied[row] & ~(columns << shift)
        unsafe board.occupied[row] = occupied | alive << shift
        let changes = window.changes >> UInt64(8 * lane) & columns
        if changes != 0 { activate(changes << shift, row) }
      }
    }
  }

  /// Whether all active windows repeat alone, which is tried if the active blocks are those of an
  /// earlier round.
  private mutating func isPeriodic() -> Bool {
    guard !activeRows.isEmpty else { return false }
    var hash: UInt64 = 0
    for row in activeRows {
      hash = (hash ^ activity[row] ^ UInt64(row)) &* 0x9e37_79b9_7f4a_7c15
      hash ^= hash >> 29
    }
    mark.rounds += 1
    let distance = generation - mark.generation
    if hash == mark.hash, distance <= Self.longestPeriod, repeats(after: distance) {
      return true
    }
    if mark.rounds >= mark.nextRound || distance > Self.longestPeriod {
      mark.nextRound = mark.rounds + 24
      (mark.generation, mark.hash) = (generation, hash)
    }
    return false
  }

  /// Whether each group is the same after some generations, alone in a window of its own.
  private mutating func repeats(after generations: Int) -> Bool {
    findGroups()
    guard planLongRound(), !windows.isEmpty, !reattachShips(near: windows) else { return false }
    for index in windows.indices {
      board.advance(&windows[index], index, by: generations, stops: true)
      guard windows[index].generations == generations, board.isUnchanged(windows[index], index)
      else { return false }
    }
    (oscillating, period) = (windows, generations)
    return true
  }
}
