import LifeCore
import LifeEngines

/// Follows the part of a run where something happens: the smallest box that holds all cells of all
/// samples, apart from spaceships that leave it.
///
/// The box begins as that of the first sample. Cells outside it form groups; a group that is a
/// spaceship, and that moves out of the box on each side on which it is outside, is ignored. Any
/// other group extends the box. Only cells near the border and outside it are visited one by one.
struct CoreScan {
  /// The box so far; nil before the first sample.
  private(set) var box: Bounds?
  /// Whether the last sample had a live cell in the box.
  private(set) var isInhabited = false
  /// The displacement of each group of cells that was examined, for all phases of spaceships.
  private var velocities: [[Cell]: SIMD2<Int>?] = [:]
  /// Why a group could not be examined, if its memory was exhausted.
  private(set) var exhaustion: MemoryExhausted?
  private let rule: Rule

  /// How far inside the box cells are visited, to find the other part of a spaceship at its border.
  private static let reach = 24
  /// Larger groups are not examined.
  private static let mostCells = 200
  /// Spaceships that leave have one of these periods, most of them 4.
  private static let longestPeriod = 12

  init(_ rule: Rule) { self.rule = rule }

  mutating func add(_ stepper: any Stepper) {
    guard let bounds = stepper.bounds else { return isInhabited = false }
    guard let known = box else {
      box = bounds
      isInhabited = true
      return
    }
    isInhabited = known.union(bounds) == known
    if isInhabited { return }
    guard stepper.planes == 1, let width = bounds.width.int, let height = bounds.height.int,
      width.isWithin(1 << 20), height.isWithin(1 << 20)
    else { return box = known.union(bounds) }
    let cells = borderCells(of: stepper, bounds, width: width, height: height, box: known)
    for group in Self.groups(cells) {
      guard let box, !isLeaving(group, box: box) else { continue }
      self.box = box.union(Self.bounds(of: group))
    }
  }

  /// The cells of a sample that are outside the box or near its border.
  private mutating func borderCells(
    of stepper: any Stepper, _ bounds: Bounds, width: Int, height: Int, box: Bounds
  ) -> [Cell] {
    guard let left = (box.x - bounds.x).int, let top = (box.y - bounds.y).int,
      let columns = box.width.int, let rows = box.height.int
    else { return [] }
    let right = left + columns
    let bottom = top + rows
    var cells: [Cell] = []
    var isInhabited = false
    var isOutside = false
    let window = AbsoluteWindow(
      corner: Position(x: bounds.x, y: bounds.y), width: width, height: height)
    stepper.forEachRow(in: window) { y, x, words in
      let isBoxRow = y >= top && y < bottom
      let isDeep = y >= top + Self.reach && y < bottom - Self.reach
      for index in words.indices {
        let start = x + index * 64
        let boxColumns = isBoxRow ? Self.mask(from: left - start, to: right - start) : 0
        let deepColumns =
          isDeep ? Self.mask(from: left + Self.reach - start, to: right - Self.reach - start) : 0
        if words[index] & boxColumns != 0 { isInhabited = true }
        if words[index] & ~boxColumns != 0 { isOutside = true }
        var word = words[index] & ~deepColumns
        while word != 0 {
          cells.append(Cell(x: start + word.trailingZeroBitCount, y: y))
          word &= word - 1
        }
      }
    }
    self.isInhabited = isInhabited
    guard isOutside, let x = bounds.x.int, let y = bounds.y.int else { return [] }
    return cells.map { Cell(x: $0.x + x, y: $0.y + y) }
  }

  /// The bits of a word from `first` up to, but not including, `end`, both of which may be outside.
  private static func mask(from first: Int, to end: Int) -> UInt64 {
    let first = max(0, first)
    let end = min(64, end)
    return first < end ? WordMask.bits(from: first, to: end) : 0
  }

  private static func bounds(of group: [Cell]) -> Bounds {
    let columns = group.map(\.x)
    let rows = group.map(\.y)
    let left = columns.min()!
    let top = rows.min()!
    return Bounds(
      x: BigInt(left), y: BigInt(top), width: BigInt(columns.max()! - left + 1),
      height: BigInt(rows.max()! - top + 1))
  }

  /// The groups of cells, found by joining squares of 4 × 4 cells that have live cells. Cells of
  /// different groups are more than 4 cells apart, so they have no neighbor in common.
  private static func groups(_ cells: [Cell]) -> [[Cell]] {
    var squares: [Cell: [Cell]] = [:]
    for cell in cells {
      squares[Cell(x: cell.x >> 2, y: cell.y >> 2), default: []].append(cell)
    }
    var groups: [[Cell]] = []
    while let first = squares.keys.first {
      var open = [first]
      var group = squares.removeValue(forKey: first) ?? []
      while let square = open.popLast() {
        for dy in -1...1 {
          for dx in -1...1 {
            let next = Cell(x: square.x + dx, y: square.y + dy)
            guard let more = squares.removeValue(forKey: next) else { continue }
            group += more
            open.append(next)
          }
        }
      }
      groups.append(group)
    }
    return groups
  }

  /// Whether a group is inside the box, or a spaceship that moves out of it.
  private mutating func isLeaving(_ group: [Cell], box: Bounds) -> Bool {
    let own = Self.bounds(of: group)
    guard box.union(own) != box else { return true }
    guard let velocity = velocity(of: group, own) else { return false }
    let sides: [(isBeyond: Bool, isOutside: Bool, speed: Int)] = [
      (own.x + own.width <= box.x, own.x < box.x, -velocity.x),
      (own.x >= box.x + box.width, own.x + own.width > box.x + box.width, velocity.x),
      (own.y + own.height <= box.y, own.y < box.y, -velocity.y),
      (own.y >= box.y + box.height, own.y + own.height > box.y + box.height, velocity.y),
    ]
    return sides.contains { $0.isBeyond && $0.speed > 0 }
      || sides.allSatisfy { !$0.isOutside || $0.speed > 0 }
  }

  /// The displacement of a spaceship in one period; nil for any other group.
  private mutating func velocity(of group: [Cell], _ bounds: Bounds) -> SIMD2<Int>? {
    guard group.count <= Self.mostCells, let x = bounds.x.int, let y = bounds.y.int else {
      return nil
    }
    let cells = group.map { Cell(x: $0.x - x, y: $0.y - y) }
      .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
    if let known = velocities[cells] { return known }
    // Many different groups are seen only if the pattern is large and chaotic.
    guard velocities.count < 10_000 else { return nil }
    var found: SIMD2<Int>?
    do {
      found = try displacement(of: cells)
    } catch {
      exhaustion = error as? MemoryExhausted ?? exhaustion
    }
    velocities[cells] = .some(found)
    return found
  }

  private func displacement(of cells: [Cell]) throws -> SIMD2<Int>? {
    var pattern = Pattern(cells: Cells(cells.map { CellRun(y: $0.y, x: $0.x, length: 1) }))
    pattern.statedRule = rule
    pattern.position = Position.origin
    var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
    for _ in 1...Self.longestPeriod {
      try stepper.advance(by: 1)
      guard let now = stepper.bounds, let x = now.x.int, let y = now.y.int else { return nil }
      guard x != 0 || y != 0, stepper.population == pattern.population else { continue }
      var moved = pattern
      moved.position = Position(x: now.x, y: now.y)
      if try moved.hasSameCells(as: stepper.snapshot()) { return SIMD2(x, y) }
    }
    return nil
  }
}
