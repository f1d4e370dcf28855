import LifeCore
import TestSupport
import Testing

/// Cells and their states in the simplest form.
private typealias Model = [Cell: State]

@Suite struct EditingTests {
  /// Random cells about word edges, of two states or of many.
  private func cells(_ seed: Int, states: Int) -> Cells {
    var random = Seeded(seed)
    let runs = CellsModel.randomRuns(&random)
    let model = CellsModel(runs).sorted
    return Cells(
      model.map {
        CellRun(y: $0.y * 31, x: $0.x, length: 1, state: State(1 + random.below(states - 1)))
      })
  }

  private func turned(_ cell: Cell, in box: Window, by orientation: Orientation) -> Cell {
    var x = cell.x - box.x
    var y = cell.y - box.y
    var width = box.width
    var height = box.height
    if orientation.transposes {
      (x, y) = (y, x)
      (width, height) = (height, width)
    }
    if orientation.mirrorsX { x = width - 1 - x }
    if orientation.mirrorsY { y = height - 1 - y }
    return Cell(x: box.x + x, y: box.y + y)
  }

  @Test(arguments: Orientation.all, [2, 5, 256])
  func `turning a pattern moves each cell`(orientation: Orientation, states: Int) throws {
    for seed in Effort.cases(30, long: 2_000) {
      let cells = cells(seed, states: states)
      let result = try cells.oriented(orientation).states
      guard let box = cells.bounds else { continue }
      var expected: Model = [:]
      for (cell, state) in cells.states { expected[turned(cell, in: box, by: orientation)] = state }
      #expect(result == expected, "seed \(seed)")
    }
  }

  @Test func `turning a pattern back restores it`() throws {
    let soup = Soup.cells(1, width: 300, height: 200)
    #expect(try soup.oriented(.rotated90).oriented(.rotated270) == soup)
    #expect(try soup.oriented(.rotated90).oriented(.rotated90) == soup.oriented(.rotated180))
    #expect(try soup.oriented(.transposed).oriented(.mirroredX) == soup.oriented(.rotated90))
  }

  @Test func `pasted cells replace the cells at their positions`() async throws {
    try await forEachCase(of: Effort.cases(60, long: 5_000)) { seed in
      var random = Seeded(seed)
      let states = [2, 4][seed % 2]
      var below = Pattern(cells: cells(seed, states: 2))
      var above = Pattern(cells: cells(seed + 1, states: states))
      below.statedPosition = Position(x: 7, y: BigInt.powerOfTwo(70))
      above.statedPosition = below.origin.moved(
        byX: random.below(200) - 100, y: random.below(9) * 31)
      let result = try below.pasting(above, limit: .max)
      let dx = try #require((above.origin.x - below.origin.x).int)
      let dy = try #require((above.origin.y - below.origin.y).int)
      var expected = below.cells.states
      for (cell, state) in above.cells.states {
        expected[Cell(x: cell.x + dx, y: cell.y + dy)] = state
      }
      #expect(result.cells.states == expected)
      #expect(result.origin == below.origin)
    }
  }

