internal import LifeCore

// A spaceship in tiles makes, computes and frees tiles all the way through empty space. In a run of
// acorn for 30 000 generations, gliders take nine of ten computed tiles. So an isolated object is
// *detached* if it moves as a whole: its tiles are freed, and its place is computed. Before it may
// come within reach of anything it is *attached* again: its cells are placed in tiles, at the next
// whole step.

// MARK: - Detaching

extension TilePlane {
  /// A spaceship with its tiles.
  private typealias Candidate = (spaceship: DetachedSpaceship, tiles: [TileID])

  /// Detaches objects that are alone in a few tiles and moved as a whole in the last step.
  func detachSpaceships() {
    let candidates = findSpaceships()
    if candidates.isEmpty { return }
    // Spaceships detached together don't hinder each other, unless one of them stays.
    let obstacles = Obstacles(cellBox: field.cellBox, regions: field.regions)
    for candidate in candidates {
      var spaceship = candidate.spaceship
      setDue(of: &spaceship, among: obstacles)
      if spaceship.due >= step + Self.minSteps {
        for tile in candidate.tiles { field.erase(tile) }
        spaceships.append(spaceship)
      } else {
        field.setDetaching(of: candidate.tiles, to: false)
        field.release(spaceships.form(of: spaceship).maxTiles)
        spaceships.recheckSooner(near: spaceship.box(at: step), from: step)
      }
    }
    spaceships.removeUnusedForms()
    nextDue = spaceships.nextDue
    active.removeAll { unsafe !field.header($0).pointee.isInUse }
    hasLooseBox = true
  }

