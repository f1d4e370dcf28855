internal import LifeCore
internal import LifeEngines

/// A displacement after a number of generations.
struct PeriodicMotion: Hashable {
  var displacement: Offset
  var period: Int

  func repeated(_ count: Int) -> PeriodicMotion {
    let offset = Offset(x: displacement.x * count, y: displacement.y * count)
    return PeriodicMotion(displacement: offset, period: period * count)
  }

  /// Nil if the period or the displacement cannot be divided.
  func divided(by count: Int) -> PeriodicMotion? {
    guard period.isMultiple(of: count), displacement.x.isMultiple(of: count),
      displacement.y.isMultiple(of: count)
    else { return nil }
    let offset = Offset(x: displacement.x / count, y: displacement.y / count)
    return PeriodicMotion(displacement: offset, period: period / count)
  }
}

/// The part of a pattern that may be the mover of a breeder: all cells on one side of a line that
/// moves with it. Alone, it recurs after a period, and leaves cells behind the line.
struct BreederMover {
  let cells: Cells
  let motion: PeriodicMotion
  /// The box of its cells, and of what it makes in one period, at the start of the period.
  let box: MovingBox
  /// What it has made at the end of the period.
  let made: Cells

  /// Nil if the cells do not recur alone.
  init?(_ cells: Cells, motion: PeriodicMotion, separation: Separation) throws {
    var alone = try separation.evolution(of: cells)
    var windows = [cells.bounds].compactMap(\.self)
    while alone.generation < motion.period {
      try alone.advance(by: 1)
      guard let box = alone.box else { return nil }
      windows.append(box)
    }
    let later = try alone.cells().positions
    let moved = cells.positions.moved(by: motion.displacement)
    guard moved.isStrictSubset(of: later) else { return nil }
    self.cells = cells
    self.motion = motion
    box = MovingBox(windows, displacement: motion.displacement)
    made = later.subtracting(moved).cells
  }
}

/// All cells on one side of a line that are the same as one period before, seen from a mover.
///
/// What a mover has made in earlier periods was already there in the period before, except the
/// first of it.
struct BreederFront {
  /// How many cells there are.
  let population: Int
  private let cells: Set<Cell>
  /// All cells one period later.
  private let later: Set<Cell>
  private let motion: PeriodicMotion
  /// The direction in which the cells are from the line.
  private let side: Offset
  /// The lines that may be between the mover and what it has made, the first one in front of all
  /// that differs.
  private let lines: [Int]

  private static let sides = [
    Offset(x: 1, y: 0), Offset(x: -1, y: 0), Offset(x: 0, y: 1), Offset(x: 0, y: -1),
  ]
  private static let linesPerPeriod = 4
  private static let mostLines = 12

  /// The fronts of a mover with some motion, on all sides to which it may move.
  ///
  /// - Parameter later: the places of the live cells one period later.
  static func all(_ cells: Set<Cell>, later: Set<Cell>, motion: PeriodicMotion) -> [Self] {
    let moved = motion.displacement
    let changed = cells.symmetricDifference(
      later.moved(by: Offset(x: -moved.x, y: -moved.y)))
    return sides.compactMap { side in
      guard moved == .zero || side.x * moved.x + side.y * moved.y > 0 else { return nil }
      return Self(cells, later: later, changed: changed, motion: motion, side: side)
    }
  }

  /// Nil if there is no line.
  private init?(
    _ cells: Set<Cell>, later: Set<Cell>, changed: Set<Cell>, motion: PeriodicMotion, side: Offset
  ) {
    let place = { (cell: Cell) in side.x * cell.x + side.y * cell.y }
    guard let first = changed.map(place).max(), let last = cells.map(place).max(), first < last,
      let end = cells.map(place).min(), let endLater = later.map(place).min()
    else { return nil }
    self.cells = cells.filter { place($0) > first }
    self.later = later
    self.motion = motion
    self.side = side
    population = self.cells.count
    // The line moves with the mover, or with the end of what a mover that rests has made.
    let moved = side.x * motion.displacement.x + side.y * motion.displacement.y
    let moves = motion.displacement == .zero ? endLater - end : moved
    let step = max(1, abs(moves) / Self.linesPerPeriod)
    // Far from the mover, what it has made has had time to become what it remains.
    let near = stride(from: first + 1, to: last, by: step).prefix(Self.mostLines)
    let far = stride(
      from: first + 1 + Self.mostLines * step, to: last, by: Self.linesPerPeriod * step)
    lines = Array(near) + far.prefix(Self.mostLines)
  }

  /// The movers, the largest first, whose products are also what they have made before.
  func movers(separation: Separation) throws -> [BreederMover] {
    let back = Offset(x: -motion.displacement.x, y: -motion.displacement.y)
    return try lines.compactMap { line in
      try separation.limits.engine.interrupt?.check()
      let part = cells.filter { side.x * $0.x + side.y * $0.y >= line }
      guard let mover = try BreederMover(part.cells, motion: motion, separation: separation)
      else { return nil }
      var earlier = try separation.evolution(of: mover.made)
      try earlier.advance(by: motion.period)
      let isSame = try earlier.cells().positions.moved(by: back).isSubset(of: later)
      return isSame ? mover : nil
    }
  }
}

extension Cells {
  /// The places of the live cells.
  var positions: Set<Cell> {
    var positions: Set<Cell> = []
    forEachRun { run in
      for x in run.x..<run.x + run.length { positions.insert(Cell(x: x, y: run.y)) }
    }
    return positions
  }
}

extension Set<Cell> {
  /// Live cells in these places.
  var cells: Cells { Cells(map { CellRun(y: $0.y, x: $0.x, length: 1) }) }

  func moved(by offset: Offset) -> Self {
    Set(map { Cell(x: $0.x + offset.x, y: $0.y + offset.y) })
  }
}
