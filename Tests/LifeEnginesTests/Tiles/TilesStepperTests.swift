import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// Seams between tiles, cells at rest, detached spaceships and memory.
@Suite struct TilesStepperTests {
  /// A pattern of drawings, each with the place of its corner.
  static func scene(
    _ parts: [(drawing: String, x: Int, y: Int)], rule: Rule = .life
  ) -> Pattern {
    var runs: [CellRun] = []
    for part in parts {
      Art.cells(part.drawing).forEachRun {
        runs.append(CellRun(y: $0.y + part.y, x: $0.x + part.x, length: $0.length))
      }
    }
    return Pattern(cells: Cells(runs), at: .origin, rule: rule)
  }

  /// A glider to the south-east, and one to the north-west.
  static let southEast = ".O.\n..O\nOOO"
  static let northWest = "OOO\nO..\n.O."
  static let eastward = ".O..O\nO....\nO...O\nOOOO."

  /// Compares tiles with the quadtree at several generations.
  static func expectSameAsTree(
    _ pattern: Pattern, at times: [Int], comment: Comment, threads: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try EngineLaws.expectSame(
      TilesStepper(pattern, options: EngineLaws.options(threads: threads)),
      as: HashLifeStepper(pattern, options: EngineLaws.options()),
      inStepsOf: zip(times, [0] + times).map { $0 - $1 }, comment: comment,
      sourceLocation: sourceLocation)
  }

  @Test(arguments: ["B3/S23", "B3/S023", "B13/S23", "B0/S8", "B03/S23", "B2/S", "B3/S23H"])
  func `isolated cells are there in the first generation only`(rule: String) throws {
    for seed in Effort.cases(12, long: 200) {
      var random = Seeded(seed)
      let runs = (0..<80).map { _ in
        CellRun(
          y: Int.random(in: -400...400, using: &random),
          x: Int.random(in: -400...400, using: &random), length: 1)
      }
      let pattern = try Pattern(
        cells: Cells(runs), at: Position(x: BigInt(seed * 7), y: -BigInt(seed)), under: rule)
      try Self.expectSameAsTree(pattern, at: [0, 1, 2, 9, 16], comment: "seed \(seed)")
      let tiles = try TilesStepper(pattern, options: EngineLaws.options())
      let tree = try HashLifeStepper(pattern, options: EngineLaws.options())
      // Windows with edges inside words and cells.
      for (x, y, width, height) in [(-450, -450, 1000, 900), (-37, -5, 130, 70), (3, 9, 1, 200)] {
        let window = Bounds(
          from: Position(x: BigInt(x), y: BigInt(y)), width: width, height: height)
        #expect(tiles.states(in: window) == tree.states(in: window))
      }
    }
  }

  /// Moves a soup over all positions relative to the edges and corners of tiles.
  @Test func `cells that cross from tile to tile evolve as elsewhere`() throws {
    let start = Soup.cells(1, width: 9, height: 7)
    for offset in -4..<52 {
      var pattern = Pattern(cells: start, at: .origin)
      var expected = try ReferenceStepper(pattern, options: EngineLaws.options())
      try expected.advance(by: 25)
      var result = try expected.snapshot()
      result.statedPosition = result.origin.moved(byX: offset, y: 3 * offset)
      var runs: [CellRun] = []
      start.forEachRun {
        runs.append(CellRun(y: $0.y + 3 * offset, x: $0.x + offset, length: $0.length))
      }
      pattern.cells = Cells(runs)
      let tiles = try TilesStepper(pattern, options: EngineLaws.options())
      try tiles.advance(by: 13)
      try tiles.advance(by: 12)
      #expect(try tiles.snapshot().hasSameCells(as: result), "moved by \(offset)")
    }
  }

  /// Cells die, or leave a tile, before the rotation of phases returns to their first place.
  @Test func `small soups at any place of a tile equal the reference`() throws {
    for seed in Effort.cases(80, long: 2000) {
      let pattern = Pattern(
        cells: Soup.cells(seed, width: 2 + seed % 5, height: 2 + seed % 4),
        at: Position(x: BigInt(seed % 48), y: BigInt(seed * 7 % 48)))
      try EngineLaws.expectSame(
        TilesStepper(pattern, options: EngineLaws.options()),
        as: ReferenceStepper(pattern, options: EngineLaws.options()),
        inStepsOf: [8, 8, 8, 8, 8, 8], comment: "seed \(seed)")
    }
  }

