internal import LifeCore

/// A spaceship, or several side by side, far from everything else. Each step moves it by the same
/// distance, so it needs no tiles: its place is computed until it may come near something.
struct DetachedSpaceship {
  /// The number of its ``SpaceshipForm``.
  var form: Int
  /// The corner of its bounding box, traced back to step 0.
  var start: Cell
  var size: (width: Int, height: Int)
  /// The columns and rows that it moves in a step.
  var velocity: Cell
  /// Until this step it certainly meets no spaceship that was detached earlier.
  var clearUntil: Int
  /// It certainly meets nothing until this step.
  var due: Int

  init(form: Int, box: Window, velocity: Cell, at step: Int) {
    self.form = form
    self.velocity = velocity
    start = Cell(x: box.x - velocity.x * step, y: box.y - velocity.y * step)
    size = (box.width, box.height)
    clearUntil = step
    due = step
  }

  /// The maximum number of cells it gets closer to a still object in a step.
  var speed: Int { Self.speed(velocity) }

  private static func speed(_ velocity: Cell) -> Int { max(abs(velocity.x), abs(velocity.y)) }

  /// From this step on, spaceships of this velocity stay in tiles: ``start`` could be 2^62 cells
  /// from their place, and coordinates could overflow.
  static func lastStep(_ velocity: Cell) -> Int { (1 << 62) / max(speed(velocity), 2) }

  /// Its bounding box at a step.
  func box(at step: Int) -> Window {
    window(Window(x: 0, y: 0, width: size.width, height: size.height), at: step)
  }

  /// The absolute window at a step, for one relative to the corner of the bounding box.
  func window(_ window: Window, at step: Int) -> Window {
    window.moved(byX: start.x + velocity.x * step, y: start.y + velocity.y * step)
  }

  /// The number of steps until a gap of `gap` cells is almost closed.
  static func steps(across gap: Int, at speed: Int) -> Int {
    max(0, gap - 2 * TileField.generationsPerStep) / speed
  }

  /// The number of steps from `step` on in which it surely stays away from another spaceship.
  fileprivate func steps(to other: DetachedSpaceship, from step: Int) -> Int {
    let approach = Cell(x: velocity.x - other.velocity.x, y: velocity.y - other.velocity.y)
    return Self.steps(
      across: box(at: step).gap(to: other.box(at: step)), at: Self.speed(approach))
  }
}

/// The cells of a spaceship at whole steps, row by row, counted from the corner of their bounding
/// box.
struct SpaceshipForm {
  var cells: [Cell]
  var size: (width: Int, height: Int)
  /// The eight generations of a step, computed when first needed.
  var motion: [SpaceshipStage]?

  /// Larger objects are stepped in tiles.
  static let maxCells = 128

  /// The maximum number of tiles it touches or activates, at any place.
  var maxTiles: Int {
    min(9 * cells.count, tiles(across: size.width) * tiles(across: size.height))
  }

  private func tiles(across cells: Int) -> Int {
    (cells + 2 * TileField.generationsPerStep - 2) / TileField.side + 2
  }
}

/// A spaceship in one of the eight generations of a step: its cells and their bounding box, counted
/// from the corner of its bounding box in the first of them.
struct SpaceshipStage {
  let cells: [Cell]
  var box = Window(x: 0, y: 0, width: 0, height: 0)

  init(_ cells: [Cell]) {
    self.cells = cells
    for (index, cell) in cells.enumerated() {
      let place = Window(x: cell.x, y: cell.y, width: 1, height: 1)
      box = index == 0 ? place : box.union(place)
    }
  }
}

/// All detached spaceships.
///
/// Spaceships of the same velocity never meet, and most come from the same gun or rake. So they
/// form a group, and a spaceship is compared only with other groups.
struct DetachedSpaceships {
  private var groups: [[DetachedSpaceship]] = []
  private var forms: [SpaceshipForm] = []
  /// The numbers of the forms, by their cells.
  private var formNumbers: [[Cell]: Int] = [:]

  var all: some Sequence<DetachedSpaceship> { groups.lazy.joined() }

  var isEmpty: Bool { groups.isEmpty }

  /// The number of a form. Adds the form if it is new.
  mutating func formNumber(of cells: [Cell], size: (width: Int, height: Int)) -> Int {
    if let known = formNumbers[cells] { return known }
    formNumbers[cells] = forms.count
    forms.append(SpaceshipForm(cells: cells, size: size))
    return forms.count - 1
  }

  func form(of spaceship: DetachedSpaceship) -> SpaceshipForm { forms[spaceship.form] }

  mutating func setMotion(_ motion: [SpaceshipStage], ofForm number: Int) {
    forms[number].motion = motion
  }

  /// The step at which the first spaceship is due.
  var nextDue: Int { all.reduce(.max) { min($0, $1.due) } }

  mutating func append(_ spaceship: DetachedSpaceship) {
    if let group = groups.firstIndex(where: { $0[0].velocity == spaceship.velocity }) {
      groups[group].append(spaceship)
    } else {
      groups.append([spaceship])
    }
  }

  /// Removes the wanted spaceships and returns them.
  mutating func remove(where isWanted: (DetachedSpaceship) -> Bool) -> [DetachedSpaceship] {
    let removed = all.filter(isWanted)
    if removed.isEmpty { return [] }
    for group in groups.indices { groups[group].removeAll(where: isWanted) }
    groups.removeAll { $0.isEmpty }
    return removed
  }

  /// Forgets the forms once there are no spaceships.
  mutating func removeUnusedForms() {
    if isEmpty { self = DetachedSpaceships() }
  }
}

// MARK: - Meetings

extension DetachedSpaceships {
  /// Makes a spaceship due before it may meet one of these, and at most `steps` steps after `step`.
  func setDue(of spaceship: inout DetachedSpaceship, at step: Int, within steps: Int) {
    if spaceship.clearUntil <= step {
      var first = Int.max - step
      for group in groups where group[0].velocity != spaceship.velocity {
        for other in group { first = min(first, spaceship.steps(to: other, from: step)) }
      }
      spaceship.clearUntil = step + first
    }
    spaceship.due = min(step + steps, spaceship.clearUntil)
  }

  /// Makes spaceships due before cells in a window can reach them. The cells may get closer by a
  /// cell a generation.
  mutating func recheckSooner(near window: Window, from step: Int) {
    for group in groups.indices {
      for index in groups[group].indices {
        let spaceship = groups[group][index]
        let steps = DetachedSpaceship.steps(
          across: spaceship.box(at: step).gap(to: window),
          at: TileField.generationsPerStep + spaceship.speed)
        if step + steps < spaceship.due { groups[group][index].due = step + steps }
      }
    }
  }

  /// Checks that no meeting is missed, for debug builds and tests.
  ///
  /// - Returns: the number of tiles that all spaceships may need, which must be reserved.
  func checkInvariants() -> Int {
    for group in groups {
      for spaceship in group {
        precondition(spaceship.due <= spaceship.clearUntil, "a meeting is not missed")
        precondition(spaceship.velocity == group[0].velocity, "a group has one velocity")
      }
    }
    return all.reduce(0) { $0 + form(of: $1).maxTiles }
  }
}
