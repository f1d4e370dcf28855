import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// The laws of every engine, by comparison with the reference and with itself.
@Suite struct EngineLaws {
  static let universes: [Universe] = [
    .plane, Universe(.torus, width: 1, height: 1), Universe(.torus, width: 2, height: 3),
    Universe(.torus, width: 63, height: 5), Universe(.torus, width: 64, height: 9),
    Universe(.torus, width: 65, height: 4), Universe(.torus, width: 511, height: 3),
    Universe(.torus, width: 512, height: 6), Universe(.torus, width: 513, height: 2),
    Universe(.plane, width: 1, height: 7), Universe(.plane, width: 64, height: 3),
    Universe(.plane, width: 127, height: 8), Universe(.plane, width: 511, height: 5),
    Universe(.plane, width: 512, height: 4), Universe(.plane, width: 1023, height: 2),
  ]

  static func options(
    _ level: CPULevel = .best, threads: Int = 1, memory: Int = .max, interrupt: Interrupt? = nil
  ) -> EngineOptions {
    var options = EngineOptions()
    options.cpu = level
    options.threads = threads
    options.memoryLimit = memory
    options.interrupt = interrupt
    return options
  }

  /// A stepper of an engine, or of the program's choice. Returns `nil` if the engine does not serve
  /// the rule or the universe.
  static func stepper(_ engine: Engine?, of pattern: Pattern) throws -> (any Stepper)? {
    do {
      guard let engine else { return try AutoStepper(pattern, options: EngineOptions()) }
      return try engine.makeStepper(for: pattern, options: EngineOptions())
    } catch is UnsupportedPattern {
      return nil
    }
  }

  /// A soup to fit the universe, or a small one on the plane.
  static func pattern(seed: Int, rule: Rule, universe: Universe) -> Pattern {
    let width = universe.isUnbounded ? 1 + seed % 23 : universe.width
    let height = universe.isUnbounded ? 1 + seed % 19 : universe.height
    var pattern = Pattern(
      cells: Soup.cells(seed, width: width, height: height), rule: rule, in: universe)
    pattern.declaredSize = (width, height)
    pattern.generation = BigInt(seed % 3)
    return pattern
  }

  /// Expects the same cells, population, bounds and generation of two steppers.
  static func expectSame(
    _ stepper: any Stepper, as expected: any Stepper, comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let snapshot = try stepper.snapshot()
    let wanted = try expected.snapshot()
    stepper.checkInvariants()
    #expect(try snapshot.hasSameCells(as: wanted), comment, sourceLocation: sourceLocation)
    #expect(stepper.population == expected.population, comment, sourceLocation: sourceLocation)
    #expect(stepper.bounds == expected.bounds, comment, sourceLocation: sourceLocation)
    #expect(stepper.generation == expected.generation, comment, sourceLocation: sourceLocation)
    #expect(snapshot.generation == stepper.generation, comment, sourceLocation: sourceLocation)
    #expect(snapshot.universe == wanted.universe, comment, sourceLocation: sourceLocation)
  }

  /// Expects the same of two steppers after each of some steps.
  static func expectSame(
    _ stepper: any Stepper, as expected: any Stepper, inStepsOf counts: [Int], comment: Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var stepper = stepper
    var expected = expected
    for count in counts {
      try stepper.advance(by: BigInt(count))
      try expected.advance(by: BigInt(count))
      try expectSame(
        stepper, as: expected, comment: "\(comment), at \(expected.generation)",
        sourceLocation: sourceLocation)
    }
  }

  /// Expects the same of a moved pattern as of the pattern itself.
  static func expectCommuting(_ engine: Engine, _ still: Pattern, movedBy offset: Offset) throws {
    var moved = still
    moved.statedPosition = still.origin.moved(byX: offset.x, y: offset.y)
    var a = try engine.makeStepper(for: still, options: options())
    var b = try engine.makeStepper(for: moved, options: options())
    try a.advance(by: 6)
    try b.advance(by: 6)
    var result = try a.snapshot()
    result.statedPosition = result.origin.moved(byX: offset.x, y: offset.y)
    #expect(try result.hasSameCells(as: b.snapshot()), "\(engine) \(still.rulestring) \(offset)")
  }

  /// Windows that cut words, cells and universes.
  static let windows = [(-3, -2, 9, 7), (0, 0, 64, 4), (-70, -1, 130, 3), (2, 1, 1, 1)].map {
    x, y, width, height in
    Bounds(from: Position(x: BigInt(x), y: BigInt(y)), width: width, height: height)
  }

