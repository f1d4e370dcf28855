internal import LifeCore

/// The number of a detached spaceship.
struct SpaceshipID: Hashable, BitwiseCopyable {
  var rawValue: Int
}

/// A spaceship, or some side by side, far from everything else: each step moves it as far as the
/// last one did, so it has no tiles, and its place is computed until it may come near something.
struct DetachedSpaceship {
  /// The number of its ``SpaceshipForm``.
  var form: Int
  /// Where the corner of its bounding box would have been at step 0.
  var start: Cell
  var size: (width: Int, height: Int)
  /// By how many cells it moves in a step.
  var velocity: Cell
  /// Until this step it certainly meets nothing.
  var due: Int

  // Its leaf in the index of ``DetachedSpaceships``.
  fileprivate(set) var group = 0
  fileprivate(set) var tree = 0
  fileprivate(set) var leaf = 0

  init(form: Int, box: Window, velocity: Cell, at step: Int) {
    self.form = form
    self.velocity = velocity
    start = Cell(x: box.x - velocity.x * step, y: box.y - velocity.y * step)
    size = (box.width, box.height)
    due = step
  }

  /// The most cells by which it comes nearer to something at rest in a step.
  var speed: Int { Self.speed(velocity) }

  private static func speed(_ velocity: Cell) -> Int { max(abs(velocity.x), abs(velocity.y)) }

  /// From this step on, cells that move at a velocity stay in tiles. Before, ``start`` is less than
  /// 2^62 cells away from their place, so that no coordinate overflows.
  static func lastStep(_ velocity: Cell) -> Int { (1 << 62) / max(speed(velocity), 2) }

  /// Its bounding box at step 0, extrapolated.
  fileprivate var startBox: Window {
    Window(x: start.x, y: start.y, width: size.width, height: size.height)
  }

  /// Its bounding box at a step.
  func box(at step: Int) -> Window { startBox.moved(by: velocity, times: step) }

  /// A window that counts from the corner of the bounding box, at a step.
  func window(_ window: Window, at step: Int) -> Window {
    Window(x: window.x + start.x, y: window.y + start.y, width: window.width, height: window.height)
      .moved(by: velocity, times: step)
  }
}

/// The cells of a spaceship at whole steps, row by row, counted from the corner of their bounding
/// box.
struct SpaceshipForm {
  var cells: [Cell]
  var size: (width: Int, height: Int)
  /// The cells in the eight generations of a step, once they are needed.
  var motion: Motion?

  /// More cells than this are stepped in tiles.
  static let mostCells = 128

  /// The most tiles that it touches or activates, wherever it is.
  var mostTiles: Int {
    min(9 * cells.count, tiles(across: size.width) * tiles(across: size.height))
  }

  private func tiles(across cells: Int) -> Int {
    (cells + 2 * TileField.generationsPerStep - 2) / TileField.side + 2
  }
}

/// A spaceship in the eight generations that begin with a step.
struct Motion {
  struct Stage {
    var cells: [Cell] = []
    var box = Window(x: 0, y: 0, width: 0, height: 0)
  }

  /// Cells and bounding boxes, counted from the corner of the first bounding box.
  let stages: [Stage]
  /// Whether it is as small as a ``LoneSpaceship`` in all generations.
  ///
  /// A detached spaceship has 16 columns or rows between it and others at whole steps, and at least
  /// eight more between it and tiles. If it leaves its first box by at most four cells, more than
  /// six are left at all times, also if cells spread from the tiles.
  let isSmall: Bool

  init(stages: [Stage]) {
    self.stages = stages
    let start = stages[0].box.widened(by: 4)
    isSmall = stages.allSatisfy {
      $0.box.width <= 5 && $0.box.height <= 5 && start.contains($0.box)
    }
  }
}

extension Window {
  fileprivate func moved(by velocity: Cell, times steps: Int) -> Window {
    Window(x: x + velocity.x * steps, y: y + velocity.y * steps, width: width, height: height)
  }
}

/// All detached spaceships, indexed so that the next meeting is found without comparing all pairs.
///
/// Spaceships of one velocity form a group, and a group is a few trees (``SpaceshipTree``): those
/// that are detached together become a new tree, and trees of similar sizes are merged, so that
/// each spaceship is sorted O(log n) times.
struct DetachedSpaceships {
  /// All spaceships of one velocity.
  private struct Group {
    var velocity: Cell
    /// The oldest first.
    var trees: [SpaceshipTree] = []
  }

  /// By their numbers; nil for numbers that are free again.
  private var spaceships: [DetachedSpaceship?] = []
  private var free: [SpaceshipID] = []
  private var groups: [Group] = []
  private var forms: [SpaceshipForm] = []
  /// The numbers of the forms, by their cells.
  private var formNumbers: [[Cell]: Int] = [:]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  subscript(id: SpaceshipID) -> DetachedSpaceship {
    guard let spaceship = spaceships[id.rawValue] else {
      preconditionFailure("the spaceship was reattached")
    }
    return spaceship
  }

  var all: some Sequence<DetachedSpaceship> { spaceships.lazy.compactMap { $0 } }

  var ids: [SpaceshipID] {
    spaceships.indices.filter { spaceships[$0] != nil }.map { SpaceshipID(rawValue: $0) }
  }

  /// The number of a form, which is added if it is new.
  mutating func form(of cells: [Cell], size: (width: Int, height: Int)) -> Int {
    if let known = formNumbers[cells] { return known }
    formNumbers[cells] = forms.count
    forms.append(SpaceshipForm(cells: cells, size: size))
    return forms.count - 1
  }

  func form(of spaceship: DetachedSpaceship) -> SpaceshipForm { forms[spaceship.form] }

  mutating func setMotion(_ motion: Motion, ofForm number: Int) { forms[number].motion = motion }

