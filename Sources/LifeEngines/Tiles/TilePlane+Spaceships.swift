internal import LifeCore

// A spaceship that crosses empty space in tiles makes, computes and frees tiles all the way: of the
// 106 900 tiles that acorn's 30 000 generations cost, 97 600 were gliders'. So what is alone and
// moves as a whole is *detached*: its tiles are freed, and its place is computed. Before it may
// come within reach of anything it is *attached* again: its cells are placed in tiles, at the next
// whole step. A dozen methuselahs for 30 000 generations each: 590 → 190 ms.

// MARK: - Detaching

extension TilePlane {
  /// A spaceship with the tiles that it is in.
  private typealias Candidate = (spaceship: DetachedSpaceship, tiles: [TileID])

  /// Detaches what is alone in a few tiles and moved as a whole in the last step.
  func detachSpaceships() {
    let candidates = findSpaceships()
    guard !candidates.isEmpty, makeRoomForMotions(candidates) else { return }
    let ids = spaceships.add(candidates.map(\.spaceship))
    // Spaceships that are detached together do not hinder each other, unless one of them stays.
    let obstacles = Obstacles(cells: field.cells, regions: field.regions)
    var staying: [Int] = []
    for (index, id) in ids.enumerated() {
      let steps = safeSteps(of: id, among: obstacles)
      spaceships.setDue(of: id, to: step + steps)
      if steps < Self.fewestSteps { staying.append(index) }
    }
    let isStaying = keepInTiles(staying, candidates: candidates, ids: ids)
    for index in candidates.indices where !isStaying[index] {
      for tile in candidates[index].tiles { field.erase(tile) }
    }
    nextDue = spaceships.nextDue
    active.removeAll { unsafe !field.header($0).pointee.isInUse }
    hasLooseBox = true
  }

  /// Leaves some candidates in their tiles, and those that are too near to them.
  private func keepInTiles(
    _ indices: [Int], candidates: [Candidate], ids: [SpaceshipID]
  ) -> [Bool] {
    var isStaying = Array(repeating: false, count: candidates.count)
    if indices.isEmpty { return isStaying }
    let numbers = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
    var open = indices
    while let index = open.popLast() {
      if isStaying[index] { continue }
      isStaying[index] = true
      let spaceship = candidates[index].spaceship
      field.release(spaceships.form(of: spaceship).mostTiles)
      field.setDetaching(of: candidates[index].tiles, to: false)
      spaceships.remove(ids[index])
      for id in spaceships.hasten(near: spaceship.box(at: step), from: step) {
        guard let number = numbers[id], spaceships[id].due < step + Self.fewestSteps else {
          continue
        }
        open.append(number)
      }
    }
    return isStaying
  }

  /// A spaceship that must be checked sooner is not worth detaching.
  private static let fewestSteps = 8

  private func findSpaceships() -> [Candidate] {
    // Reading properties of `self` in the loop takes longer than the loop itself.
    let field = field
    let list = unsafe active.list
    let count = active.count
    var candidates: [Candidate] = []
    for index in 0..<count {
      // Most tiles have too many neighbors to be alone.
      guard unsafe field.hasFewNeighbors(list[index]), unsafe !field.isDetaching(list[index]),
        let tiles = unsafe linkedTiles(list[index]), let spaceship = spaceship(in: tiles),
        (try? field.reserve(spaceships.form(of: spaceship).mostTiles)) != nil
      else { continue }
      field.setDetaching(of: tiles, to: true)
      candidates.append((spaceship, tiles))
    }
    return candidates
  }

  /// The spaceship that all live cells of some tiles are, if they moved as a whole.
  private func spaceship(in tiles: [TileID]) -> DetachedSpaceship? {
    let before = (phase + TileField.phases - 1) % TileField.phases
    guard let now = shape(tiles, phase: phase),
      let earlier = shape(tiles, phase: before), now.cells == earlier.cells, now.box != earlier.box
    else { return nil }
    let velocity = Cell(x: now.box.x - earlier.box.x, y: now.box.y - earlier.box.y)
    guard step < DetachedSpaceship.lastStep(velocity) else { return nil }
    let form = spaceships.form(of: now.cells, size: (now.box.width, now.box.height))
    return DetachedSpaceship(form: form, box: now.box, velocity: velocity, at: step)
  }