  @Test(arguments: universes)
  func `every engine equals the reference`(universe: Universe) throws {
    let rules = Soup.knownRules + Effort.cases(6, long: 200).map { Soup.rule($0, b0: $0 % 4 == 0) }
    let counts = [0, 1, 1, 3]
    let engines = Engine.allCases.filter { $0 != .reference && $0.serves(universe) }
    for (seed, rule) in rules.enumerated() {
      let pattern = Self.pattern(seed: seed, rule: rule, universe: universe)
      let reference = try ReferenceRun(of: pattern, inStepsOf: counts)
      let levels = CPULevel.supported
      for engine in engines {
        for level in Effort.isBrief ? [levels[seed / 3 % levels.count]] : levels {
          let stepper = try engine.makeStepper(
            for: pattern, options: Self.options(level, threads: 1 + seed % 3))
          try reference.expectSame(
            from: stepper, comment: "\(engine) \(level) \(pattern.rulestring) seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `advancing by a and then b equals advancing by a + b`(engine: Engine) async throws {
    try await forEachCase(of: Self.universes.filter(engine.serves)) { universe in
      for seed in Effort.cases(3, long: 40) {
        let pattern = Self.pattern(
          seed: seed, rule: Soup.rule(seed, b0: seed % 2 == 1), universe: universe)
        var parts = try engine.makeStepper(for: pattern, options: Self.options(threads: 2))
        var whole = try engine.makeStepper(for: pattern, options: Self.options())
        for count in [3, 4] { try parts.advance(by: BigInt(count)) }
        try whole.advance(by: 7)
        try Self.expectSame(
          parts, as: whole, comment: "\(engine) \(pattern.rulestring) seed \(seed)")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `stepping commutes with translation`(engine: Engine) throws {
    for seed in Effort.cases(4, long: 60) {
      let still = Self.pattern(seed: seed, rule: Soup.rule(seed, b0: false), universe: .plane)
      for (dx, dy) in [(1, 0), (-1, 3), (63, -64), (1 << 40, -(1 << 50)), (.min, 0), (0, .min)] {
        try Self.expectCommuting(engine, still, movedBy: Offset(x: dx, y: dy))
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `stepping commutes with rotation and reflection`(engine: Engine) throws {
    for seed in Effort.cases(3, long: 40) {
      let pattern = Self.pattern(seed: seed, rule: Soup.rule(seed, b0: false), universe: .plane)
      var plain = try engine.makeStepper(for: pattern, options: Self.options())
      try plain.advance(by: 5)
      let expected = try plain.snapshot()
      for symmetry in Symmetry.all {
        var turned = pattern
        turned.cells = symmetry.applied(to: pattern.cells)
        var stepper = try engine.makeStepper(for: turned, options: Self.options())
        try stepper.advance(by: 5)
        var result = expected
        // The pattern's own origin is the center of the turn.
        let origin = expected.origin
        result.cells = symmetry.applied(
          to: expected.cells, offset: (origin.x.int ?? 0, origin.y.int ?? 0))
        result.statedPosition = .origin
        #expect(try result.hasSameCells(as: stepper.snapshot()), "\(engine) \(symmetry) \(seed)")
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `bounds grow by at most a cell per generation, and not from nothing`(engine: Engine) throws {
    for seed in Effort.cases(6, long: 60) {
      let rule = Soup.rule(seed, b0: seed % 2 == 0)
      var stepper = try engine.makeStepper(
        for: Self.pattern(seed: seed, rule: rule, universe: .plane), options: Self.options())
      for _ in 0..<6 {
        let before = stepper.bounds
        try stepper.advance(by: 1)
        guard let before else {
          #expect(stepper.bounds == nil, "\(engine) \(rule.canonical) made life from nothing")
          break
        }
        guard let after = stepper.bounds else { continue }
        #expect(after.x >= before.x - 1 && after.y >= before.y - 1)
        #expect(after.x + after.width <= before.x + before.width + 1)
        #expect(after.y + after.height <= before.y + before.height + 1)
      }
    }
  }

  @Test(arguments: Engine.allCases)
  func `later steps do not change a snapshot`(engine: Engine) throws {
    let pattern = Self.pattern(seed: 7, rule: .life, universe: .plane)
    var stepper = try engine.makeStepper(for: pattern, options: Self.options())
    let before = try stepper.snapshot()
    try stepper.advance(by: 9)
    #expect(try before.hasSameCells(as: pattern))
    #expect(before.generation == pattern.generation)
  }

  @Test(arguments: Engine.allCases)
  func `a window has the same cells as a snapshot`(engine: Engine) async throws {
    try await forEachCase(of: Self.universes.filter(engine.serves)) { universe in
      for seed in Effort.cases(3, long: 30) {
        let pattern = Self.pattern(seed: seed, rule: .life, universe: universe)
        var stepper = try engine.makeStepper(for: pattern, options: Self.options())
        try stepper.advance(by: 2)
        let snapshot = try stepper.snapshot()
        let origin = snapshot.origin
        for window in Self.windows {
          let part = try #require(Window(window, from: origin))
          let inside = try snapshot.cells.clipped(to: part)
            .moved(by: Offset(x: -part.x, y: -part.y))
          #expect(
            stepper.states(in: window) == inside.states,
            "\(engine) \(universe) seed \(seed) \(window)")
        }
      }
    }
  }
}

/// Positions near and beyond the limits of `Int`.
@Suite struct ExtremeCoordinateTests {
  /// Cells beyond the largest and the smallest `Int`, and too far apart for differences.
  static let far = [
    Position(x: 0, y: -BigInt.powerOfTwo(63) - 1), Position(x: BigInt(Int.min), y: 0),
    Position(x: 0, y: BigInt(Int.max)), Position(x: BigInt.powerOfTwo(61), y: 0),
    Position(x: -BigInt.powerOfTwo(62), y: BigInt.powerOfTwo(70)),
  ]

  @Test(arguments: Engine.allCases)
  func `cells far outside the edges are ignored`(engine: Engine) async throws {
    try await forEachCase(of: ["T100", "P100", "K100*,100", "T100,0", "P0,100"]) { suffix in
      var pattern = try Art.pattern(".O.\n..O\nOOO", in: Universe(parsing: Array(suffix.utf8)))
      var served = 0
      for position in Self.far {
        pattern.statedPosition = position
        let isInside =
          (pattern.universe.width == 0 || position.x == 0)
          && (pattern.universe.height == 0 || position.y == 0)
        guard var stepper = try EngineLaws.stepper(engine, of: pattern) else { continue }
        served += 1
        for _ in 0..<3 {
          #expect(stepper.population == (isInside ? 5 : 0), "\(engine) \(suffix) \(position)")
          try stepper.advance(by: 4)
        }
      }
      // A board needs an end in both directions.
      let isServed =
        engine.serves(pattern.universe) && (engine != .bitmap || pattern.universe.isBounded)
      #expect(served == (isServed ? Self.far.count : 0))
    }
  }

  /// A rule with its engines.
  static let servedRules: [(rule: String, engines: Set<Engine>)] = [
    ("B3/S23", Set(Engine.allCases)),
    ("345/2/4", [.reference, .bitmap, .hashlife, .bytes]),
    ("R2,C2,S4-7,B5-6,NM", [.reference, .bitmap]),
  ]

  @Test(arguments: Engine.allCases, servedRules)
  func `a window far from the pattern is empty`(
    engine: Engine, served: (rule: String, engines: Set<Engine>)
  ) throws {
    let rule = served.rule
    let pattern = try Art.pattern(".O.\n..O\nOOO", under: rule).packedForRule()
    let made = try EngineLaws.stepper(engine, of: pattern)
    #expect((made != nil) == served.engines.contains(engine))
    guard let stepper = made else { return }
    // Each engine counts from its own corner, so the smallest difference is somewhere here.
    for offset in -700...700 {
      for (x, y) in [(1, 0), (0, 1)] {
        let far = BigInt(Int.min) + BigInt(offset)
        let corner = Position(x: far * x, y: far * y)
        stepper.forEachRow(in: Bounds(from: corner, width: 10, height: 10)) { _, _, _ in
          Issue.record("\(engine) \(rule) \(corner)")
        }
      }
    }
  }

  @Test(arguments: Engine.allCases.filter { $0 != .bitmap })
  func `the cells of a row may be far apart`(engine: Engine) throws {
    let columns = [0, 63, 64, 200, 1 << 50]
    let pattern = Pattern(
      cells: Cells(columns.map { CellRun(y: 0, x: $0, length: 1) }), at: .origin)
    let stepper = try engine.makeStepper(for: pattern, options: EngineOptions())
    for left in [0, 1, 63] {
      var seen: [Int] = []
      let window = Bounds(
        from: Position(x: BigInt(left), y: 0), width: 1 << 51, height: 1)
      stepper.forEachRow(in: window) { _, x, words in
        for index in 0..<words.count * 64 where words[index / 64] >> UInt64(index % 64) & 1 == 1 {
          seen.append(left + x + index)
        }
      }
      #expect(seen == columns.filter { $0 >= left }, "\(engine) \(left)")
    }
  }
}

extension Engine {
  /// Whether this engine serves patterns in a universe. Other tests check its refusals.
  func serves(_ universe: Universe) -> Bool {
    universe.isUnbounded || (self != .hashlife && self != .tiles)
  }
}

/// One of the eight ways to lay a square on itself.
struct Symmetry: CustomStringConvertible {
  var swapsAxes: Bool
  var flipsX: Bool
  var flipsY: Bool

  static let all = (0..<8).map {
    Symmetry(swapsAxes: $0 & 4 != 0, flipsX: $0 & 2 != 0, flipsY: $0 & 1 != 0)
  }

  var description: String {
    "\(swapsAxes ? "transpose " : "")\(flipsX ? "x " : "")\(flipsY ? "y" : "")"
  }

  /// Turns cells about (0, 0), after moving them by `offset`.
  func applied(to cells: Cells, offset: (x: Int, y: Int) = (0, 0)) -> Cells {
    var runs: [CellRun] = []
    cells.forEachRun { run in
      for column in run.x..<run.x + run.length {
        var x = column + offset.x
        var y = run.y + offset.y
        if swapsAxes { (x, y) = (y, x) }
        runs.append(CellRun(y: flipsY ? -y : y, x: flipsX ? -x : x, length: 1))
      }
    }
    return Cells(runs)
  }
}
