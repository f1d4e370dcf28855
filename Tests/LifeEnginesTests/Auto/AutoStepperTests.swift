import LifeCore
import LifeEngines
import TestSupport
import Testing

/// The cells are exact for any choice of engines.
@Suite struct AutoStepperTests {
  static let glider = ".O.\n..O\nOOO"

  @Test(arguments: EngineLaws.universes)
  func `the automatic engine equals the reference`(universe: Universe) throws {
    for (seed, rule) in Soup.knownRules.enumerated() {
      let pattern = EngineLaws.pattern(seed: seed, rule: rule, universe: universe)
      let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 6)
      try EngineLaws.expectSame(
        auto, as: Engine.reference.makeStepper(for: pattern, options: EngineOptions()),
        inStepsOf: [0, 1, 5],
        comment: "\(pattern.rulestring)")
    }
  }

  /// Long enough for trials of other engines, in one advance and in several.
  @Test(arguments: ["switch-engine-breeder", "gosper-gun", "acorn"])
  func `the automatic engine equals HashLife after thousands of generations`(name: String) throws {
    let pattern = try HashLifeTests.named(name)
    let tree = try HashLifeStepper(pattern, options: EngineOptions())
    let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 6000)
    try EngineLaws.expectSame(
      auto, as: tree, inStepsOf: [1, 64, 100, 1000, 2048, 2787], comment: "\(name)")
    let whole = try AutoStepper(pattern, options: EngineOptions())
    try whole.advance(by: 6000)
    try EngineLaws.expectSame(whole, as: tree, comment: "\(whole.spans)")
    // As with `--every 100` in a long run, which may be continued by HashLife.
    let sampled = try AutoStepper(pattern, options: EngineOptions(), generations: 1_000_000)
    for _ in 0..<60 { try sampled.advance(by: 100) }
    try EngineLaws.expectSame(sampled, as: tree, comment: "\(sampled.spans)")
    let names = auto.spans.map(\.engine)
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
    #expect(auto.spans.allSatisfy { $0.start <= auto.generation && !$0.reason.isEmpty })
  }

  /// Pieces that end within a period would be stepped up to their ends: 60 of them, if each is
  /// twice as long as the one before.
  @Test func `whole periods are one piece`() throws {
    let pattern = Art.pattern(Self.glider, in: Universe(.torus, width: 1000, height: 1000))
    let end = BigInt.powerOfTwo(60)
    let auto = try AutoStepper(
      pattern, options: EngineOptions(), generations: end, now: { 0 })
    var pieces = 0
    auto.onProgress = { _, _ in pieces += 1 }
    try auto.advance(by: end)
    #expect(pieces < 25)
    var bytes = try Engine.bytes.makeStepper(for: pattern, options: EngineOptions())
    try bytes.advance(by: end)
    try EngineLaws.expectSame(auto, as: bytes, comment: "2^60 generations")
  }

  /// Rules of two states, with B0 and without, and of more.
  static let rules =
    Soup.knownRules
    + ["B2/S/3", "345/2/4", "B2/S345/5", "JvN29", "B2-a/S12", "B3/S23H"].map { Soup.rule($0) }

  /// At odd generations, within the eight generations of the tiles' steps, at any place in a tile.
  @Test func `engines may be changed at any generation`() throws {
    let seeds = Effort.cases(60, long: 4000)
    var changesInAll = 0
    for seed in seeds {
      var random = Seeded(seed)
      let number = { (below: Int) in Int(random.next() >> 8 % UInt64(below)) }
      var pattern = Pattern(
        cells: Soup.cells(seed, width: 1 + number(40), height: 1 + number(30)))
      pattern.statedRule = Self.rules[seed % Self.rules.count]
      pattern.statedPosition = Position(x: BigInt(number(100)), y: BigInt(number(100)))
      pattern.generation = BigInt(number(2))
      let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 50)
      var reference = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
      var changes = 0
      for _ in 0..<4 {
        let count = BigInt(1 + number(13))
        try auto.advance(by: count)
        try reference.advance(by: count)
        try EngineLaws.expectSame(auto, as: reference, comment: "\(auto.spans)")
        let engine = Engine.allCases[number(Engine.allCases.count)]
        let canRun =
          (try? engine.makeStepper(for: auto.snapshot(), options: EngineOptions())) != nil
        #expect(try auto.change(to: engine, because: "test") == canRun, "seed \(seed): \(engine)")
        if canRun {
          #expect(auto.engine == engine)
          changes += 1
        }
        try EngineLaws.expectSame(auto, as: reference, comment: "\(auto.spans)")
      }
      #expect(auto.spans.count == 1 + changes, "seed \(seed)")
      changesInAll += changes
    }
    // Few rules run on one engine only.
    #expect(changesInAll > 2 * seeds.count)
  }

  /// Half of the memory limit is a trial's, all of it the selected engine's.
  @Test func `a tree that was selected may use the whole memory limit`() throws {
    let options = EngineLaws.options(memory: 1 << 28)
    let auto = try AutoStepper(
      HashLifeTests.named("switch-engine-breeder"), options: options, generations: 100_000)
    try auto.advance(by: 100_000)
    #expect((auto.stepper as? HashLifeStepper)?.memoryLimit == options.memoryLimit)
  }

  /// Far from the edges, tiles of the unbounded plane replace a large board.
  @Test(arguments: [
    Universe(.torus, width: 2200, height: 2100), Universe(.plane, width: 2300, height: 2200),
  ])
  func `patterns of the automatic engine cross the edges of a universe`(universe: Universe) throws {
    let pattern = Art.pattern(Self.glider, in: universe)
    let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 9000)
    #expect(auto.engine == .tiles)
    try EngineLaws.expectSame(
      auto, as: BitmapStepper(pattern, options: EngineOptions()),
      inStepsOf: [1000, 3100, 60, 40, 500], comment: "\(universe)")
    #expect(auto.engine == .bytes)
  }

  @Test func `boards step filled universes, and bytes nearly empty ones`() throws {
    var pattern = Art.pattern(Self.glider, in: Universe(.torus, width: 1000, height: 1000))
    let glider = try AutoStepper(pattern, options: EngineOptions(), generations: .powerOfTwo(60))
    try glider.advance(by: .powerOfTwo(60))
    #expect(glider.spans.map(\.engine) == [.bytes])
    pattern.cells = Soup.cells(1, width: 900, height: 900)
    pattern.statedPosition = .origin
    let soup = try AutoStepper(pattern, options: EngineOptions(), generations: 100)
    #expect(soup.engine == .bitmap)
  }

  @Test func `patterns wrap around a tube in the automatic engine`() throws {
    let pattern = Art.pattern(Self.glider, in: Universe(.torus, width: 300, height: 0))
    let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 1000)
    try EngineLaws.expectSame(
      auto, as: ReferenceStepper(pattern, options: EngineOptions()),
      inStepsOf: [400, 170, 30, 100], comment: "a tube")
    #expect(auto.spans.map(\.engine) == [.tiles, .bytes])
  }

  @Test func `the first engine depends on pattern, rule and universe`() throws {
    let soup = Pattern(cells: Soup.cells(1, width: 600, height: 600))
    #expect(try AutoStepper(soup, options: EngineOptions(), generations: 20).engine == .tiles)
    #expect(try AutoStepper(soup, options: EngineOptions(), generations: 5000).engine == .tiles)
    let tree = try soup.inTree()
    #expect(try AutoStepper(tree, options: EngineOptions(), generations: 20).engine == .hashlife)
    var torus = soup
    torus.universe = Universe(.torus, width: 700, height: 700)
    #expect(try AutoStepper(torus, options: EngineOptions(), generations: 20).engine == .bitmap)
    var fire = soup
    fire.statedRule = Self.rules[Soup.knownRules.count]
    #expect(try AutoStepper(fire, options: EngineOptions(), generations: 20).engine == .bitmap)
    fire.cells = Soup.cells(1, width: 9, height: 2, density: 10)
    #expect(try AutoStepper(fire, options: EngineOptions(), generations: 20).engine == .bytes)
    fire.statedRule = Self.rules[Soup.knownRules.count + 3]
    fire.cells = soup.cells
    #expect(try AutoStepper(fire, options: EngineOptions(), generations: 20).engine == .hashlife)
  }

  /// No stepping engine could follow a glider for 2^100 generations.
  @Test func `the automatic engine runs 2^100 generations`() throws {
    let pattern = Art.pattern(Self.glider)
    let auto = try AutoStepper(
      pattern, options: EngineOptions(), generations: BigInt.powerOfTwo(100))
    let start = try #require(auto.bounds)
    try auto.advance(by: BigInt.powerOfTwo(100))
    let end = try #require(auto.bounds)
    #expect(end.x - start.x == BigInt.powerOfTwo(98))
    #expect(auto.population == 5)
  }

  /// No time passes, so nothing is worth a trial.
  @Test func `a stopped clock changes no engine`() throws {
    let pattern = try HashLifeTests.named("gosper-gun")
    let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 3000) { 0 }
    try auto.advance(by: 3000)
    #expect(auto.spans.map(\.engine) == [.tiles])
  }

  /// As in the player: short advances first, then a far goal in many interrupted requests.
  @Test func `HashLife reaches a far goal after many short advances`() throws {
    let interrupt = Interrupt()
    var options = EngineOptions()
    options.interrupt = interrupt
    var time = 0.0
    var tick = 0.0
    let auto = try AutoStepper(
      HashLifeTests.named("gosper-gun"), options: options, generations: nil
    ) {
      time += tick
      return time
    }
    for _ in 0..<100 { try auto.advance(by: 100) }
    #expect(auto.engine == .tiles)
    tick = 0.01
    auto.onProgress = { _, _ in interrupt.raise() }
    let goal = BigInt.powerOfTwo(30)
    for _ in 0..<100 where auto.generation < goal {
      interrupt.lower()
      do { try auto.advance(by: goal - auto.generation) } catch is Stopped {}
    }
    #expect(auto.generation == goal)
    #expect(auto.engine == .hashlife)
  }

  /// Every look at the clock takes 10 ms, so the selection depends on the pattern alone.
  @Test func `the automatic engine selects the same trials by the same clock`() throws {
    let pattern = try HashLifeTests.named("gosper-gun")
    let runs = try (0..<2).map { _ in
      var time = 0.0
      let auto = try AutoStepper(pattern, options: EngineOptions(), generations: 100_000) {
        time += 0.01
        return time
      }
      try auto.advance(by: 100_000)
      return auto.spans
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0].map(\.engine) == [.tiles, .hashlife])
  }
}
