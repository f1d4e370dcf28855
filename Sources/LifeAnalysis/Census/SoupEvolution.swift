/// The soup on a board while it evolves: which parts are active, and which windows advance them.
///
/// A cell is active if it differs from its state two generations before. Active blocks of 8 × 8
/// cells form groups with at least two blocks between them. In a *long* round each group has one
/// window to itself and runs until it comes near the edge. If a group is too large, a *short* round
/// of six generations covers each group with windows that overlap by two blocks, or one of fourteen
/// generations with windows that overlap by four:
///
///      window 1   ▒▓▓▓▓▓▓▒          ▓ active blocks, which are at least six cells from the edge
///      window 2         ▒▓▓▓▓▒▒▒    of one of the windows; ▒ margins where the group may grow
///
/// A 16 × 16 soup of Conway's Life has active cells for 570 generations on average until its
/// spaceships can be taken off the board: 400 in ten long rounds with one or two windows, and 170
/// in short rounds.
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

  /// Rows of blocks; all others have no active ones.
  private(set) var activeRows = 0..<0
  var groups: [BlockBox] = []
  private(set) var rounds = 0
  /// Whether a spaceship would have to be reattached beyond the edge of the board.
  var hasFailed = false
  private var windows: [SoupWindow] = []
  private var cover = covers[0]
  private var earlier = EarlierRound()

  /// A round whose active blocks are compared with those of later rounds: oscillators have the same
  /// ones again.
  private struct EarlierRound {
    var generation = 0
    /// A hash of the active blocks.
    var hash: UInt64 = 0
    /// The number of long rounds so far, and the one that replaces this round.
    var rounds = 0
    var nextRound = 8
  }

  private enum RoundLength {
    case long
    case short
  }

  /// How a short round covers its groups.
  private struct Cover {
    /// The blocks at the edge of a window that belong to a neighboring window, and the blocks by
    /// which a group may grow.
    let margin: Int

    /// The blocks of a group that a window holds.
    var inner: Int { SoupWindow.side - 2 * margin }
    /// Wrong cells come from the edge, and groups grow, by one cell in a generation; two rings of
    /// the last margin must stay as they are.
    var generations: Int { 8 * margin - 2 }
    /// Groups are at least this many columns or rows of blocks and one more apart.
    var reach: Int { 2 * margin }
    /// The relative cost of a window for a generation.
    var cost: Double { 14 + 100 / Double(generations) }

    /// The number of windows that cover this many blocks in a row.
    func windowCount(across blocks: Int) -> Int { (blocks + inner - 1) / inner }
    func windowCount(for groups: [BlockBox]) -> Int {
      groups.reduce(0) { $0 + windowCount(across: $1.width) * windowCount(across: $1.height) }
    }
  }

  private static let covers = [Cover(margin: 1), Cover(margin: 2)]
  /// The most generations of a long round with one window, and with several.
  private static let longestRound = 60
  private static let longRound = 24
  /// The largest width and height of a group, in blocks, that a window holds.
  private static let largestGroup = SoupWindow.side - 2
  private static let longestPeriod = 480

  init(_ board: SoupBoard, ships: DetachedShips) {
    self.board = board
    self.ships = ships
  }

  /// Removes everything.
  mutating func clear() {
    board.clear()
    reset()
  }

  /// Starts with a soup whose cells are in some blocks of the empty board.
  mutating func start(in box: BlockBox) {
    reset()
    for row in box.top...box.bottom {
      activate(((1 << UInt64(box.width)) - 1) << UInt64(box.left), row: row)
    }
  }

  private mutating func reset() {
    for row in activeRows { unsafe board.active[row] = 0 }
    activeRows = 0..<0
    oscillating.removeAll(keepingCapacity: true)
    ships.removeAll()
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

  /// Advances until everything that is left repeats, for at most `generations`.
  mutating func run(numbers: inout ObjectNumbers, generations: Int) -> Outcome {
    while generation < generations, !hasFailed {
      rounds += 1
      findGroups()
      detachShips(numbers: &numbers)
      if groups.isEmpty { return .settled }
      guard let length = planRound() else { return .failed }
      switch length {
      case .long:
        advanceLong()
        if isPeriodic() { return .settled }
      case .short:
        advanceShort()
      }
    }
    return .failed
  }
}

// MARK: - Groups

extension SoupEvolution {
  /// Collects the active blocks in groups that are at least two columns or rows apart.
  mutating func findGroups() {
    groups.removeAll(keepingCapacity: true)
    if !activeRows.isEmpty { split(activeRows, columns: .max) }
  }

