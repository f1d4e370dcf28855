import LifeCore
import LifeEngines
import LifeIO

// Computes the changes of cells for each kind of edit.
extension SimulationRequest {
  /// The changes of cells by the request, in order; empty if it changes none.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``RunFailure``, ``MemoryExhausted``.
  func changes(
    of stepper: some Stepper, _ rule: Rule, limit: Int
  ) throws -> [CellStates] {
    let planes = stepper.planes
    if let state, state >= rule.states {
      throw RunFailure(.usage, "the rule has the states 0 to \(rule.states - 1)")
    }
    switch self {
    case .erase(let box): return [try stepper.killing(box, limit: limit)]
    case .set(let states, _): return [try CellStates(states, planes: planes, limit: limit)]
    case .toggle(let place, let state):
      let cell = Bounds(x: place.x, y: place.y, width: 1, height: 1)
      let old = try stepper.part(in: cell, limit: limit).states(from: place, width: 1, height: 1)
      return [try CellStates([place: old == [state] ? 0 : state], planes: planes, limit: limit)]
    case .fill(let box, let state):
      return [try CellStates(filling: box, planes: planes, limit: limit) { _, _ in state }]
    case .randomize(let box, let percent, let seed):
      var random = SplitMix64(state: seed)
      let states = UInt64(rule.states)
      return [
        try CellStates(filling: box, planes: planes, limit: limit) { _, _ in
          guard random.next() % 100 < UInt64(percent) else { return 0 }
          return states == 2 ? 1 : State(1 + random.next() % (states - 1))
        }
      ]
    case .flood(let start, let state, let box):
      return try stepper.flooding(from: start, with: state, within: box, limit: limit)
    case .turn(let box, let orientation):
      let part = try stepper.part(in: box, limit: limit)
      let move = rule.alignment(ofPart: box, turned: orientation, in: part.universe)
      let turned = try part.turned(in: box, orientation, limit: limit)
        .shifted(by: Position(move))
      var before = CellStates(from: part.origin, planes: planes, limit: limit)
      try before.append(part.cells, asDead: true)
      var after = CellStates(from: turned.origin, planes: planes, limit: limit)
      try after.append(turned.cells)
      return [before, after]
    default: return []
    }
  }

  /// The highest state in the request; `nil` if it has none.
  private var state: State? {
    switch self {
    case .set(let states, _): states.values.max()
    case .toggle(_, let state), .fill(_, let state), .flood(_, let state, _): state
    default: nil
    }
  }

  /// Whether the request kills all live cells. `bounds` is their bounding box.
  func clears(_ bounds: Bounds?) -> Bool {
    switch self {
    case .clear: true
    case .erase(let box): bounds.map { box.intersection($0) == $0 } ?? false
    default: false
    }
  }
}

// MARK: - Reading

extension Stepper {
  /// The cells in a box, at their positions, on the plane.
  ///
  /// - Throws: ``RunFailure`` for a box that is too large, ``MemoryExhausted``.
  func part(in box: Bounds, limit: Int) throws -> Pattern {
    var area = box
    if !box.isSmall {
      guard let live = bounds.flatMap(box.intersection) else {
        return Pattern(cells: Cells.Builder(planes: planes).finish())
      }
      area = live
    }
    // `forEachRow` of a large tree does not keep to `limit`; `part` of a snapshot does.
    guard area.isSmall else { return try snapshot().part(in: area, limit: limit) }
    guard max(area.width, area.height) <= BigInt(1 << 60) else { throw box.tooLargeToEdit }
    let builder = Cells.Builder(planes: planes, limit: limit)
    try forEachRow(in: area) { y, x, words in
      try builder.append(y: y, x: x, words: words)
    }
    var result = Pattern(cells: builder.finish())
    result.statedPosition = area.corner
    return result
  }

  /// The change that kills the live cells in a box.
  fileprivate func killing(_ box: Bounds, limit: Int) throws -> CellStates {
    let part = try part(in: box, limit: limit)
    var result = CellStates(from: part.origin, planes: planes, limit: limit)
    try result.append(part.cells, asDead: true)
    return result
  }

  /// The change that sets the cells reached from `start` by steps north, south, east and west over
  /// cells in the old state of `start`. No change if that state is `state` already.
  fileprivate func flooding(
    from start: Position, with state: State, within box: Bounds, limit: Int
  ) throws -> [CellStates] {
    let maxCells = BigInt(1 << 20)
    guard box.width * box.height <= maxCells, let width = box.width.int,
      let height = box.height.int,
      let place = start.offset(from: box.corner)
    else { throw box.tooLargeToEdit }
    guard (0..<width).contains(place.x), (0..<height).contains(place.y) else { return [] }
    let corner = box.corner
    let states = try part(in: box, limit: limit)
      .states(from: corner, width: width, height: height)
    let old = states[place.y * width + place.x]
    guard old != state else { return [] }
    var isReached = [Bool](repeating: false, count: width * height)
    var open = [Cell(x: place.x, y: place.y)]
    while let cell = open.popLast() {
      guard (0..<width).contains(cell.x), (0..<height).contains(cell.y),
        states[cell.y * width + cell.x] == old, !isReached[cell.y * width + cell.x]
      else { continue }
      isReached[cell.y * width + cell.x] = true
      for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        open.append(Cell(x: cell.x + dx, y: cell.y + dy))
      }
    }
    return [
      try CellStates(filling: box, planes: planes, limit: limit) { x, y in
        isReached[y * width + x] ? state : nil
      }
    ]
  }
}

extension Pattern {
  /// The cells in a box, at their positions, on the plane.
  func part(in box: Bounds, limit: Int) throws -> Pattern {
    let relativeBox = box.moved(by: Position.origin - origin)
    var result = try inRows(limit: limit, in: relativeBox)
    let corner = result.origin
    guard let window = Window(box, from: corner, atMost: 1 << 60, longest: 1 << 60) else {
      throw box.tooLargeToEdit
    }
    result.cells = try result.cells.clipped(to: window)
    result.statedPosition = corner
    result.universe = .plane
    return result
  }

  /// Rotates or reflects the cells in a box; its north-western corner stays.
  fileprivate func turned(
    in box: Bounds, _ orientation: Orientation, limit: Int
  ) throws -> Pattern {
    guard let bounds else { return self }
    var result = try oriented(orientation, limit: limit)
    var x = bounds.x - box.x
    var y = bounds.y - box.y
    var width = bounds.width
    var height = bounds.height
    var size = (width: box.width, height: box.height)
    if orientation.transposes {
      (x, y, width, height) = (y, x, height, width)
      size = (size.height, size.width)
    }
    if orientation.mirrorsX { x = size.width - x - width }
    if orientation.mirrorsY { y = size.height - y - height }
    guard let corner = result.bounds else { return result }
    result.statedPosition = Position(
      x: result.origin.x + box.x + x - corner.x, y: result.origin.y + box.y + y - corner.y)
    return result
  }
}

extension Bounds {
  /// Whether the cells are few enough to be read row by row.
  fileprivate var isSmall: Bool { width * height <= BigInt(1 << 26) }

  var tooLargeToEdit: RunFailure {
    RunFailure(.overLimit, "\(width) × \(height) cells are too many to edit")
  }
}
