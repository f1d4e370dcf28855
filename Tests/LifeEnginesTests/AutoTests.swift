import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Whatever it chooses, the cells are the same.
@Suite struct `The engine that chooses` {
  static let glider = ".O.\n..O\nOOO"

  static func expectSame(
    _ auto: AutoStepper, _ expected: some Stepper, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let comment: Comment = "\(auto.stints)"
    let (found, wanted) = (try auto.snapshot(), try expected.snapshot())
    #expect(found.hasSameCells(as: wanted), comment, sourceLocation: sourceLocation)
    #expect(found.universe == wanted.universe, comment, sourceLocation: sourceLocation)
    #expect(auto.generation == expected.generation, comment, sourceLocation: sourceLocation)
    #expect(auto.population == expected.population, comment, sourceLocation: sourceLocation)
    #expect(auto.bounds == expected.bounds, comment, sourceLocation: sourceLocation)
  }

  @Test(arguments: `Every engine`.universes)
  func `equals the reference`(universe: Universe) throws {
    for (seed, rule) in Soup.knownRules.enumerated() {
      let pattern = `Every engine`.pattern(seed, rule, universe)
      let auto = try AutoStepper(pattern, EngineOptions(), generations: 6)
      var reference = try ReferenceStepper(pattern, EngineOptions())
      for count in [0, 1, 5] {
        try auto.advance(by: BigInt(count))
        try reference.advance(by: BigInt(count))
        try Self.expectSame(auto, reference)
      }
    }
  }

  /// Long enough that other engines may try, at once and in pieces of many sizes.
  @Test(arguments: ["switch-engine-breeder", "gosper-gun", "acorn"])
  func `takes a pattern to where the tree takes it`(name: String) throws {
    let pattern = try HashLife.named(name)
    let tree = try HashLifeStepper(pattern, EngineOptions())
    let auto = try AutoStepper(pattern, EngineOptions(), generations: 6000)
    for count in [1, 64, 100, 1000, 2048, 2787] {
      try auto.advance(by: BigInt(count))
      try tree.advance(by: BigInt(count))
      try Self.expectSame(auto, tree)
    }
    let whole = try AutoStepper(pattern, EngineOptions())
    try whole.advance(by: 6000)
    try Self.expectSame(whole, tree)
    let names = auto.stints.map(\.engine)
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
    #expect(auto.stints.allSatisfy { $0.generation <= auto.generation && !$0.why.isEmpty })
  }

  /// A board far larger than what lives on it is not needed until the edges come near.
  @Test(arguments: [
    Universe(.torus, width: 2200, height: 2100), Universe(.plane, width: 2300, height: 2200),
  ])
  func `crosses the edges of a large universe`(universe: Universe) throws {
    var pattern = Art.pattern(Self.glider)
    pattern.universe = universe
    let auto = try AutoStepper(pattern, EngineOptions(), generations: 9000)
    #expect(auto.engine == .tiles)
    let board = try BitmapStepper(pattern, EngineOptions())
    for count in [1000, 3100, 60, 40, 500] {
      try auto.advance(by: BigInt(count))
      try board.advance(by: BigInt(count))
      try Self.expectSame(auto, board)
    }
    #expect(auto.engine == .bitmap)
  }

  @Test func `rolls through a tube`() throws {
    var pattern = Art.pattern(Self.glider)
    pattern.universe = Universe(.torus, width: 300, height: 0)
    let auto = try AutoStepper(pattern, EngineOptions(), generations: 1000)
    var reference = try ReferenceStepper(pattern, EngineOptions())
    for count in [400, 170, 30, 100] {
      try auto.advance(by: BigInt(count))
      try reference.advance(by: BigInt(count))
      try Self.expectSame(auto, reference)
    }
    #expect(auto.stints.map(\.engine) == [.tiles, .bytes])
  }

  @Test func `begins with what suits`() throws {
    let soup = Pattern(cells: Soup.cells(1, width: 600, height: 600))
    #expect(try AutoStepper(soup, EngineOptions(), generations: 20).engine == .bitmap)
    #expect(try AutoStepper(soup, EngineOptions(), generations: 5000).engine == .tiles)
    let tree = try soup.inTree()
    #expect(try AutoStepper(tree, EngineOptions(), generations: 20).engine == .hashlife)
    var torus = soup
    torus.universe = Universe(.torus, width: 700, height: 700)
    #expect(try AutoStepper(torus, EngineOptions(), generations: 20).engine == .bitmap)
  }

  /// A glider in 2^100 generations, which no tile could follow.
  @Test func `gets to any generation`() throws {
    let pattern = Art.pattern(Self.glider)
    let auto = try AutoStepper(pattern, EngineOptions(), generations: BigInt.powerOfTwo(100))
    let start = try #require(auto.bounds)
    try auto.advance(by: BigInt.powerOfTwo(100))
    let end = try #require(auto.bounds)
    #expect(end.x - start.x == BigInt.powerOfTwo(98))
    #expect(auto.population == 5)
  }
}