  @Test func `the cells in which two patterns differ are counted`() async throws {
    try await forEachCase(of: Effort.cases(100, long: 10_000)) { seed in
      var random = Seeded(seed)
      let states = [2, 2, 4][seed % 3]
      let one = Pattern(cells: cells(seed, states: states))
      let before = one.cells.states
      var changed = before
      for _ in 0..<random.below(5) {
        changed[Cell(x: random.below(200) - 80, y: random.below(6) * 31)] = State(
          1 + random.below(states - 1))
      }
      if let gone = changed.keys.min(by: { ($0.y, $0.x) < ($1.y, $1.x) }), seed % 2 == 0 {
        changed[gone] = nil
      }
      let other = Pattern(cells: Cells(states: changed))
      let all = Set(before.keys).union(changed.keys)
      let different = all.filter { before[$0] != changed[$0] }
        .sorted { ($0.y, $0.x) < ($1.y, $1.x) }
      for (a, b) in try pairs(of: one, and: other, states: states) {
        let found = try a.difference(from: b)
        #expect(found?.count == (different.isEmpty ? nil : BigInt(different.count)), "seed \(seed)")
        #expect(
          found.map { "\($0.first.x),\($0.first.y)" } == different.first.map { "\($0.x),\($0.y)" })
        #expect(found?.bounds.x == different.map(\.x).min().map { BigInt($0) })
        let height = (different.last?.y ?? 0) - (different.first?.y ?? 0) + 1
        #expect(found == nil || found?.bounds.height == BigInt(height))
      }
    }
  }

  /// The two patterns in rows, and also as trees if possible.
  private func pairs(of a: Pattern, and b: Pattern, states: Int) throws -> [(Pattern, Pattern)] {
    states > 2 ? [(a, b)] : [(a, b), (try a.inTree(), b), (try a.inTree(), try b.inTree())]
  }

  @Test func `huge trees are compared without being spelled out`() throws {
    let store = try QuadStore()
    var a = try store.node(QuadLeaf(nw: ~0, ne: ~0, sw: ~0, se: ~0))
    var b = try store.node(QuadLeaf(nw: ~0, ne: ~0, sw: ~0, se: ~1))
    for _ in 5...100 {
      b = try store.join(nw: a, ne: b, sw: a, se: a); a = try store.join(nw: a, ne: a, sw: a, se: a)
    }
    let one = Pattern(tree: Quadtree(a, level: 100, in: store))
    let other = Pattern(tree: Quadtree(b, level: 100, in: store))
    let found = try #require(try one.difference(from: other))
    #expect(found.count == 1)
    #expect(found.first.x == BigInt.powerOfTwo(99) - 8)
    #expect(try one.difference(from: one) == nil)
  }

  @Test func `patterns at the least integer are too far from the origin`() throws {
    #expect(!Int.min.isWithin(.max) && Int.max.isWithin(.max) && (-5).isWithin(5) && 5.isWithin(5))
    #expect(!6.isWithin(5) && !(-6).isWithin(5) && 0.isWithin(0))
    let one = Pattern(cells: Cells([CellRun(y: 0, x: 0, length: 3)]), at: .origin)
    for (x, y) in [(Int.min, 0), (0, .min), (.min, .min)] {
      let other = one.shifted(by: Position(x: BigInt(x), y: BigInt(y)))
      #expect(throws: MemoryExhausted.self) { try one.pasting(other, limit: .max) }
      #expect(throws: MemoryExhausted.self) { try one.difference(from: other) }
      let tree = try #require(try one.inTree().tree)
      let far = Position(x: tree.corner.x - BigInt(x), y: tree.corner.y - BigInt(y))
      #expect(throws: MemoryExhausted.self) { try tree.rows(limit: .max, from: far) }
    }
  }

  @Test func `a bounded universe is turned with its pattern`() throws {
    let runs = [CellRun(y: -3, x: -4, length: 2), CellRun(y: 4, x: 5, length: 1)]
    var pattern = Pattern(cells: Cells(runs), at: .origin)
    for orientation in Orientation.all {
      for universe in [
        Universe(.torus, width: 12, height: 10), Universe(.torus(shiftX: 3), width: 12, height: 10),
        Universe(.klein(twistsRows: true), width: 11, height: 9),
        Universe(.plane, width: 13, height: 11),
      ] {
        pattern.universe = universe
        let turned = try pattern.oriented(orientation, limit: .max)
        let window = try #require(turned.universe.window(seenFrom: turned.origin))
        #expect(try turned.cells.clipped(to: window).population == 3)
      }
    }
    pattern.universe = Universe(.sphere, width: 12, height: 12)
    #expect(throws: OrientationError.self) { try pattern.oriented(.mirroredX, limit: .max) }
    // Its twist has an axis. Only the identity and the other diagonal leave it in its place.
    pattern.universe = Universe(.klein(twistsRows: true, isShifted: true), width: 20, height: 14)
    for orientation in [Orientation.rotated90, .rotated180, .rotated270, .mirroredX, .mirroredY] {
      #expect(throws: OrientationError.self) { try pattern.oriented(orientation, limit: .max) }
    }
    #expect(try pattern.oriented(.transposed, limit: .max).universe.width == 14)
  }

  @Test(
    arguments: [
      ("LifeHistory", "B3/S23", [0, 1, 0, 1, 0, 1, 0]),
      ("LifeHistory", "345/2/4", [0, 1, 0, 1, 0, 1, 0]),
      ("345/2/4", "B3/S23", [0, 1, 0, 0]), ("345/2/4", "/2/3", [0, 1, 2, 0]),
      ("345/2/4", "/2/9", [0, 1, 2, 3]), ("B3/S23", "LifeHistory", [0, 1]),
      ("LifeHistory", "B36/S23Super", [0, 1, 2, 3, 4, 5, 6]), ("B3/S23", "B2/S/5", [0, 1]),
      ("JvN29", "B3/S23", [0, 1, 1, 1]), ("R2,C4,M1,S3..8,B4..5,NM", "B3/S23", [0, 1, 0, 0]),
    ] as [(String, String, [State])])
  func `states are mapped from rule to rule`(from: String, to: String, images: [State]) throws {
    let old = try Rule(parsing: from)
    let new = try Rule(parsing: to)
    let runs = images.indices.dropFirst().map {
      CellRun(y: 0, x: $0, length: 1, state: State($0))
    }
    let pattern = try Pattern(cells: Cells(runs), rule: old).packedForRule()
    let result = try StateMapping(from: old, to: new).apply(to: pattern, rule: new, limit: .max)
    #expect(images.indices.map { result.cells.state(of: Cell(x: $0, y: 0)) } == images)
    #expect(result.cells.planes == new.planes && result.rule == new)
  }
}
