import LifeCore
import TestSupport
import Testing

@testable import LifeEngines

/// Spaceships moved by the tiles engine without stepping, until they meet something.
@Suite(.needsOptimization) struct DetachedSpaceshipTests {
  private static let gliders = [".O.\n..O\nOOO", ".O.\nO..\nOOO", "OOO\nO..\n.O.", "OOO\n..O\n.O."]
  private static let lightweights = [
    ".O..O\nO....\nO...O\nOOOO.", "O..O.\n....O\nO...O\n.OOOO",
    "OOO.\nO..O\nO...\nO...\n.O.O", ".O.O\nO...\nO...\nO..O\nOOO.",
  ]

  /// Random spaceships in all directions on a square, with some blocks, blinkers and soups between.
  private static func traffic(_ seed: Int, spaceships: Int, obstacles: Int, side: Int) -> Pattern {
    var random = Seeded(seed)
    let place = { (random: inout Seeded) in Int.random(in: 0..<side, using: &random) }
    var parts: [(drawing: String, x: Int, y: Int)] = []
    for _ in 0..<spaceships {
      let drawings = Int.random(in: 0..<4, using: &random) > 0 ? gliders : lightweights
      parts.append(
        (drawings[Int.random(in: 0..<4, using: &random)], place(&random), place(&random)))
    }
    for _ in 0..<obstacles {
      let drawing = ["OO\nOO", "OOO", ".OO\nOO.\n.O."][Int.random(in: 0..<3, using: &random)]
      parts.append((drawing, place(&random), place(&random)))
    }
    return TilesStepperTests.scene(parts)
  }

  /// Many spaceships meet each other and ash: their collisions leave more of both.
  @Test func `many spaceships equal the quadtree`() throws {
    for seed in Effort.cases(4, long: 200) {
      let pattern = Self.traffic(seed, spaceships: 60, obstacles: 12, side: 4000)
      try TilesStepperTests.expectSameAsTree(
        pattern, at: [8, 250, 777, 2004, 5000, 12_003], comment: "seed \(seed)",
        threads: 1 + seed % 2)
    }
  }

  @Test func `many spaceships close together equal the reference`() throws {
    for seed in Effort.cases(4, long: 60) {
      let pattern = Self.traffic(seed, spaceships: 24, obstacles: 4, side: 900)
      var reference = try ReferenceStepper(pattern, options: EngineOptions())
      let tiles = try TilesStepper(pattern, options: EngineOptions())
      for steps in [8, 8, 61, 300, 331] {
        try reference.advance(by: BigInt(steps))
        try tiles.advance(by: BigInt(steps))
        try EngineLaws.expectSame(
          tiles, as: reference, comment: "seed \(seed) at \(tiles.generation)")
      }
    }
  }

  /// Reading at every generation changes nothing, and does not keep spaceships from being detached.
  @Test func `reading detached spaceships in every generation does not change later ones`() throws {
    for seed in Effort.cases(3, long: 40) {
      let pattern = Self.traffic(seed, spaceships: 10, obstacles: 2, side: 700)
      let read = try TilesStepper(pattern, options: EngineOptions())
      let unread = try TilesStepper(pattern, options: EngineOptions())
      let tree = try HashLifeStepper(pattern, options: EngineOptions())
      for generation in 1...200 {
        try read.advance(by: 1)
        try tree.advance(by: 1)
        try EngineLaws.expectSame(read, as: tree, comment: "seed \(seed) at \(generation)")
        // Sums from earlier generations must be right for all later ones.
        #expect(read.population == tree.population)
      }
      for _ in 0..<600 {
        try read.advance(by: 1)
        try tree.advance(by: 1)
        #expect(read.population == tree.population, "seed \(seed) at \(read.generation)")
        #expect(read.bounds == tree.bounds, "seed \(seed) at \(read.generation)")
      }
      try unread.advance(by: 800)
      #expect(read.plane.work == unread.plane.work)
      try EngineLaws.expectSame(unread, as: tree, comment: "seed \(seed)")
    }
  }

  /// Detached spaceships are in every sample and every row although they have no tiles.
  @Test func `detached spaceships are visible`() throws {
    let pattern = TilesStepperTests.scene([
      (Self.gliders[0], 0, 0), (Self.lightweights[0], 3000, 900),
    ])
    let tiles = try TilesStepper(pattern, options: EngineOptions())
    let tree = try HashLifeStepper(pattern, options: EngineOptions())
    try tiles.advance(by: 1000)
    try tree.advance(by: 1000)
    let work = tiles.plane.work
    for _ in 0..<50 {
      try tiles.advance(by: 1)
      try tree.advance(by: 1)
      try EngineLaws.expectSame(tiles, as: tree, comment: "at \(tiles.generation)")
    }
    #expect(tiles.plane.work == work)
  }

  /// In windows that cut tiles, words and spaceships, a generation after the other.
  @Test func `rows that are copied are those that are visited`() throws {
    for seed in Effort.cases(4, long: 100) {
      let pattern = Self.traffic(seed, spaceships: 10, obstacles: 12, side: 400)
      let tiles = try TilesStepper(pattern, options: EngineOptions())
      var random = Seeded(seed)
      for sample in 1...150 {
        try tiles.advance(by: sample.isMultiple(of: 40) ? 300 : 1)
        let corner = Position(
          x: BigInt(Int.random(in: -200...400, using: &random)),
          y: BigInt(Int.random(in: -200...400, using: &random)))
        let width = Int.random(in: 1...300, using: &random)
        let height = Int.random(in: 1...300, using: &random)
        let window = Bounds(from: corner, width: width, height: height)
        let wordsPerRow = (width + 63) / 64
        var visited = [UInt64](repeating: 0, count: wordsPerRow * height)
        var isLive = [Bool](repeating: false, count: height)
        tiles.forEachRow(in: window) { y, x, words in
          isLive[y] = true
          for index in words.indices { visited[y * wordsPerRow + x / 64 + index] = words[index] }
        }
        var copied = [UInt64](repeating: 0, count: visited.count)
        var marks = [UInt64](repeating: 0, count: height)
        var words = copied.mutableSpan
        var rowMarks = marks.mutableSpan
        let isCopied = tiles.copyRows(in: window, to: &words, marks: &rowMarks)
        #expect(isCopied && copied == visited, "seed \(seed) at \(tiles.generation)")
        #expect(marks.map { $0 != 0 } == isLive, "seed \(seed) at \(tiles.generation)")
      }
    }
  }

  /// Thousands of gliders without meetings cost no steps, and few comparisons.
  @Test func `many gliders are detached early`() throws {
    var random = Seeded(1)
    let parts = (0..<2000).map { _ in
      (
        drawing: Self.gliders[Int.random(in: 0..<4, using: &random)],
        x: Int.random(in: 0..<1 << 30, using: &random),
        y: Int.random(in: 0..<1 << 30, using: &random)
      )
    }
    let tiles = try TilesStepper(TilesStepperTests.scene(parts), options: EngineOptions())
    try tiles.advance(by: 8)
    let work = tiles.plane.work
    try tiles.advance(by: 1 << 20)
    #expect(tiles.plane.work == work)
    #expect(tiles.population == 10_000)
  }
}
