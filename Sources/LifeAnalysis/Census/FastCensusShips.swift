internal import LifeCore

/// A kind of spaceship, by the cells of one of its phases at (0, 0).
struct SpaceshipKind {
  let bitmap: UInt64
  let cycle: ObjectCycle
  /// The numbers of the codes of its independent parts.
  let codes: [Int32]
  let path: Path
  /// The bounding box of all phases of the first period.
  let box: Window
}

/// Spaceships that were taken off the board, because their paths are clear for ever.
///
/// Each path, to its end, keeps apart from the others, from all live cells on the board, and from
/// the windows of each later round: a spaceship that might meet one of them goes back on the board
/// before. Without that, a glider would need a window of its own until it left the board.
struct DetachedShips {
  struct Ship {
    let kind: Int
    /// The corner of the first phase at `generation`.
    let x: Int
    let y: Int
    let generation: Int
    /// From `generation` on.
    let path: Path
  }

  var ships: [Ship] = []
  private(set) var kinds: [SpaceshipKind] = []
  /// Bitmaps of 8 × 8 cells, each in the place of its hash, and their kinds; −1 if it is none.
  private var bitmaps = [UInt64](repeating: 0, count: 1 << hashBits)
  private var numbers = [Int](repeating: -1, count: 1 << hashBits)

  private static let hashBits = 12
  /// Longer periods are not looked for: most candidates are debris that dies.
  private static let longestPeriod = 8

  mutating func removeAll() {
    ships.removeAll(keepingCapacity: true)
  }

  /// The kind of spaceship with these cells, −1 if it is none.
  ///
  /// - Parameter bitmap: eight rows of eight cells, the box of the cells in the corner.
  mutating func kind(_ bitmap: UInt64, _ names: inout ObjectNumbers) -> Int {
    let place = Int(
      truncatingIfNeeded: (bitmap &* 0x9e37_79b9_7f4a_7c15) >> UInt64(64 - Self.hashBits))
    if bitmaps[place] == bitmap { return numbers[place] }
    let phase = Phase(bitmap: Bitmap(block: bitmap), x: 0, y: 0)
    var number = kinds.firstIndex { $0.bitmap == bitmap } ?? -1
    if number < 0,
      let cycle = names.rule.smallCycle(of: phase, maxPeriod: Self.longestPeriod), cycle.isMoving,
      let box = cycle.box
    {
      number = kinds.count
      kinds.append(
        SpaceshipKind(
          bitmap: bitmap, cycle: cycle, codes: names.numbers(ofPartsOf: cycle),
          path: TrackedObject(cycle: cycle, generation: 0).path(from: 0), box: box))
    }
    (bitmaps[place], numbers[place]) = (bitmap, number)
    return number
  }

  @inline(__always)
  func path(_ ship: Ship, from generation: Int) -> Path {
    ship.path.after(Double(generation - ship.generation))
  }

  /// Whether two spaceships may ever have a common neighbor.
  func meet(_ first: Ship, _ second: Ship, from generation: Int) -> Bool {
    let (path, other) = (path(first, from: generation), path(second, from: generation))
    guard path.meets(other, within: Self.reach) else { return false }
    guard path.vx == other.vx, path.vy == other.vy else { return true }
    // Side by side: all phases decide, where boxes are not exact enough.
    let (one, two) = (
      TrackedObject(cycle: kinds[first.kind].cycle, generation: first.generation),
      TrackedObject(cycle: kinds[second.kind].cycle, generation: second.generation)
    )
    let offset = Offset(x: second.x - first.x, y: second.y - first.y)
    return one.isClose(to: two, movedBy: offset, from: generation, reach: Self.reach)
  }

  /// The distance within which two cells have a common neighbor.
  static let reach = 2

  func phase(_ ship: Ship, at generation: Int) -> Phase {
    let object = TrackedObject(cycle: kinds[ship.kind].cycle, generation: ship.generation)
    var phase = object.phase(at: generation)
    phase.x += ship.x
    phase.y += ship.y
    return phase
  }
}

extension Path {
  /// Whether a moving box may meet blocks, which do not move.
  @inline(__always)
  fileprivate func mayMeet(_ box: BlockBox, within reach: Int) -> Bool {
    let gap = Double(reach) + Self.margin
    let isBeyond =
      vx > 0 && left > Double(8 * box.right + 7) + gap
      || vx < 0 && right < Double(8 * box.left) - gap
      || vy > 0 && top > Double(8 * box.bottom + 7) + gap
      || vy < 0 && bottom < Double(8 * box.top) - gap
    return !isBeyond && meets(Path(box), within: reach)
  }

  /// The cells of blocks, which do not move.
  fileprivate init(_ box: BlockBox) {
    self.init(
      Window(x: 8 * box.left, y: 8 * box.top, width: 8 * box.width, height: 8 * box.height))
  }
}