  /// Adds the groups of some rows and columns: splits bands of rows at gaps, and their columns at
  /// gaps, until nothing is split any more.
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
      // Blocks with one between them belong together.
      let end = left + (~((rest | rest << 1) >> UInt64(left))).trailingZeroBitCount
      let part = end >= 64 ? rest : rest & ((1 << UInt64(end)) - 1)
      rest &= ~part
      if part == union {
        groups.append(
          BlockBox(
            left: left, top: rows.lowerBound, right: 63 - part.leadingZeroBitCount,
            bottom: rows.upperBound - 1))
      } else {
        split(rows, columns: part)
      }
    }
  }

  /// Joins groups until all are more than `reach` columns or rows apart.
  private static func joined(_ groups: [BlockBox], reach: Int) -> [BlockBox] {
    var result: [BlockBox] = []
    for group in groups {
      var box = group
      while let near = result.firstIndex(where: { $0.isWithin(reach, of: box) }) {
        box.formUnion(result.remove(at: near))
      }
      result.append(box)
    }
    return result
  }

  /// Chooses the windows of a round, and reattaches spaceships that they might meet.
  ///
  /// - Returns: nil if a window would leave the board.
  private mutating func planRound() -> RoundLength? {
    while true {
      let edge = SoupBoard.blocks - 1
      guard groups.allSatisfy({ $0.left > 0 && $0.top > 0 && $0.right < edge && $0.bottom < edge })
      else { return nil }
      let isLong = planLongRound()
      if !isLong, !planShortRound() { return nil }
      guard reattachShips(near: windows) else { return isLong ? .long : .short }
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
          column: Self.origin(group.left, count: group.width),
          row: Self.origin(group.top, count: group.height)))
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
  private static func origin(_ first: Int, count: Int) -> Int {
    let start = first - (SoupWindow.side - count) / 2
    return min(max(start, 0), SoupBoard.blocks - SoupWindow.side)
  }

  private mutating func planShortRound() -> Bool {
    let small = Self.covers[0]
    let large = Self.covers[1]
    cover = small
    let joined = Self.joined(groups, reach: large.reach)
    let largeCost = large.cost * Double(large.windowCount(for: joined))
    let smallCost = small.cost * Double(small.windowCount(for: groups))
    if largeCost < smallCost {
      cover = large
      groups = joined
    }
    windows.removeAll(keepingCapacity: true)
    return groups.allSatisfy { addWindows(for: $0, cover: cover) }
  }

  /// Covers a group with windows; false if that needs more space than there is.
  private mutating func addWindows(for group: BlockBox, cover: Cover) -> Bool {
    let columns = cover.windowCount(across: group.width)
    let rows = cover.windowCount(across: group.height)
    let inner = cover.inner
    let margin = cover.margin
    let width = inner * columns + 2 * margin
    let height = inner * rows + 2 * margin
    let target = group.grown(by: margin)
    let last = SoupBoard.blocks - 1
    guard target.left >= 0, target.top >= 0, target.right <= last, target.bottom <= last,
      max(width, height) <= SoupBoard.blocks,
      windows.count + columns * rows <= SoupBoard.mostWindows
    else { return false }
    let left = min(max(group.left - (width - group.width) / 2, 0), last + 1 - width)
    let top = min(max(group.top - (height - group.height) / 2, 0), last + 1 - height)
    let end = SoupWindow.side - 1
    for row in 0..<rows {
      for column in 0..<columns {
        let x = left + inner * column
        let y = top + inner * row
        windows.append(
          SoupWindow(
            column: x, row: y,
            own: BlockBox(
              left: max(column == 0 ? 0 : margin, target.left - x),
              top: max(row == 0 ? 0 : margin, target.top - y),
              right: min(column == columns - 1 ? end : end - margin, target.right - x),
              bottom: min(row == rows - 1 ? end : end - margin, target.bottom - y))))
      }
    }
    return true
  }
}

// MARK: - Rounds

extension SoupEvolution {
  private mutating func advanceLong() {
    var generations = windows.count == 1 ? Self.longestRound : Self.longRound
    for index in windows.indices {
      board.advance(&windows[index], index: index, by: generations, stops: true)
      generations = min(generations, windows[index].generations)
    }
    for index in windows.indices where windows[index].generations > generations {
      board.advance(&windows[index], index: index, by: generations, stops: true)
    }
    store()
    generation += generations
  }

  private mutating func advanceShort() {
    for index in windows.indices {
      board.advance(&windows[index], index: index, by: cover.generations, stops: false)
    }
    store()
    generation += cover.generations
  }

  /// Writes the own blocks of the windows to the board.
  private mutating func store() {
    for row in activeRows { unsafe board.active[row] = 0 }
    activeRows = 0..<0
    for (index, window) in windows.enumerated() {
      unsafe board.store(window, index: index, board: board.cells)
      let columns = window.ownColumns
      let shift = UInt64(window.column)
      for lane in window.own.top...window.own.bottom {
        let row = window.row + lane
        let alive = window.alive >> UInt64(8 * lane) & columns
        let occupied = unsafe board.occupied[row] & ~(columns << shift)
        unsafe board.occupied[row] = occupied | alive << shift
        let changes = window.changes >> UInt64(8 * lane) & columns
        if changes != 0 { activate(changes << shift, row: row) }
      }
    }
  }

  /// Whether every group repeats by itself, which is tested only when the active blocks are those
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
    if hash == earlier.hash, distance <= Self.longestPeriod, repeats(after: distance) {
      return true
    }
    if earlier.rounds >= earlier.nextRound || distance > Self.longestPeriod {
      earlier.nextRound = earlier.rounds + 24
      earlier.generation = generation
      earlier.hash = hash
    }
    return false
  }

  /// Whether each group is the same after some generations, alone in a window of its own.
  private mutating func repeats(after generations: Int) -> Bool {
    findGroups()
    guard planLongRound(), !windows.isEmpty, !reattachShips(near: windows) else { return false }
    for index in windows.indices {
      board.advance(&windows[index], index: index, by: generations, stops: true)
      guard windows[index].generations == generations,
        board.isUnchanged(windows[index], index: index)
      else { return false }
    }
    oscillating = windows
    period = generations
    return true
  }
}
