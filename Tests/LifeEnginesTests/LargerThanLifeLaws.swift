import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// The engines for Larger than Life rules, compared with the reference.
@Suite struct LargerThanLifeLaws {
  typealias Shape = LargerThanLife.Neighborhood.Shape

  static func pattern(seed: Int, rule: LargerThanLife, universe: Universe) -> Pattern {
    let width = universe.isUnbounded ? 1 + seed % 29 : universe.width
    let height = universe.isUnbounded ? 1 + seed % 17 : universe.height
    var pattern = Pattern(
      cells: Soup.cells(seed, width: width, height: height, states: rule.states),
      rule: Rule(.largerThanLife(rule)), in: universe)
    pattern.declaredSize = (width, height)
    pattern.generation = BigInt(seed % 2)
    return pattern
  }

  /// Planes and tori, as narrow as possible and at the edges of words.
  static func universe(_ seed: Int, range: Int) -> Universe {
    let sizes = [2 * range, 2 * range + 1, 63, 64, 65, 128, 3 * range + 64, 130]
    let size = { (number: Int) in max(2 * range, sizes[number % sizes.count]) }
    switch seed % 3 {
    case 0: return .plane
    case 1: return Universe(.torus, width: size(seed / 3), height: 2 * range + seed % 4)
    default: return Universe(.plane, width: size(seed / 3), height: 2 * range + seed % 5)
    }
  }

  private func expectReference(
    _ pattern: Pattern, steps: [Int], comment: Comment
  ) throws {
    let reference = try ReferenceRun(of: pattern, inStepsOf: steps)
    for level in CPULevel.supported {
      try reference.expectSame(
        from: Engine.bitmap.makeStepper(for: pattern, options: EngineLaws.options(level)),
        comment: comment)
    }
  }

  @Test(arguments: Shape.allCases)
  func `Larger than Life boards equal the reference`(shape: Shape) throws {
    for seed in Effort.cases(24, long: 600) {
      let range = 1 + seed / 3 % 3 + (seed % 17 == 16 ? 5 : 0)
      let rule = Soup.largerThanLife(seed: seed, shape: shape, range: range, b0: seed % 5 == 4)
      let pattern = Self.pattern(
        seed: seed, rule: rule, universe: Self.universe(seed, range: range))
      try expectReference(pattern, steps: [0, 1, 2], comment: "\(pattern.rulestring) seed \(seed)")
    }
  }

  // Sums of 8, 16 and 32 bits; squares, discs, diamonds, pyramids; many states.
  @Test(arguments: [
    "R5,C0,M1,S34..58,B34..45,NM", "R7,C0,M1,S113..225,B113..225,NM", "R9,C0,S100-220,B120-230",
    "R12,C0,S100-160,B90-140,NN", "R11,C9,S120-200,B110-170,NC", "R3,C256,S5-9,B6-8",
    "R2,C255,S5-9,B6-8", "R8,C0,S1500-3000,B1700-2600,NG", "R17,C0,S9000-30000,B12000-27000,NG",
    "R6,C3,S20-60,B30-50,NB", "R5,C0,S20-60,25,B30-50,ND", "R7,C0,M1,S1..225,B1..225,NM",
    "R7,C0,S4-9,B5-8,N+", "R3,C0,S2-5,11-12,B4-9,N+", "R7,C0,S50-90,B55-80,N2",
    "R6,C0,S1,3,5,7,9,11,13,15,17,19,21,23,25,27-60,B20-22,24,26,28,NC",
  ])
  func `Larger than Life rules of large sums equal the reference`(text: String) throws {
    let rule = try LargerThanLife(parsing: Array(text.utf8))
    for seed in [0, 1, 2] {
      let pattern = Self.pattern(
        seed: seed + 21, rule: rule, universe: Self.universe(seed, range: rule.range))
      try expectReference(pattern, steps: [1, 1], comment: "\(pattern.rulestring) seed \(seed)")
    }
  }

