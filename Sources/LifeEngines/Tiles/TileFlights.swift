internal import LifeCore

/// A spaceship, or some that fly side by side, far from all else: every step takes it as far as the
/// last one did, so nothing is stepped until it comes near something.
struct Flight {
  /// What flies, and where it was at the start.
  var ship: Ship
  /// By how many cells it moves in a step.
  var velocity: Cell
  /// The step at which it started.
  var start: Int
  /// Until this step it surely meets nothing.
  var due: Int

  /// How much nearer it can come to what stands still, in cells a step.
  var speed: Int { max(abs(velocity.x), abs(velocity.y)) }

  /// Where it is at a step.
  @inline(__always)
  func box(at step: Int) -> Window {
    let box = ship.box
    return Window(
      x: box.x + velocity.x * (step - start), y: box.y + velocity.y * (step - start),
      width: box.width, height: box.height)
  }
}

/// A few live cells and the box around them.
struct Ship {
  var box: Window
  /// Row by row, counted from the box's corner.
  var cells: [Cell]

  static let mostCells = 128

  /// The tiles that it may touch or call, wherever it is.
  var mostTiles: Int { min(9 * cells.count, across(box.width) * across(box.height)) }

  private func across(_ cells: Int) -> Int { (cells + 14) / TileField.side + 2 }

  func isSame(as other: Ship) -> Bool { cells == other.cells }
}

extension Window {
  /// The columns and rows of the tiles that a window of cells touches.
  fileprivate var tiles: Window {
    let (column, row) = (x.tileAndOffset.tile, y.tileAndOffset.tile)
    return Window(
      x: column, y: row, width: (endX - 1).tileAndOffset.tile - column + 1,
      height: (endY - 1).tileAndOffset.tile - row + 1)
  }

  fileprivate func widened(by margin: Int) -> Window {
    Window(x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin)
  }

  /// How many columns or rows lie between two windows, whichever are more; less than 0 if they
  /// overlap.
  fileprivate func gap(to other: Window) -> Int {
    max(max(other.x - endX, x - other.endX), max(other.y - endY, y - other.endY))
  }
}

// MARK: - Taking off

extension TilePlane {
  /// Lets fly what is alone in a few tiles and moved as a whole in the last step.
  ///
  /// Measured: of the 106 900 tiles that acorn's 30 000 generations cost, 97 600 were gliders'.
  func takeOff() {
    var leaving = findShips()
    guard !leaving.isEmpty else { return }
    let first = flights.count
    flights += leaving.map(\.flight)
    // Those that fly together do not stand in each other's way, unless one of them stays.
    var isSettled = false
    while !isSettled {
      isSettled = true
      for index in leaving.indices.reversed() {
        let steps = safeSteps(first + index)
        flights[first + index].due = step + steps
        let isSafe = steps >= Self.fewestSteps
        if isSafe { continue }
        isSettled = false
        field.redeem(flights.remove(at: first + index).ship.mostTiles)
        field.setLeaving(leaving.remove(at: index).tiles, false)
      }
    }
    for index in leaving.indices { leave(leaving[index], as: first + index) }
    queue.removeAll { unsafe !field.header($0).pointee.isInUse }
    hasLooseBox = true
  }

  private func leave(_ ship: (flight: Flight, tiles: [UInt32]), as index: Int) {
    for tile in ship.tiles { field.clear(tile) }
    nextDue = min(nextDue, flights[index].due)
  }

  /// A flight that must be looked at sooner is not worth its while.
  private static let fewestSteps = 8

  private func findShips() -> [(flight: Flight, tiles: [UInt32])] {
    // What is asked of self in a loop costs more than the loop.
    let (field, list, count) = unsafe (field, queue.list, queue.count)
    var ships: [(flight: Flight, tiles: [UInt32])] = []
    for index in 0..<count {
      // Most have so many neighbours that they cannot be alone.
      guard unsafe field.hasFewNeighbours(list[index]), unsafe !field.isLeaving(list[index]),
        let tiles = unsafe linkedTiles(list[index]), let flight = flight(of: tiles),
        (try? field.promise(flight.ship.mostTiles)) != nil
      else { continue }
      field.setLeaving(tiles, true)
      ships.append((flight, tiles))
    }
    return ships
  }

  /// What moved as a whole in the last step, if all that lives in some tiles did.
  private func flight(of tiles: [UInt32]) -> Flight? {
    guard let now = ship(tiles, slot: slot),
      let before = ship(tiles, slot: (slot + TileField.slots - 1) % TileField.slots),
      now.isSame(as: before), now.box != before.box
    else { return nil }
    let velocity = Cell(x: now.box.x - before.box.x, y: now.box.y - before.box.y)
    return Flight(ship: now, velocity: velocity, start: step, due: 0)
  }