  /// A spaceship due in fewer steps is not worth detaching.
  private static let minSteps = 8

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
        // Reserves tiles now, so attaching it later cannot run out of memory.
        (try? field.reserve(spaceships.form(of: spaceship).maxTiles)) != nil
      else { continue }
      field.setDetaching(of: tiles, to: true)
      candidates.append((spaceship, tiles))
    }
    return candidates
  }

  /// All live cells of some tiles as one spaceship. Returns `nil` unless they moved as a whole.
  private func spaceship(in tiles: [TileID]) -> DetachedSpaceship? {
    let before = (phase + TileField.phases - 1) % TileField.phases
    guard let now = shape(tiles, phase: phase),
      let earlier = shape(tiles, phase: before), now.cells == earlier.cells, now.box != earlier.box
    else { return nil }
    let velocity = Cell(x: now.box.x - earlier.box.x, y: now.box.y - earlier.box.y)
    guard step < DetachedSpaceship.lastStep(velocity) else { return nil }
    let form = spaceships.formNumber(of: now.cells, size: (now.box.width, now.box.height))
    return DetachedSpaceship(form: form, box: now.box, velocity: velocity, at: step)
  }

  private static let maxLinkedTiles = 24

  /// The tiles linked with a tile, directly or through others. Returns `nil` if there are many.
  private func linkedTiles(_ tile: TileID) -> [TileID]? {
    var tiles = [tile]
    var index = 0
    while index < tiles.count {
      for direction in TileDirection.all {
        let other = field.neighbor(of: tiles[index], toward: direction)
        if other.isNone || tiles.contains(other) { continue }
        if tiles.count == Self.maxLinkedTiles { return nil }
        tiles.append(other)
      }
      index += 1
    }
    return tiles
  }

  /// The live cells of some tiles, row by row from the corner of their box. Returns `nil` if there
  /// are none, or too many.
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
        guard cells.count + bits.nonzeroBitCount <= SpaceshipForm.maxCells else { return nil }
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
  /// Checks the spaceships now due, and attaches each one near something.
  func checkSpaceships() throws(MemoryExhausted) {
    if hasLooseBox { freeUnusedTiles() }
    if field.regions == nil { field.makeRegions() }
    var arriving: [DetachedSpaceship] = []
    let obstacles = Obstacles(cellBox: field.cellBox, regions: field.regions)
    for var spaceship in spaceships.remove(where: { $0.due <= step }) {
      setDue(of: &spaceship, among: obstacles)
      if spaceship.due < step + Self.minSteps / 2 {
        arriving.append(spaceship)
      } else {
        spaceships.append(spaceship)
      }
    }
    try attach(arriving)
    if spaceships.isEmpty { field.regions = nil }
  }

  /// Attaches the spaceships that touch a window.
  func attachSpaceships(in window: Window) throws(MemoryExhausted) {
    try attach(spaceships.remove { $0.box(at: step).gap(to: window) < 0 })
  }

  /// Places the cells of some spaceships in tiles.
  private func attach(_ arriving: [DetachedSpaceship]) throws(MemoryExhausted) {
    for spaceship in arriving {
      let form = spaceships.form(of: spaceship)
      let box = spaceship.box(at: step)
      field.release(form.maxTiles)
      var writer = TileWriter(field, phase: phase)
      for cell in form.cells {
        try writer.write([1].span, y: box.y + cell.y, x: box.x + cell.x)
      }
      for tile in field.tiles(in: box.tilePlaces) { try activatePlaced(tile) }
      // Cells in tiles reach others sooner than the spaceship would have.
      spaceships.recheckSooner(near: box, from: step)
    }
    spaceships.removeUnusedForms()
    nextDue = spaceships.nextDue
  }

  /// The number of rings of places around a spaceship that are searched tile by tile.
  private static let searchedRings = 3
  private static let searchedGap = searchedRings * TileField.side
  /// Spaceships farther away stay in tiles, so no coordinate overflows.
  private static let farthest = 1 << 60

  /// The tiles that a spaceship may meet.
  private struct Obstacles {
    /// A window around their cells.
    var cellBox: Window
    var regions: TileRegions?
  }

  /// Finds the last step in which a spaceship certainly meets nothing. Cells in tiles get closer by
  /// at most a cell a generation, other spaceships at their velocities.
  private func setDue(of spaceship: inout DetachedSpaceship, among obstacles: Obstacles) {
    let box = spaceship.box(at: step)
    var gap = max(box.gap(to: obstacles.cellBox), 0)
    if gap < Self.searchedGap { gap = gapAmongTiles(box.tilePlaces, regions: obstacles.regions) }
    gap = min(gap, Self.farthest - max(abs(box.x), abs(box.y)))
    let steps = DetachedSpaceship.steps(
      across: gap, at: TileField.generationsPerStep + spaceship.speed)
    let last = DetachedSpaceship.lastStep(spaceship.velocity)
    spaceships.setDue(of: &spaceship, at: step, within: max(0, min(steps, last - step)))
  }

  /// The width in cells of a ring around some places that certainly has no tiles, except those now
  /// detaching; 0 if unknown.
  private func gapAmongTiles(_ places: Window, regions: TileRegions?) -> Int {
    if let regions {
      let gap = regions.clearance(around: places) * TileField.side
      if gap > Self.searchedGap { return gap }
    }
    let near = field.tiles(in: places.widened(by: Self.searchedRings))
    return near.allSatisfy(field.isDetaching) ? Self.searchedGap : 0
  }
}

// MARK: - Reading

extension TilePlane {
  /// The cells of a spaceship in the eight generations of a step.
  func motion(of spaceship: DetachedSpaceship, circuit: Circuit) -> [SpaceshipStage] {
    let form = spaceships.form(of: spaceship)
    if let motion = form.motion { return motion }
    var cells = form.cells
    let motion = (0..<TileField.generationsPerStep).map { generation in
      let stage = SpaceshipStage(cells)
      cells = maps[(circuit.nextProgram + generation) % maps.count].next(cells)
      return stage
    }
    spaceships.setMotion(motion, ofForm: spaceship.form)
    return motion
  }
}

extension MooreMap {
  /// The live cells of the next generation, row by row.
  fileprivate func next(_ cells: [Cell]) -> [Cell] {
    var squares: [Cell: Int] = [:]
    for cell in cells {
      for place in 0..<9 {
        let center = Cell(x: cell.x + 1 - place % 3, y: cell.y + 1 - place / 3)
        squares[center, default: 0] |= 256 >> place
      }
    }
    return squares.filter { self[$0.value] }.keys.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
  }
}