  /// Bosco's rule: its patterns outgrow every board. In the other rules patterns settle or die.
  @Test func `Larger than Life growth on the plane equals the reference`() throws {
    for text in ["R2,C0,S5-9,B6-8,NC", "R3,C4,S8-16,B9-15", "R1,C0,S0-2,B1,NN"] {
      let rule = try LargerThanLife(parsing: Array(text.utf8))
      for seed in 0..<2 {
        let pattern = Self.pattern(seed: seed + 40, rule: rule, universe: .plane)
        try expectReference(pattern, steps: [3, 9, 13], comment: "\(text) seed \(seed)")
      }
    }
  }

  /// A rule of explosive growth: live cells fill all cells within their range.
  @Test(arguments: [2, 5, 9])
  func `growth reaches exactly the range of the rule`(range: Int) throws {
    let most = (2 * range + 1) * (2 * range + 1) - 1
    let text = "R\(range),C0,M0,S0..\(most),B1..\(most),NM"
    let pattern = try Art.pattern("O", under: text)
    var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
    for generation in 1...60 {
      try stepper.advance(by: 1)
      let reach = BigInt(range * generation)
      let side = BigInt(2 * range * generation + 1)
      #expect(stepper.population == side * side, "generation \(generation)")
      #expect(stepper.bounds == Bounds(x: -reach, y: -reach, width: side, height: side))
    }
  }

  /// Dean Hickerson's jitterbug: it moves by 4 cells to the east in 40 generations.
  private static let jitterbug = Art.cells(
    """
    .OOOO
    O....O.
    O....OO
    OO..OOO
    OOOOOOO
    .OOOO..
    .OOOO..
    .OOOO..
    """)
  private static let jitterbugRule = "R4,C0,M1,S24..38,B22..31,NM"

  /// The jitterbug and a still life, for far more generations than an engine can step.
  @Test(arguments: [BigInt(0), 1, 39, 40, 12_345, BigInt.powerOfTwo(200) + 17])
  func `a pattern that repeats on the plane is not stepped again`(count: BigInt) throws {
    for (text, cells, speed) in [
      (Self.jitterbugRule, Self.jitterbug, 4), ("R2,C0,S3,B20", Art.cells("OO\nOO"), 0),
    ] {
      let pattern = try Pattern(cells: cells, at: Position(x: -3, y: 5), under: text)
      var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
      var early = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
      let (periods, phase) = count.quotientAndRemainder(dividingBy: 40)
      try stepper.advance(by: count)
      try early.advance(by: BigInt(phase))
      var expected = try early.snapshot()
      expected.statedPosition = Position(
        x: expected.origin.x + periods * BigInt(speed), y: expected.origin.y)
      #expect(stepper.generation == count)
      #expect(try stepper.snapshot().hasSameCells(as: expected), "\(text)")
      // The known period stays valid.
      try stepper.advance(by: 41)
      try early.advance(by: 41)
      #expect(stepper.population == early.population)
    }
  }

  @Test func `a pattern that repeats on a torus is not stepped again`() throws {
    let pattern = try Pattern(cells: Self.jitterbug, under: Self.jitterbugRule + ":T40,30")
    var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
    var early = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
    let count = BigInt.powerOfTwo(200) + 17
    try stepper.advance(by: count)
    try early.advance(by: BigInt(count.quotientAndRemainder(dividingBy: 400).1))
    #expect(try stepper.snapshot().hasSameCells(as: early.snapshot()))
  }

  /// Equal stored cells mean different things at even and at odd generations.
  @Test func `only even periods of Larger than Life rules with B0 are skipped`() throws {
    for seed in 0..<40 {
      let rule = Soup.largerThanLife(seed: seed, shape: .moore, range: 1, b0: true)
      let pattern = Self.pattern(
        seed: seed, rule: rule, universe: Universe(.torus, width: 4, height: 2 + seed % 3))
      try expectReference(
        pattern, steps: Array(repeating: 65, count: 6),
        comment: "\(pattern.rulestring) seed \(seed)")
    }
  }