  private static let mostLinkedTiles = 24

  /// The tiles that are linked with one, directly or not; nil if they are more than a few.
  private func linkedTiles(_ tile: TileID) -> [TileID]? {
    var tiles = [tile]
    var index = 0
    while index < tiles.count {
      for direction in TileDirection.all {
        let other = field.neighbor(of: tiles[index], toward: direction)
        if other.isNone || tiles.contains(other) { continue }
        if tiles.count == Self.mostLinkedTiles { return nil }
        tiles.append(other)
      }
      index += 1
    }
    return tiles
  }

  /// The live cells of some tiles, row by row from the corner of their box; nil if there are none,
  /// or too many.
  private func shape(_ tiles: [TileID], phase: Int) -> (box: Window, cells: [Cell])? {
    var cells: [Cell] = []
    var box: Window?
    for tile in tiles {
      guard let bounds = field.bounds(tile, phase: phase) else { continue }
      box = box?.union(bounds) ?? bounds
      let words = unsafe field.rows(tile, phase: phase)
      let corner = field.corner(tile)
      for line in bounds.y - corner.y..<bounds.endY - corner.y {
        var bits = unsafe words[line] &>> 8
        guard cells.count + bits.nonzeroBitCount <= SpaceshipForm.mostCells else { return nil }
        while bits != 0 {
          cells.append(Cell(x: corner.x + bits.trailingZeroBitCount, y: corner.y + line))
          bits &= bits - 1
        }
      }
    }
    guard let box else { return nil }
    cells.sort { ($0.y, $0.x) < ($1.y, $1.x) }
    return (box, cells.map { Cell(x: $0.x - box.x, y: $0.y - box.y) })
  }
}

// MARK: - Checking

extension TilePlane {
  /// Checks the spaceships that are due, and attaches those that come near something.
  func checkSpaceships() throws(MemoryExhausted) {
    if hasLooseBox { freeUnusedTiles() }
    if field.regions == nil { field.makeRegions() }
    var arriving: [SpaceshipID] = []
    let obstacles = Obstacles(cells: field.cells, regions: field.regions)
    for id in spaceships.due(at: step) {
      let steps = safeSteps(of: id, among: obstacles)
      if steps < Self.fewestSteps / 2 {
        arriving.append(id)
      } else {
        spaceships.setDue(of: id, to: step + steps)
      }
    }
    let attached = arriving.map { id in
      let spaceship = spaceships[id]
      return (spaceship.box(at: step), spaceships.form(of: spaceship))
    }
    for id in arriving { spaceships.remove(id) }
    for (box, form) in attached { try attach(form, in: box) }
    nextDue = spaceships.nextDue
    if spaceships.isEmpty { field.dropRegions() }
  }

  /// Attaches the spaceships that touch a window.
  func attachSpaceships(in window: Window) throws(MemoryExhausted) {
    for id in spaceships.ids {
      let spaceship = spaceships[id]
      let box = spaceship.box(at: step)
      guard box.gap(to: window) < 0 else { continue }
      let form = spaceships.form(of: spaceship)
      spaceships.remove(id)
      try attach(form, in: box)
    }
    nextDue = spaceships.nextDue
  }

  /// The tiles around a spaceship's own that are looked for one by one.
  private static let ring = 3
  private static let ringGap = ring * TileField.side
  /// Cells farther away than this stay in tiles, so that no place overflows.
  private static let farthest = 1 << 60

  /// Where tiles are in which others may be alive.
  private struct Obstacles {
    /// A window around all of their cells.
    var cells: Window
    var regions: TileRegions?
  }

  /// For how many steps a spaceship certainly meets nothing. Cells in tiles come nearer by at most
  /// a cell a generation, other spaceships at their velocities.
  private func safeSteps(of id: SpaceshipID, among obstacles: Obstacles) -> Int {
    let spaceship = spaceships[id]
    let box = spaceship.box(at: step)
    var gap = max(box.gap(to: obstacles.cells), 0)
    if gap < Self.ringGap { gap = gapInsideBox(box.tiles, regions: obstacles.regions) }
    gap = min(gap, Self.farthest - max(abs(box.x), abs(box.y)))
    var steps = SpaceshipTree.Approach.steps(
      across: gap, at: TileField.generationsPerStep + spaceship.speed)
    steps = max(0, min(steps, DetachedSpaceship.lastStep(spaceship.velocity) - step))
    spaceships.limit(&steps, of: id, from: step)
    return steps
  }

