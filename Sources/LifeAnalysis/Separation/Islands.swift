internal import LifeCore

/// The connected components of all phases in space and time.
struct Islands {
  private let cycle: ObjectCycle
  private let grid: Grid
  /// The cells of all phases as places of the grid, one phase after the other.
  private var places: [Int] = []
  /// The start of each phase in ``places``, and the end.
  private var starts: [Int] = []
  private var states: [State] = []
  /// The island of each of ``places``.
  private var labels: [Int] = []
  /// The index in ``places`` for each place of the grid, or -1 without a cell.
  private var indices: [Int32]
  private(set) var count = 0

  /// The common box of all phases with a margin of two cells, repeated for each phase.
  private struct Grid {
    let box: Window
    let area: Int
    /// The steps to a place itself and its eight neighbors, north to south and west to east.
    let offsets: [Int]

    init(_ box: Window) {
      let wide = box.widened(by: 2)
      self.box = wide
      area = wide.width * wide.height
      offsets = (-1...1).flatMap { dy in (-1...1).map { dy * wide.width + $0 } }
    }

    var width: Int { box.width }

    func place(_ time: Int, x: Int, y: Int) -> Int {
      time * area + (y - box.y) * box.width + x - box.x
    }
  }

  /// The maximum product of phases and cells of the box.
  private static let maxGridCells = 1 << 23

  /// Returns `nil` if the box is too large.
  init?(_ cycle: ObjectCycle) {
    guard let box = cycle.box, let last = cycle.phases.last else { return nil }
    self.cycle = cycle
    // The first phase also has a predecessor: the last phase one period earlier. Some of its cells
    // may be outside the box.
    grid = Grid(box.union(last.moved(by: cycle.displacement * -1).window))
    guard grid.area <= Self.maxGridCells / cycle.phases.count else { return nil }
    indices = Array(repeating: -1, count: grid.area * cycle.phases.count)
    for (time, phase) in cycle.phases.enumerated() {
      starts.append(places.count)
      phase.bitmap.forEachCell { x, y, state in
        let place = grid.place(time, x: phase.x + x, y: phase.y + y)
        indices[place] = Int32(places.count)
        places.append(place)
        states.append(state)
      }
    }
    starts.append(places.count)
    var sets = DisjointSets(count: places.count)
    for (index, place) in places.enumerated() {
      // Earlier cells of the same phase have already joined this one.
      join(index, withRowAround: place + grid.width, in: &sets)
      join(index, withCellAt: place + 1, in: &sets)
      let next = next(place)
      // A cell in the middle joins its neighbors with each other.
      if join(index, withCellAt: next, in: &sets) { continue }
      join(index, withRowAround: next - grid.width, in: &sets)
      join(index, withCellAt: next - 1, in: &sets)
      join(index, withCellAt: next + 1, in: &sets)
      join(index, withRowAround: next + grid.width, in: &sets)
    }
    let islands = sets.numbering
    labels = islands.setOf
    count = islands.count
  }

  /// Joins a cell with the one at a place. Returns `false` if the place is empty.
  @inline(__always) @discardableResult
  private func join(_ index: Int, withCellAt place: Int, in sets: inout DisjointSets) -> Bool {
    let other = indices[place]
    guard other >= 0 else { return false }
    sets.join(index, with: Int(other))
    return true
  }

  /// Joins a cell with up to three cells side by side. The middle one, if it exists, joins the
  /// others by itself.
  @inline(__always)
  private func join(_ index: Int, withRowAround place: Int, in sets: inout DisjointSets) {
    if join(index, withCellAt: place, in: &sets) { return }
    join(index, withCellAt: place - 1, in: &sets)
    join(index, withCellAt: place + 1, in: &sets)
  }

  /// The place of the same cell in the next phase.
  private func next(_ place: Int) -> Int {
    let next = place + grid.area
    guard next >= indices.count else { return next }
    return next - indices.count - cycle.displacement.y * grid.width - cycle.displacement.x
  }

  /// The group of each island and the number of groups, under a two-state rule. Islands of
  /// different groups evolve independently.
  ///
  /// Two islands depend on each other only through a dead cell with neighbors in both, if some
  /// subset of the islands gives birth to it. The neighbors of a live cell are all in its island.
  func groups(under map: MooreMap) -> (setOf: [Int], count: Int) {
    var sets = DisjointSets(count: count)
    var isSeen = [Bool](repeating: false, count: indices.count)
    for place in places {
      for center in grid.offsets.lazy.map({ place + $0 }) where !isSeen[center] {
        isSeen[center] = true
        guard hasSeveralIslands(around: center) else { continue }
        let parts = neighborhoods(around: center)
        guard Self.mayBeBorn(parts, under: map) else { continue }
        for other in parts { sets.join(parts[0].island, with: other.island) }
      }
    }
    return sets.numbering
  }

  /// The islands around a place, each with its neighborhood as an index of a map.
  private func neighborhoods(around center: Int) -> [(island: Int, neighbors: Int)] {
    var parts: [(island: Int, neighbors: Int)] = []
    for (number, offset) in grid.offsets.enumerated() where indices[center + offset] >= 0 {
      let island = labels[Int(indices[center + offset])]
      if let known = parts.firstIndex(where: { $0.island == island }) {
        parts[known].neighbors |= 1 << (8 - number)
      } else {
        parts.append((island, 1 << (8 - number)))
      }
    }
    return parts
  }

  /// Whether some of the islands around a dead cell, without the others, would give birth to it.
  private static func mayBeBorn(
    _ parts: [(island: Int, neighbors: Int)], under map: MooreMap
  ) -> Bool {
    (1..<(1 << parts.count)).contains { subset in
      let neighbors = parts.indices.reduce(0) {
        subset >> $1 & 1 == 1 ? $0 | parts[$1].neighbors : $0
      }
      return map[neighbors]
    }
  }

  /// Whether cells of several islands surround an empty place.
  ///
  /// A cheap test for a rare case: listing the islands around every place takes three times as
  /// long.
  private func hasSeveralIslands(around center: Int) -> Bool {
    guard indices[center] < 0 else { return false }
    var first: Int?
    for offset in grid.offsets where indices[center + offset] >= 0 {
      let island = labels[Int(indices[center + offset])]
      if let first, first != island { return true }
      first = island
    }
    return false
  }

  /// Phase number `time`, with only the islands whose labels pass the test.
  func phase(_ time: Int, including includes: (Int) -> Bool) -> Phase {
    var runs: [CellRun] = []
    for index in starts[time]..<starts[time + 1] where includes(labels[index]) {
      let place = places[index] - time * grid.area
      let (row, column) = place.quotientAndRemainder(dividingBy: grid.width)
      let cell = CellRun(
        y: row + grid.box.y, x: column + grid.box.x, length: 1, state: states[index])
      if let last = runs.last, last.y == cell.y, last.x + last.length == cell.x,
        last.state == cell.state
      {
        runs[runs.count - 1].length += 1
      } else {
        runs.append(cell)
      }
    }
    return Phase(sorted: runs)
  }
}