extension Bitmap {
  /// The cells of eight rows of eight, inside their bounding box, which is in the corner.
  init(block: UInt64) {
    let height = (71 - block.leadingZeroBitCount) / 8
    let rows = (0..<height).map { block >> UInt64(8 * $0) & 0xff }
    self.init(width: 64 - rows.reduce(0, |).leadingZeroBitCount, rows: rows)
  }
}

// MARK: - On the board

extension SoupEvolution {
  private static let reach = DetachedShips.reach
  /// Blocks around a group that its windows may need soon.
  private static let obstacleMargin = 4

  /// Takes the groups off the board that are spaceships with clear paths.
  mutating func detachShips(_ names: inout ObjectNumbers) {
    var candidates: [Candidate] = []
    for group in groups {
      if let candidate = candidate(group, &names) { candidates.append(candidate) }
    }
    if candidates.isEmpty { return }
    var obstacles: [BlockBox] = []
    for group in groups where !candidates.contains(where: { $0.group == group }) {
      obstacles.append(group.grown(by: Self.obstacleMargin))
    }
    for candidate in candidates { setOccupied(candidate, false) }
    // Candidates that may meet something stay on the board and are obstacles, too.
    while let index = candidates.indices.first(where: { meets(candidates, $0, obstacles) }) {
      let candidate = candidates.remove(at: index)
      setOccupied(candidate, true)
      obstacles.append(candidate.group.grown(by: Self.obstacleMargin))
    }
    for candidate in candidates {
      remove(candidate)
      groups.removeAll { $0 == candidate.group }
      ships.ships += candidate.ships
    }
  }

  /// Marks the blocks of a candidate's cells.
  private func setOccupied(_ candidate: Candidate, _ isOccupied: Bool) {
    let live = candidate.live
    let mask = ((1 << UInt64(live.width)) - 1) << UInt64(live.left) as UInt64
    for row in live.top...live.bottom {
      unsafe board.occupied[row] &= ~mask
      if isOccupied { unsafe board.occupied[row] |= mask }
    }
  }

  /// A group of nothing but spaceships, which may be detached.
  private struct Candidate {
    let group: BlockBox
    let live: BlockBox
    var cells: [ShipCells] = []
    var ships: [DetachedShips.Ship] = []
  }

  /// The spaceships that are all of a group, with no other cell near them.
  private mutating func candidate(
    _ group: BlockBox, _ names: inout ObjectNumbers
  ) -> Candidate? {
    // Several spaceships are looked for in every fourth round.
    let most = rounds & 3 == 0 ? 6 : 2
    guard group.width <= most, group.height <= most else { return nil }
    let view = group.grown(by: 1)
    guard view.left >= 0, view.top >= 0, view.right < SoupBoard.blocks,
      view.bottom < SoupBoard.blocks, let live = liveBlocks(view)
    else { return nil }
    var candidate = Candidate(group: group, live: live)
    var rows = ShipRows(board, live)
    while let cells = rows.next() {
      guard let cells, cells.isInside(view) else { return nil }
      let kind = ships.kind(cells.bitmap, &names)
      guard kind >= 0 else { return nil }
      candidate.cells.append(cells)
      candidate.ships.append(
        DetachedShips.Ship(
          kind: kind, x: cells.x, y: cells.y, generation: generation,
          path: ships.kinds[kind].path.moved(byX: cells.x, y: cells.y)))
    }
    return candidate
  }

  /// Whether a candidate may ever meet an obstacle, cells on the board, or another spaceship.
  ///
  /// - Precondition: the blocks of all candidates are marked as empty.
  private func meets(_ candidates: [Candidate], _ index: Int, _ obstacles: [BlockBox]) -> Bool {
    for (number, ship) in candidates[index].ships.enumerated() {
      if !isClear(ship) { return true }
      let path = ships.path(ship, from: generation)
      if obstacles.contains(where: { path.mayMeet($0, within: Self.reach) }) { return true }
      for (other, candidate) in candidates.enumerated() {
        for (otherNumber, second) in candidate.ships.enumerated()
        where other != index || otherNumber != number {
          if ships.meet(ship, second, from: generation) { return true }
        }
      }
      for other in ships.ships {
        if ships.meet(ship, other, from: generation) { return true }
      }
    }
    return false
  }

  /// The box of the occupied blocks of a view.
  private func liveBlocks(_ view: BlockBox) -> BlockBox? {
    let mask = ((1 << UInt64(view.width)) - 1) << UInt64(view.left) as UInt64
    var (columns, top, bottom): (UInt64, Int, Int) = (0, -1, -1)
    for row in view.top...view.bottom {
      let blocks = unsafe board.occupied[row] & mask
      if blocks == 0 { continue }
      if top < 0 { top = row }
      bottom = row
      columns |= blocks
    }
    guard columns != 0 else { return nil }
    return BlockBox(
      left: columns.trailingZeroBitCount, top: top, right: 63 - columns.leadingZeroBitCount,
      bottom: bottom)
  }

