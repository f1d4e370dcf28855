import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// Cells of many states in a dictionary, stepped by the rule directly.
struct PlainStates {
  var states: [Cell: State] = [:]
  let table: RuleTable
  let universe: Universe

  mutating func step() {
    var next: [Cell: State] = [:]
    var candidates = Set<Cell>()
    for cell in states.keys {
      for dy in -1...1 {
        for dx in -1...1 {
          if let place = universe.resolve(Cell(x: cell.x + dx, y: cell.y + dy)) {
            candidates.insert(place)
          }
        }
      }
    }
    for cell in candidates {
      func at(_ dx: Int, _ dy: Int) -> State {
        universe.resolve(Cell(x: cell.x + dx, y: cell.y + dy)).flatMap { states[$0] } ?? 0
      }
      let state = table.next(
        at(0, 0), n: at(0, -1), ne: at(1, -1), e: at(1, 0), se: at(1, 1), s: at(0, 1),
        sw: at(-1, 1), w: at(-1, 0),
        nw: at(-1, -1))
      if state != 0 { next[cell] = state }
    }
    states = next
  }
}

/// Rule tables with an effect of all eight neighbors.
enum TableSamples {
  /// Every state but 0 makes its neighbors' states, cyclically, more likely.
  static func cyclic(states: Int) throws -> RuleTable {
    let symmetry = try #require(TableSymmetry(.rotate8, of: .moore))
    var transitions = Transitions(states: states, symmetry: symmetry)
    let any = transitions.addVariable(Array("any".utf8), values: (0..<states).map { State($0) })
    for state in 0..<states {
      let next = State((state + 1) % states)
      var row = Array(repeating: Transitions.Symbol.variable(any), count: 10)
      // Repeated variables are bound, so each neighbor has its own.
      for index in 2..<9 {
        let other = transitions.addVariable([UInt8(index)], values: (0..<states).map { State($0) })
        row[index] = .variable(other)
      }
      row[0] = .state(State(state))
      row[1] = .state(next)
      if state == 0 { row[2] = .state(next) }
      row[9] = .state(next)
      transitions.append(row)
    }
    return try RuleTable(name: "cyclic", transitions)
  }

  /// Random transitions for neighbors in any order: each demands two neighbors of certain states,
  /// or two equal ones.
  static func anyOrder(states: Int, seed: Int) throws -> RuleTable {
    let symmetry = try #require(TableSymmetry(.permute, of: .moore))
    var transitions = Transitions(states: states, symmetry: symmetry)
    var random = Seeded(seed)
    let all = (0..<states).map { State($0) }
    let any = (0..<8).map { number in
      Transitions.Symbol.variable(transitions.addVariable([UInt8(65 + number)], values: all))
    }
    let living = transitions.addVariable([0x61], values: Array(all.dropFirst().reversed()))
    for number in 0..<4 * states {
      let state = { Transitions.Symbol.state(State.random(in: 1..<State(states), using: &random)) }
      let isEqual = number.isMultiple(of: 5)
      let demanded = isEqual ? [.variable(living), .variable(living)] : [state(), state()]
      transitions.append(
        [.state(State(number % states))] + demanded + any[2...] + [isEqual ? demanded[0] : state()])
    }
    return try RuleTable(name: "any order", transitions)
  }

  /// A rule with enough classes of states for a cache of transitions.
  static func copyOfWest(states: Int) throws -> RuleTable {
    let symmetry = try #require(TableSymmetry(.none, of: .moore))
    var transitions = Transitions(states: states, symmetry: symmetry)
    let all = (0..<states).map { State($0) }
    let numbers = (0..<9).map { transitions.addVariable([UInt8(65 + $0)], values: all) }
    var row = numbers.map { Transitions.Symbol.variable($0) }
    // West becomes the cell, if north differs from north-east.
    row.append(row[7])
    var pair = row
    pair[1] = pair[2]
    pair[9] = pair[0]
    pair[3] = pair[4]
    transitions.append(pair)
    transitions.append(row)
    return try RuleTable(name: "west", transitions)
  }
}

@Suite struct ByteTilesTests {
  static let universes = [
    "plane", "P1,1", "P64,64", "P65,63", "P8,130", "T1,1", "T3,2", "T64,64", "T63,65", "T128,8",
    "T130,70", "T0,9", "T70,0", "P0,20", "P20,0", "T30+7,20", "T64,65-3", "K30*,20", "K64,31*",
    "K64*+1,20", "C12,9", "C64,64", "S20", "S64", "S1",
  ]