  @Test(arguments: ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B03/S23", "B0123478/S01234678"])
  func `soups in tiles equal the quadtree`(rulestring: String) throws {
    let rule = try #require(try? Rule(parsing: rulestring))
    for seed in Effort.cases(2, long: 20) {
      let pattern = Pattern(
        cells: Soup.cells(seed, width: 150, height: 120, x: -60, y: -70), at: .origin, rule: rule)
      let times = rule == .life ? [1, 100, 2003, 9000] : [1, 100, 403]
      try Self.expectSameAsTree(
        pattern, at: times, comment: "\(rulestring) \(seed)", threads: 1 + seed % 2)
    }
  }

  @Test func `gliders that left the tiles meet each other and blocks`() throws {
    for offset in Effort.cases(24, long: 60) {
      // Head-on and past each other, from afar.
      let pair = Self.scene([
        (Self.southEast, 0, 0), (Self.northWest, 1500 + offset % 6, 1490 + offset / 6),
      ])
      try Self.expectSameAsTree(pair, at: [1501, 2900, 3103, 9001], comment: "pair \(offset)")
      // Into a block, past it, and two side by side.
      let block = Self.scene([
        (Self.southEast, 0, 0), (Self.southEast, 70, 10), ("OO\nOO", 1000 + offset, 1000),
      ])
      try Self.expectSameAsTree(block, at: [2000, 3900, 4207, 8000], comment: "block \(offset)")
    }
  }

  @Test func `gliders meet while everything else is far away`() throws {
    for offset in 0..<6 {
      let pair = Self.scene([
        (Self.southEast, 0, 0), (Self.northWest, 7000, 6997 + offset), ("OO\nOO", 2000, 30000),
      ])
      try Self.expectSameAsTree(pair, at: [15001, 18000], comment: "offset \(offset)")
    }
  }

  @Test func `spaceships catch up with slower ones`() throws {
    for offset in Effort.cases(12, long: 60) {
      let chase = Self.scene([(Self.eastward, 0, 1200 + offset), (Self.southEast, 600, 600)])
      try Self.expectSameAsTree(chase, at: [1000, 2405, 3000, 8000], comment: "offset \(offset)")
    }
  }

  @Test func `a glider alone moves 2^58 cells at once`() throws {
    let start = Self.scene([(Self.southEast, 5, 7)])
    let tiles = try TilesStepper(start, options: EngineLaws.options())
    for exponent in [20, 40, 60] {
      let before = try #require(tiles.bounds)
      try tiles.advance(by: BigInt.powerOfTwo(exponent))
      let after = try #require(tiles.bounds)
      #expect(after.x - before.x == BigInt.powerOfTwo(exponent - 2))
      #expect(after.y - before.y == BigInt.powerOfTwo(exponent - 2))
      #expect(tiles.population == 5)
    }
  }

  /// Settled blinkers, blocks and oscillators cost no steps.
  @Test func `periods that divide 24 cost no steps`() throws {
    let pulsar = "OOO\n...\n...\n...\n...\nOOO"
    let settled = Self.scene([("OOO", 3, 3), ("OO\nOO", 46, 46), (pulsar, 100, 30)])
    let tiles = try TilesStepper(settled, options: EngineLaws.options())
    try tiles.advance(by: 2000)
    let work = tiles.plane.work
    #expect(work > 0)
    try tiles.advance(by: BigInt.powerOfTwo(1000) + 1)
    #expect(tiles.plane.work == work)
    let tree = try HashLifeStepper(settled, options: EngineLaws.options())
    try tree.advance(by: BigInt.powerOfTwo(1000) + 2001)
    #expect(try tiles.snapshot().hasSameCells(as: tree.snapshot()))
  }

  @Test func `tiles keep all cells of the last step when memory is exhausted`() throws {
    let limit = 256 << 10
    let pattern = Pattern(
      cells: Soup.cells(5, width: 40, height: 40), at: .origin,
      rule: Rule(LifeLike(birth: [3], survival: Array(0...8))))
    let tiles = try TilesStepper(pattern, options: EngineLaws.options(memory: limit))
    #expect(throws: MemoryExhausted.self) { try tiles.advance(by: 100_000) }
    #expect(tiles.generation > 100)
    let other = try BitmapStepper(pattern, options: EngineLaws.options())
    try other.advance(by: tiles.generation)
    #expect(try tiles.snapshot().hasSameCells(as: other.snapshot()))
    #expect(throws: MemoryExhausted.self) { try tiles.advance(by: 1) }
    #expect(tiles.generation == other.generation)
  }

  @Test func `tiles refuse too large patterns and bounded universes`() throws {
    var pattern = Pattern(cells: Soup.cells(5, width: 900, height: 900))
    #expect(throws: MemoryExhausted.self) {
      try TilesStepper(pattern, options: EngineLaws.options(memory: 100 << 10))
    }
    pattern.universe = Universe(.torus, width: 1000, height: 0)
    #expect(throws: UnsupportedPattern.self) {
      try TilesStepper(pattern, options: EngineLaws.options())
    }
  }
}