  private mutating func remove(_ candidate: Candidate) {
    for cells in candidate.cells {
      for row in 0..<8 {
        let bits = cells.bitmap >> UInt64(8 * row) & 0xff
        if bits != 0 { unsafe SoupBoard.remove(bits, board.cells, x: cells.x, y: cells.y + row) }
      }
    }
    let view = candidate.group.grown(by: 1)
    let mask = ((1 << UInt64(view.width)) - 1) << UInt64(view.left) as UInt64
    for row in view.top...view.bottom {
      unsafe board.active[row] &= ~mask
    }
  }

  /// Whether no cell on the board is near the path of a spaceship.
  private func isClear(_ ship: DetachedShips.Ship) -> Bool {
    let kind = ships.kinds[ship.kind]
    let step = kind.cycle.displacement
    let turns = max(1, 8 / max(abs(step.x), abs(step.y)))
    let (dx, dy) = (turns * step.x, turns * step.y)
    var (left, top) = (ship.x + kind.box.x - Self.reach, ship.y + kind.box.y - Self.reach)
    let (width, height) = (kind.box.width + 2 * Self.reach, kind.box.height + 2 * Self.reach)
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

  /// Puts the spaceships that may meet a window back on the board.
  ///
  /// - Returns: whether there were any.
  mutating func reattachShips(near windows: [SoupWindow]) -> Bool {
    if ships.ships.isEmpty { return false }
    var hasMet = false
    for index in ships.ships.indices.reversed() {
      let ship = ships.ships[index]
      let path = ships.path(ship, from: generation)
      guard windows.contains(where: { path.mayMeet($0.box, within: Self.reach) }) else {
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
      unsafe SoupBoard.insert(bits, board.cells, x: phase.x, y: phase.y + row)
    }
    let (left, right) = ((phase.x - 1) >> 3, (phase.x + phase.bitmap.width) >> 3)
    for row in (phase.y - 1) >> 3...(phase.y + phase.bitmap.height) >> 3 {
      let blocks = ((1 << UInt64(right - left)) << 1 - 1) << UInt64(left) as UInt64
      unsafe board.occupied[row] |= blocks
      activate(blocks, row)
    }
  }
}

/// A cluster of cells whose bounding box is at most 8 × 8.
private struct ShipCells {
  /// Eight rows of eight cells, the box in the corner.
  let bitmap: UInt64
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Whether the two cells around the box belong to a view.
  func isInside(_ view: BlockBox) -> Bool {
    x - 2 >= 8 * view.left && y - 2 >= 8 * view.top && x + width + 2 <= 8 * (view.right + 1)
      && y + height + 2 <= 8 * (view.bottom + 1)
  }
}

/// Splits the cells of up to 8 × 8 blocks into clusters.
private struct ShipRows {
  private var rows: [UInt64]
  private let left: Int
  private let top: Int
  private var row = 0

  init(_ board: SoupBoard, _ blocks: BlockBox) {
    (left, top) = (8 * blocks.left, 8 * blocks.top)
    let mask: UInt64 = blocks.width >= 8 ? .max : (1 << UInt64(8 * blocks.width)) - 1
    rows = (8 * blocks.top..<8 * (blocks.bottom + 1)).map { [left] y in
      unsafe SoupBoard.bits(board.cells, x: left, y: y) & mask
    }
  }

  /// The next cluster, which is nil if it is too large; nil after the last one.
  mutating func next() -> ShipCells?? {
    while row < rows.count, rows[row] == 0 { row += 1 }
    if row == rows.count { return nil }
    var member = InlineArray<14, UInt64>(repeating: 0)
    member[2] = rows[row] & (0 &- rows[row])
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for line in 2..<min(12, rows.count - row + 2) {
        var around = member[line - 2] | member[line - 1] | member[line]
        around |= member[line + 1] | member[line + 2]
        around |= around << 1 | around >> 1
        around |= around << 1 | around >> 1
        let cells = around & rows[row + line - 2]
        if cells != member[line] {
          member[line] = cells
          hasChanged = true
        }
      }
    }
    var (columns, height): (UInt64, Int) = (0, 0)
    for line in 2..<12 where member[line] != 0 {
      columns |= member[line]
      height = line - 1
    }
    let first = UInt64(columns.trailingZeroBitCount)
    guard height <= 8, columns >> first < 256 else { return .some(nil) }
    var bitmap: UInt64 = 0
    for line in 0..<height {
      bitmap |= (member[line + 2] >> first) << UInt64(8 * line)
      rows[row + line] &= ~member[line + 2]
    }
    return ShipCells(
      bitmap: bitmap, x: left + Int(first), y: top + row,
      width: 64 - columns.leadingZeroBitCount - Int(first), height: height)
  }
}