  /// Workers that look up transitions.
  static func workers(_ rule: Rule, threads: Int = 1) throws -> TileWorkers {
    let stateClasses = try #require(rule.stateClasses)
    return TileWorkers(
      transitions: try (0..<threads).map { _ in
        .cached(try TransitionCache(rule.phases[0], stateClasses: stateClasses))
      }, pool: WorkerPool(threads: threads))
  }

  /// The cell at which the tiles of a universe begin.
  private static func corner(of universe: Universe) -> Cell {
    Cell(x: universe.width > 0 ? universe.left : 0, y: universe.height > 0 ? universe.top : 0)
  }

  /// Sets cells of a square around the origin, and activates all. Returns the cells that were set.
  @discardableResult
  static func fillRandomly(
    _ tiles: ByteTiles, reach: Int, states: Int, seed: Int
  ) throws -> [Cell: State] {
    var random = Seeded(seed)
    let corner = Self.corner(of: tiles.universe)
    var soup: [Cell: State] = [:]
    for _ in 0..<reach * reach {
      let cell = Cell(
        x: Int.random(in: -reach..<reach, using: &random),
        y: Int.random(in: -reach..<reach, using: &random))
      guard tiles.universe.resolve(cell) == cell else { continue }
      let state = State.random(in: 1..<State(states), using: &random)
      soup[cell] = state
      try tiles.set(CellRun(y: cell.y - corner.y, x: cell.x - corner.x, length: 1, state: state))
    }
    tiles.activateAll()
    return soup
  }

  private func law(_ table: RuleTable, in universe: Universe, seed: Int) throws {
    let workers = try Self.workers(Rule(.table(table)))
    let tiles = try ByteTiles(universe, memoryLimit: 1 << 28)
    let soup = try Self.fillRandomly(tiles, reach: 33, states: min(table.states, 255), seed: seed)
    var plain = PlainStates(states: soup, table: table, universe: universe)
    let corner = Self.corner(of: universe)
    for generation in 1...Effort.count(12, brief: 6) {
      plain.step()
      // For rules that depend on the parity of the generation.
      if generation.isMultiple(of: 5) { tiles.activateAll() }
      try tiles.advance(workers)
      var states: [Cell: State] = [:]
      for number in 1..<max(tiles.count, 1) {
        let tile = tiles[number]
        let cells = tiles.cells(of: number)
        for y in 0..<tile.rows {
          for x in 0..<tile.columns where cells[y * 64 + x] != 0 {
            let cell = Cell(
              x: tile.place.x * 64 + x + corner.x, y: tile.place.y * 64 + y + corner.y)
            states[cell] = cells[y * 64 + x]
          }
        }
      }
      #expect(states == plain.states, "generation \(generation)")
      if states != plain.states { return }
      tiles.checkInvariants()
    }
  }

  @Test(.needsOptimization, arguments: universes)
  func `tiles of bytes equal the rule table`(text: String) throws {
    let universe = try Universe(parsing: Array(text.utf8))
    try law(TableSamples.cyclic(states: 4), in: universe, seed: 1)
    try law(TableSamples.copyOfWest(states: 40), in: universe, seed: 2)
    try law(RuleTable(.jvn29), in: universe, seed: 3)
  }

  /// Few classes make a complete table, up to 21 are counted, and more are distinguished by their
  /// columns.
  @Test(arguments: [3, 5, 8, 21, 22, 40])
  func `tables for any order of the neighbors equal their definition`(states: Int) throws {
    for text in ["plane", "T63,65"] {
      let universe = try Universe(parsing: Array(text.utf8))
      try law(TableSamples.anyOrder(states: states, seed: states), in: universe, seed: states)
    }
  }

  @Test func `tiles of bytes hold 256 states`() throws {
    try law(TableSamples.copyOfWest(states: 256), in: .plane, seed: 4)
    try law(TableSamples.cyclic(states: 256), in: .plane, seed: 5)
  }

