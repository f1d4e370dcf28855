internal import LifeCore
internal import LifeEngines

/// Proves that a pattern grows for ever because a periodic strip in it becomes longer: a stretched
/// wick, or a row of debris behind a core that moves away.
///
///      generation g        left  strip strip strip strip  right
///      generation g + p    left  strip strip strip strip strip  right        right + w
///
/// Let the strip be periodic under the displacement *w*, and reach at least *p* cells (times the
/// range of the rule) plus *w* to both sides of a cut. Stretching inserts one more *w* at the cut.
/// If the pattern is stretched after *p* generations, it is stretched once more after the next *p*:
/// every cell sees, within the *p* cells that can influence it, either what it saw before, or what
/// the cell *w* behind it saw before.
///
/// A pattern can be cut twice, so that two ends move away from a middle that stays.
///
/// Both ends, up to the cuts, recur after *p* generations. A divisor of *p* after which an end is
/// not the same cannot be the period.
struct StretchProof {
  let separation: Separation
  /// All cells at some generation.
  let cells: Cells

  private typealias Grid = [Cell: State]

  /// One place where a pattern is stretched: cells at or east of the column move by *w*.
  private struct Cut {
    var column: Int
    var w: Offset
  }

  /// A proved growth.
  struct Growth {
    /// The smallest period.
    var period: Int
    /// How far an end moves in each period; zero if both ends move.
    var displacement: Offset
  }

  /// The growth of the cells, if it has one of some periods; the period found may be a divisor.
  ///
  /// - Throws: `Stopped`, `MemoryExhausted`.
  func growth(periods: [Int]) throws -> Growth? {
    // Spaceships may have left the pattern, or be parts of it.
    let (ships, rest) = try separation.splitShips(from: cells, at: 0)
    for period in periods {
      if let found = try growth(period, of: rest, besides: ships) { return found }
      if !ships.isEmpty, let found = try growth(period, of: cells, besides: []) { return found }
    }
    return nil
  }

  private func growth(
    _ period: Int, of rest: Cells, besides ships: [TrackedObject]
  ) throws -> Growth? {
    guard let moves = try displacement(period, of: rest, besides: ships) else { return nil }
    var later = try separation.evolution(of: rest)
    let before = Self.grid(rest)
    for divisor in period.divisors.dropLast() {
      try later.advance(by: divisor - later.generation)
      let after = Self.grid(try later.cells())
      let width = period * separation.rule.rule.range
      let mayBePeriod =
        before.hasEnds(of: after, width: width)
        || before.transposed.hasEnds(of: after.transposed, width: width)
      guard mayBePeriod else { continue }
      // Either this is the smallest period, or nothing is proved.
      return try displacement(divisor, of: rest, besides: ships).map {
        Growth(period: divisor, displacement: $0)
      }
    }
    return Growth(period: period, displacement: moves)
  }

  private func displacement(
    _ period: Int, of rest: Cells, besides ships: [TrackedObject]
  ) throws -> Offset? {
    let radius = period * separation.rule.rule.range
    // A shorter pattern has no strip that reaches as far to both sides of a cut.
    guard let box = rest.bounds, max(box.width, box.height) > 2 * radius else { return nil }
    var alone = try separation.evolution(of: rest)
    var boxes = [box]
    for _ in 0..<period {
      try alone.advance(by: 1)
      guard let next = alone.box else { return nil }
      boxes.append(next)
    }
    guard let last = boxes.last, last.width > box.width || last.height > box.height else {
      return nil
    }
    let before = Self.grid(rest)
    let after = Self.grid(try alone.cells())
    var moves = try stretch(before, after: after, radius: radius)
    if moves == nil,
      let turned = try stretch(before.transposed, after: after.transposed, radius: radius)
    {
      moves = Offset(x: turned.y, y: turned.x)
    }
    guard moves != nil, try separation.neverMeet(ships, from: 0) else { return nil }
    let region = GrowingBox(boxes)
    let paths = ships.map { $0.path(from: 0) }
    return paths.contains { region.meets($0, within: separation.reach) } ? nil : moves
  }

  private static func grid(_ cells: Cells) -> Grid {
    var grid: Grid = [:]
    cells.forEachRun { run in
      for x in run.x..<run.x + run.length { grid[Cell(x: x, y: run.y)] = run.state }
    }
    return grid
  }

  /// How far the eastern or western end moves, zero if both do; nil if the later grid is not the
  /// earlier one stretched in columns.
  private func stretch(_ before: Grid, after: Grid, radius: Int) throws -> Offset? {
    guard let west = before.move(of: <, to: after), let east = before.move(of: >, to: after) else {
      return nil
    }
    // One cut, as seen from the western end.
    let w = Offset(x: east.x - west.x, y: east.y - west.y)
    let seen = after.moved(by: Offset(x: -west.x, y: -west.y))
    for column in Self.cuts(before, w: w, radius: radius) {
      try separation.limits.engine.interrupt?.check()
      if Self.stretched(before, cuts: [Cut(column: column, w: w)]) == seen {
        if west == .zero { return east }
        return east == .zero ? west : .zero
      }
    }
    // Two cuts around a middle that stays; the western one is mirrored.
    guard west.x < 0, east.x > 0 else { return nil }
    let mirrored = before.mirrored
    let mirroredWest = Offset(x: -west.x, y: west.y)
    for first in Self.cuts(mirrored, w: mirroredWest, radius: radius) {
      let once = Self.stretched(mirrored, cuts: [Cut(column: first, w: mirroredWest)]).mirrored
      for second in Self.cuts(before, w: east, radius: radius)
      where second + first >= 2 * (radius + max(-west.x, east.x)) {
        try separation.limits.engine.interrupt?.check()
        if Self.stretched(once, cuts: [Cut(column: second, w: east)]) == after { return .zero }
      }
    }
    return nil
  }