  private static let mostLinked = 24
  /// So many tiles around a ship's own are looked for.
  private static let ring = 3
  private static let ringGap = ring * TileField.side

  /// The tiles that hang together with one; nil if they are more than a few.
  private func linkedTiles(_ number: UInt32) -> [UInt32]? {
    var tiles = [number]
    var index = 0
    while index < tiles.count {
      for direction in 0..<8 {
        let other = field.neighbour(tiles[index], direction)
        if other == 0 || tiles.contains(other) { continue }
        if tiles.count == Self.mostLinked { return nil }
        tiles.append(other)
      }
      index += 1
    }
    return tiles
  }

  /// What lives in some tiles; nil if that is nothing, or too much.
  private func ship(_ tiles: [UInt32], slot: Int) -> Ship? {
    var cells: [Cell] = []
    var box: Window?
    for number in tiles {
      guard let window = field.window(number, slot: slot) else { continue }
      box = box?.union(window) ?? window
      let (words, corner) = unsafe (field.rows(number, slot: slot), field.corner(number))
      for line in window.y - corner.y..<window.endY - corner.y {
        var bits = unsafe words[line] &>> 8
        guard cells.count + bits.nonzeroBitCount <= Ship.mostCells else { return nil }
        while bits != 0 {
          cells.append(Cell(x: corner.x + bits.trailingZeroBitCount, y: corner.y + line))
          bits &= bits - 1
        }
      }
    }
    guard let box else { return nil }
    cells.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    return Ship(box: box, cells: cells.map { Cell(x: $0.x - box.x, y: $0.y - box.y) })
  }
}

// MARK: - In the air

extension TilePlane {
  /// Looks at the flights that are due, and lands those that come near something.
  func checkFlights() throws(MemoryExhausted) {
    if hasLooseBox { sweep() }
    var landing: [Int] = []
    for index in flights.indices where flights[index].due <= step {
      let steps = safeSteps(index)
      if steps < Self.fewestSteps / 2 {
        landing.append(index)
      } else {
        flights[index].due = step + steps
      }
    }
    let landed = landing.reversed().map { flights.remove(at: $0) }
    for flight in landed { try land(flight) }
    nextDue = flights.indices.reduce(.max) { min($0, flights[$1].due) }
  }

  /// For how many steps a flight meets nothing. What is stepped may come nearer by a cell a
  /// generation, what flies as long as it does.
  private func safeSteps(_ own: Int) -> Int {
    // What is asked of self in a loop costs more than the loop.
    let flights = flights
    let (velocity, speed) = (flights[own].velocity, flights[own].speed)
    let box = flights[own].box(at: step)
    var gap = max(box.gap(to: field.cells), 0)
    if gap < Self.ringGap {
      let near = field.tiles(in: box.tiles.widened(by: Self.ring))
      gap = near.allSatisfy(field.isLeaving) ? Self.ringGap : 0
    }
    // Far away from everything the numbers end.
    gap = min(gap, (1 << 60) - max(abs(box.x), abs(box.y)))
    var steps = Self.steps(gap, TileField.stride + speed)
    for index in flights.indices where index != own && steps > 0 {
      let gap = box.gap(to: flights[index].box(at: step))
      // Most are so far away that nothing else matters.
      if gap > steps * 2 * TileField.stride + 2 * TileField.stride { continue }
      let x = abs(flights[index].velocity.x - velocity.x)
      let y = abs(flights[index].velocity.y - velocity.y)
      steps = min(steps, Self.steps(gap, max(x, y)))
    }
    return steps
  }

  /// How many steps it takes until a gap is almost closed, at so many cells a step.
  private static func steps(_ gap: Int, _ speed: Int) -> Int {
    if speed == 0 { return gap >= 2 * TileField.stride ? 1 << 60 : 0 }
    return max(0, gap - 2 * TileField.stride) / speed
  }
}

// MARK: - Landing

extension TilePlane {
  /// Puts all flights where they are now.
  func landAll() throws(MemoryExhausted) {
    let landing = flights
    flights = []
    nextDue = .max
    for flight in landing { try land(flight) }
  }

  private func land(_ flight: Flight) throws(MemoryExhausted) {
    let box = flight.box(at: step)
    field.redeem(flight.ship.mostTiles)
    var pen = TilePen(field, slot: slot)
    for cell in flight.ship.cells {
      try pen.draw(y: box.y + cell.y, x: box.x + cell.x, [1].span)
    }
    for number in field.tiles(in: box.tiles) { try callDrawn(number) }
    // What is stepped stands in others' way sooner than what flies.
    for index in flights.indices {
      let gap = box.gap(to: flights[index].box(at: step))
      let due = step + Self.steps(gap, TileField.stride + flights[index].speed)
      flights[index].due = min(flights[index].due, due)
    }
  }
}