  /// A number of cells around some tiles' places in which there is certainly no other tile.
  private func gapInsideBox(_ places: Window, regions: TileRegions?) -> Int {
    if let regions {
      let gap = regions.clearance(around: places) * TileField.side
      if gap > Self.ringGap { return gap }
    }
    let near = places.widened(by: Self.ring)
    for row in near.y..<near.endY {
      for column in near.x..<near.endX {
        let tile = field.find(column: column, row: row)
        if !tile.isNone, !field.isDetaching(tile) { return 0 }
      }
    }
    return Self.ringGap
  }

  /// Places the cells of a spaceship in tiles.
  private func attach(_ form: SpaceshipForm, in box: Window) throws(MemoryExhausted) {
    field.release(form.mostTiles)
    var writer = TileWriter(field, phase: phase)
    for cell in form.cells {
      try writer.write([1].span, y: box.y + cell.y, x: box.x + cell.x)
    }
    for tile in field.tiles(in: box.tiles) { try activatePlaced(tile) }
    // Cells in tiles reach others sooner than the spaceship would have.
    spaceships.hasten(near: box, from: step)
  }
}

// MARK: - Reading

extension TilePlane {
  /// The cells of a spaceship in the eight generations of a step.
  func motion(of spaceship: DetachedSpaceship, circuit: Circuit) -> Motion {
    let form = spaceships.form(of: spaceship)
    if let motion = form.motion { return motion }
    let motion = makeMotion(of: form, circuit: circuit)
    spaceships.setMotion(motion, ofForm: spaceship.form)
    return motion
  }

  /// Guarantees that the motion of any candidate can be computed when it is needed: whoever asks
  /// for a population cannot be told that memory is exhausted.
  ///
  /// - Returns: whether there is memory for it.
  private func makeRoomForMotions(_ candidates: [Candidate]) -> Bool {
    let tiles = candidates.map { spaceships.form(of: $0.spaceship).mostTiles }.max() ?? 0
    do {
      let plane = try motionPlane ?? makeSmallPlane()
      try plane.field.reserve(tiles)
      plane.field.release(tiles)
      motionPlane = plane
    } catch {
      return false
    }
    return true
  }

  private func makeMotion(of form: SpaceshipForm, circuit: Circuit) -> Motion {
    guard let plane = motionPlane else { preconditionFailure("room was made when detaching") }
    do {
      try plane.load(
        Cells(form.cells.map { CellRun(y: $0.y, x: $0.x, length: 1) }), from: Cell(x: 0, y: 0))
    } catch {
      preconditionFailure("room was made when detaching, but: \(error)")
    }
    defer { plane.removeAllTiles() }
    return Motion(
      stages: (0..<TileField.generationsPerStep).map {
        TileView(plane: plane, generations: $0, circuit: circuit).stage(of: form)
      })
  }
}

extension TileView {
  /// The cells of a form that was placed at the corner.
  fileprivate func stage(of form: SpaceshipForm) -> Motion.Stage {
    let margin = TileField.generationsPerStep
    let window = Window(
      x: -margin, y: -margin, width: form.size.width + 2 * margin,
      height: form.size.height + 2 * margin)
    var stage = Motion.Stage()
    forEachRow(in: window) { y, x, words in
      for index in words.indices {
        var bits = words[index]
        while bits != 0 {
          let column = x + 64 * index + bits.trailingZeroBitCount
          stage.cells.append(Cell(x: column - margin, y: y - margin))
          bits &= bits - 1
        }
      }
    }
    let columns = stage.cells.map(\.x)
    let rows = stage.cells.map(\.y)
    if let west = columns.min(), let east = columns.max(), let north = rows.min(),
      let south = rows.max()
    {
      stage.box = Window(x: west, y: north, width: east - west + 1, height: south - north + 1)
    }
    return stage
  }
}