  /// The columns in the middle of the strips that are periodic under `w` and long enough.
  private static func cuts(_ grid: Grid, w: Offset, radius: Int) -> [Int] {
    guard w.x > 0 else { return [] }
    var mismatches: Set<Int> = []
    for (cell, state) in grid {
      if grid[Cell(x: cell.x - w.x, y: cell.y - w.y)] != state { mismatches.insert(cell.x) }
      if grid[Cell(x: cell.x + w.x, y: cell.y + w.y)] != state { mismatches.insert(cell.x + w.x) }
    }
    let columns = mismatches.sorted()
    return zip(columns, columns.dropFirst()).compactMap { last, next in
      // Cells and those w to the west of them are equal between the two columns.
      let start = last + 1 - w.x
      let end = next - 1
      return end - start + 1 >= 2 * (radius + w.x) ? (start + end + 1) / 2 : nil
    }
  }

  private static func stretched(_ grid: Grid, cuts: [Cut]) -> Grid {
    var result: Grid = [:]
    for cut in cuts {
      for (cell, state) in grid {
        if cell.x < cut.column { result[cell] = state }
        if cell.x >= cut.column - cut.w.x {
          result[Cell(x: cell.x + cut.w.x, y: cell.y + cut.w.y)] = state
        }
      }
    }
    return result
  }
}

extension [Cell: State] {
  fileprivate var transposed: Self { mapped { Cell(x: $0.y, y: $0.x) } }
  fileprivate var mirrored: Self { mapped { Cell(x: -$0.x, y: $0.y) } }

  /// Whether the `width` western and the `width` eastern columns are those of another grid, each
  /// moved by any offset.
  fileprivate func hasEnds(of other: Self, width: Int) -> Bool {
    hasEnd(of: other, by: <, width: width) && hasEnd(of: other, by: >, width: width)
  }

  /// Whether the first `width` columns in an order are those of another grid, moved by any offset.
  private func hasEnd(of other: Self, by isBefore: (Int, Int) -> Bool, width: Int) -> Bool {
    guard let offset = move(of: isBefore, to: other),
      let end = keys.map(\.x).min(by: isBefore)
    else { return false }
    let own = filter { abs($0.key.x - end) < width }
    let others = other.filter { abs($0.key.x - end - offset.x) < width }
    return own.moved(by: offset) == others
  }

  fileprivate func moved(by offset: Offset) -> Self {
    mapped { Cell(x: $0.x + offset.x, y: $0.y + offset.y) }
  }

  private func mapped(_ map: (Cell) -> Cell) -> Self {
    Self(uniqueKeysWithValues: self.map { (map($0.key), $0.value) })
  }

  /// How far the first cell in an order of columns moves; the northernmost one of its column.
  fileprivate func move(of isBefore: (Int, Int) -> Bool, to later: Self) -> Offset? {
    func end(_ grid: Self) -> Cell? {
      grid.keys.min { isBefore($0.x, $1.x) || ($0.x == $1.x && $0.y < $1.y) }
    }
    guard let here = end(self), let there = end(later) else { return nil }
    return Offset(x: there.x - here.x, y: there.y - here.y)
  }
}

/// A box each of whose sides moves away with a constant velocity.
private struct GrowingBox {
  private var sides: [(place: Double, velocity: Double)]

  /// - Parameter boxes: of each generation of one period.
  init(_ boxes: [Window]) {
    let period = Double(boxes.count - 1)
    // Distances to the west, east, north and south, so that growth is positive.
    let distances = boxes.map { [-$0.x, $0.endX - 1, -$0.y, $0.endY - 1].map(Double.init) }
    sides = (0..<4).map { side in
      let velocity = max(0, (distances[boxes.count - 1][side] - distances[0][side]) / period)
      let place = distances.enumerated().map { $1[side] - Double($0) * velocity }.max() ?? 0
      return (place, velocity)
    }
  }

  /// Whether a moving box comes within `reach` cells of this one at some time from 0 on.
  func meets(_ path: MovingBox, within reach: Int) -> Bool {
    MovingBox.times(
      within: reach,
      distances: [
        (-path.right - sides[0].place, -path.vx - sides[0].velocity),
        (path.left - sides[1].place, path.vx - sides[1].velocity),
        (-path.bottom - sides[2].place, -path.vy - sides[2].velocity),
        (path.top - sides[3].place, path.vy - sides[3].velocity),
      ]) != nil
  }
}