  /// The step at which the first spaceship is due.
  var nextDue: Int {
    groups.reduce(.max) { $1.trees.reduce($0) { min($0, $1.earliestDue) } }
  }
}

// MARK: - Adding and removing

extension DetachedSpaceships {
  mutating func add(_ new: [DetachedSpaceship]) -> [SpaceshipID] {
    let ids = new.map { spaceship in
      let id = free.popLast() ?? SpaceshipID(rawValue: spaceships.count)
      if id.rawValue == spaceships.count { spaceships.append(nil) }
      var spaceship = spaceship
      spaceship.group = group(spaceship.velocity)
      spaceships[id.rawValue] = spaceship
      return id
    }
    count += new.count
    for (group, ids) in Dictionary(grouping: ids, by: { self[$0].group }) {
      groups[group].trees.append(SpaceshipTree([]))
      build(group: group, tree: groups[group].trees.count - 1, ids: ids)
      mergeTrees(group)
    }
    return ids
  }

  private mutating func group(_ velocity: Cell) -> Int {
    if let known = groups.firstIndex(where: { $0.velocity == velocity }) { return known }
    groups.append(Group(velocity: velocity))
    return groups.count - 1
  }

  /// Makes a tree of some spaceships in the place of another one.
  private mutating func build(group: Int, tree: Int, ids: [SpaceshipID]) {
    let new = SpaceshipTree(ids.map { ($0, self[$0].startBox, self[$0].due) })
    groups[group].trees[tree] = new
    for (id, leaf) in new.live {
      spaceships[id.rawValue]?.tree = tree
      spaceships[id.rawValue]?.leaf = leaf
    }
  }

  private mutating func mergeTrees(_ group: Int) {
    while true {
      let last = groups[group].trees.count - 1
      guard last > 0,
        groups[group].trees[last - 1].count <= 2 * groups[group].trees[last].count
      else { return }
      let ids = groups[group].trees[last - 1...last].flatMap { $0.live.map(\.id) }
      groups[group].trees.removeLast()
      build(group: group, tree: last - 1, ids: ids)
    }
  }

  mutating func remove(_ id: SpaceshipID) {
    let spaceship = self[id]
    let group = spaceship.group
    let tree = spaceship.tree
    groups[group].trees[tree].remove(spaceship.leaf)
    spaceships[id.rawValue] = nil
    free.append(id)
    count -= 1
    if groups[group].trees[tree].isSparse {
      build(group: group, tree: tree, ids: groups[group].trees[tree].live.map(\.id))
    }
    while groups[group].trees.last?.count == 0 { groups[group].trees.removeLast() }
    if isEmpty { self = DetachedSpaceships() }
  }

  mutating func setDue(of id: SpaceshipID, to due: Int) {
    let spaceship = self[id]
    spaceships[id.rawValue]?.due = due
    groups[spaceship.group].trees[spaceship.tree].setDue(of: spaceship.leaf, to: due)
  }
}

// MARK: - Meetings

extension DetachedSpaceships {
  /// The spaceships that are due at a step.
  func due(at step: Int) -> [SpaceshipID] {
    groups.flatMap { $0.trees.flatMap { $0.due(at: step) } }
  }

  /// Lowers `steps` to those for which a spaceship certainly meets no other, from `step` on.
  func limit(_ steps: inout Int, of id: SpaceshipID, from step: Int) {
    let spaceship = self[id]
    let box = spaceship.box(at: step)
    // A group without spaceships may have been fast, and its boxes overflow at a late step.
    for group in groups where !group.trees.isEmpty {
      let x = abs(group.velocity.x - spaceship.velocity.x)
      let y = abs(group.velocity.y - spaceship.velocity.y)
      let approach = SpaceshipTree.Approach(
        box: box.moved(by: group.velocity, times: -step), speed: max(x, y))
      for tree in group.trees { tree.limit(&steps, by: approach, except: id) }
    }
  }

  /// Makes spaceships due before cells in a window, which are stepped from now on and may come
  /// nearer by a cell a generation, can reach them.
  ///
  /// - Returns: those that are due sooner than before.
  @discardableResult
  mutating func hasten(near window: Window, from step: Int) -> [SpaceshipID] {
    var hastened: [SpaceshipID] = []
    for group in groups.indices where !groups[group].trees.isEmpty {
      let velocity = groups[group].velocity
      let approach = SpaceshipTree.Approach(
        box: window.moved(by: velocity, times: -step),
        speed: TileField.generationsPerStep + max(abs(velocity.x), abs(velocity.y)))
      for tree in groups[group].trees.indices {
        var changed: [(id: SpaceshipID, due: Int)] = []
        groups[group].trees[tree].hasten(approach, from: step) { changed.append(($0, $1)) }
        for (id, due) in changed {
          spaceships[id.rawValue]?.due = due
          hastened.append(id)
        }
      }
    }
    return hastened
  }

  /// Checks that the index agrees with the spaceships, for debug builds and tests.
  ///
  /// - Returns: the tiles that all spaceships may need.
  func checkInvariants() -> Int {
    precondition(all.reduce(0) { sum, _ in sum + 1 } == count, "the count is exact")
    var indexed = 0
    for (number, group) in groups.enumerated() {
      for (index, tree) in group.trees.enumerated() {
        indexed += tree.count
        tree.checkInvariants { id in
          let spaceship = self[id]
          precondition(spaceship.group == number && spaceship.tree == index)
          precondition(spaceship.velocity == group.velocity, "a group has one velocity")
          return SpaceshipTree.Node(spaceship.startBox, due: spaceship.due)
        }
      }
    }
    precondition(indexed == count, "every spaceship has a leaf")
    return all.reduce(0) { $0 + form(of: $1).mostTiles }
  }
}