  @Test func `no block of bytes is active once nothing changes`() throws {
    let table = try TableSamples.cyclic(states: 3)
    let workers = try Self.workers(Rule(.table(table)))
    let tiles = try ByteTiles(.plane, memoryLimit: 1 << 24)
    try tiles.set(CellRun(y: 0, x: 63, length: 1))
    tiles.activateAll()
    #expect(!tiles.isStill)
    for _ in 0..<3 { try tiles.advance(workers) }
    #expect(tiles.isStill)
  }

  /// A glider on its way leaves no tiles behind.
  @Test func `empty tiles of bytes are freed`() throws {
    let workers = try Self.workers(.life)
    let tiles = try ByteTiles(.plane, memoryLimit: 1 << 24)
    for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
      try tiles.set(CellRun(y: y, x: x, length: 1))
    }
    tiles.activateAll()
    for _ in 0..<40_000 { try tiles.advance(workers) }
    #expect(tiles.count < 200)
    #expect(tiles.population == 5)
    #expect(tiles.bounds == Window(x: 10_000, y: 10_000, width: 3, height: 3))
  }

  @Test(arguments: ["T0,20", "T64,0", "T0,200", "T3000,3000"])
  func `empty tiles of bytes with edges are freed, and their links`(text: String) throws {
    let workers = try Self.workers(.life)
    let tiles = try ByteTiles(try Universe(parsing: Array(text.utf8)), memoryLimit: 1 << 24)
    for (x, y) in [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)] {
      try tiles.set(CellRun(y: y + 5, x: x + 5, length: 1))
    }
    tiles.activateAll()
    for _ in 0..<20_000 { try tiles.advance(workers) }
    #expect(tiles.count < 100)
    #expect(tiles.links.count < 10_000)
    #expect(tiles.population == 5)
    tiles.checkInvariants()
  }

  @Test func `tiles of bytes are linked to their neighbors, whichever were freed`() throws {
    let tiles = try ByteTiles(.plane, memoryLimit: 1 << 26)
    var random = Seeded(7)
    for _ in 0..<2000 {
      let place = TilePlace(
        x: Int.random(in: -12..<12, using: &random), y: Int.random(in: -12..<12, using: &random))
      _ = try tiles.make(place)
      // Few tiles have cells, so most are freed once there are too many.
      guard Bool.random(using: &random), (place.x + place.y) % 5 == 0 else { continue }
      try tiles.set(CellRun(y: place.y << 6, x: place.x << 6, length: 1))
    }
    var freed = 0
    for number in 1..<tiles.count {
      let tile = tiles[number]
      freed += tile.isFree ? 1 : 0
      for direction in 0..<8 {
        let known = tile.isFree ? 0 : tiles.find(tile.place.neighbor(direction)) ?? 0
        #expect(tile.neighbors[direction] == known, "\(number), \(direction)")
      }
    }
    #expect(freed > 0)
  }

  @Test(arguments: [1, 2, 3])
  func `several threads give the cells of one in tiles of bytes`(threads: Int) throws {
    let table = try TableSamples.cyclic(states: 5)
    let groups = try [1, threads].map { try Self.workers(Rule(.table(table)), threads: $0) }
    let universes = try groups.map { workers in
      var random = Seeded(threads)
      let tiles = try ByteTiles(.plane, memoryLimit: 1 << 26)
      for _ in 0..<80_000 {
        let x = Int.random(in: 0..<1000, using: &random)
        let y = Int.random(in: 0..<1000, using: &random)
        try tiles.set(
          CellRun(y: y, x: x, length: 1, state: State.random(in: 1..<5, using: &random)))
      }
      tiles.activateAll()
      for _ in 0..<10 { try tiles.advance(workers) }
      return tiles
    }
    #expect(universes[0].count > 3 * TileWorkers.tilesPerThread)
    #expect(TileCells(universes[0]) == TileCells(universes[1]))
    #expect(universes[0].digest == universes[1].digest)
  }

  @Test func `tiles of bytes keep the memory limit`() throws {
    for limit in [1 << 15, 1 << 20] {
      let tiles = try ByteTiles(.plane, memoryLimit: limit)
      var count = 0
      #expect(throws: MemoryExhausted.self) {
        while true {
          try tiles.set(CellRun(y: 0, x: count * 1000, length: 1))
          count += 1
        }
      }
      // Two halves of 64 × 64 cells each.
      #expect((limit / 20000...limit / 8192).contains(count), "\(count)")
      #expect(tiles.population == count)
    }
  }
}