  @Test(.needsOptimization, arguments: Shape.allCases)
  func `threads do not change the cells of Larger than Life rules`(shape: Shape) throws {
    let range = shape == .weighted ? 2 : 6
    let rule = Soup.largerThanLife(seed: 3, shape: shape, range: range)
    for topology in [Universe.Topology.torus, .plane] {
      let universe = Universe(topology, width: 517, height: 401)
      let pattern = Self.pattern(seed: 8, rule: rule, universe: universe)
      try EngineLaws.expectSame(
        Engine.bitmap.makeStepper(for: pattern, options: EngineLaws.options(threads: 3)),
        as: Engine.bitmap.makeStepper(for: pattern, options: EngineLaws.options()),
        inStepsOf: [1, 1, 1], comment: "\(pattern.rulestring)")
    }
  }

  @Test func `steps of Larger than Life rules commute with translation`() throws {
    for seed in Effort.cases(6, long: 60) {
      let shape = Shape.allCases[seed % Shape.allCases.count]
      // Triangles point up and down alternately, so only even translations are symmetries.
      let rule = Soup.largerThanLife(seed: seed, shape: shape, range: 2)
      let still = Self.pattern(seed: seed, rule: rule, universe: .plane)
      for (dx, dy) in [(1, 1), (63, -65), (1 << 40, -(1 << 50))] {
        try EngineLaws.expectCommuting(.bitmap, still, movedBy: Offset(x: dx, y: dy))
      }
    }
  }

  @Test func `windows of Larger than Life boards equal the reference`() throws {
    let rule = Soup.largerThanLife(seed: 2, shape: .circular, range: 3)
    for universe in [.plane, Universe(.torus, width: 70, height: 9)] {
      let pattern = Self.pattern(seed: 11, rule: rule, universe: universe)
      var stepper = try Engine.bitmap.makeStepper(for: pattern, options: EngineOptions())
      var expected = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
      try stepper.advance(by: 1)
      try expected.advance(by: 1)
      for window in EngineLaws.windows {
        #expect(stepper.states(in: window) == expected.states(in: window))
      }
    }
  }

  @Test func `rules of range 1 that equal a B/S rule run on its engines`() throws {
    let pairs = [
      ("R1,C0,S2-3,B3", "B3/S23"), ("R1,C0,M1,S1..9,B0..3,NM", "B0123/S012345678"),
    ]
    for (text, plain) in pairs {
      let rule = try Rule(parsing: text)
      let pattern = Art.pattern(".OO\nOO.\n.O.", rule: rule)
      for engine in [Engine.reference, .bitmap, .hashlife] {
        var stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
        var same = pattern
        same.statedRule = try Rule(parsing: plain)
        var other = try engine.makeStepper(for: same, options: EngineOptions())
        try stepper.advance(by: 30)
        try other.advance(by: 30)
        #expect(try stepper.snapshot().hasSameCells(as: other.snapshot()), "\(engine) \(text)")
        #expect(try stepper.snapshot().rule == rule)
      }
    }
  }

  @Test func `a Larger than Life board beyond the memory limit is refused`() throws {
    let options = EngineLaws.options(memory: 1 << 20)
    let rule = try LargerThanLife(parsing: Array("R500,C0,S1-9,B1".utf8))
    for universe in [.plane, Universe(.torus, width: 30000, height: 30000)] {
      let pattern = Art.pattern("OO", rule: Rule(.largerThanLife(rule)), in: universe)
      #expect(throws: MemoryExhausted.self) {
        try Engine.bitmap.makeStepper(for: pattern, options: options)
      }
    }
  }

  @Test func `Larger than Life rules refuse twisted universes`() {
    let rule = Soup.largerThanLife(seed: 2, shape: .circular, range: 3)
    for topology in [Universe.Topology.sphere, .crossSurface, .klein(twistsRows: true)] {
      let pattern = Self.pattern(
        seed: 1, rule: rule, universe: Universe(topology, width: 20, height: 20))
      for engine in Engine.allCases {
        #expect(throws: UnsupportedPattern.self) {
          try engine.makeStepper(for: pattern, options: EngineOptions())
        }
      }
    }
  }
}
