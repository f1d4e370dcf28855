import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// Setting cells equals rebuilding the pattern, on every engine.
@Suite(.needsOptimization) struct EditingLaws {
  /// A pattern as a dictionary, edited cell by cell and rebuilt.
  struct Model {
    private var pattern: Pattern
    private var cells: [Position: State]

    init(_ stepper: any Stepper) throws {
      pattern = try stepper.snapshot().inRows()
      cells = try pattern.states()
    }

    mutating func set(_ changes: [Position: State]) {
      for (place, state) in changes where isInside(place) {
        cells[place] = state == 0 ? nil : state
      }
    }

    private func isInside(_ place: Position) -> Bool {
      let universe = pattern.universe
      let x = place.x - BigInt(universe.left)
      let y = place.y - BigInt(universe.top)
      return (universe.width == 0 || x >= 0 && x < BigInt(universe.width))
        && (universe.height == 0 || y >= 0 && y < BigInt(universe.height))
    }

    func rebuilt() throws -> Pattern {
      var result = pattern
      let corner = cells.keys.first ?? .origin
      result.cells = Cells(
        cells.map { place, state in
          CellRun(
            y: (place.y - corner.y).int ?? 0, x: (place.x - corner.x).int ?? 0, length: 1,
            state: state)
        })
      result.statedPosition = corner
      return try result.packedForRule()
    }
  }

  /// Random cells near a place, at any column of a word.
  static func changes(
    near place: Position, reach: Int, states: Int, _ random: inout Seeded
  ) -> [Position: State] {
    var changes: [Position: State] = [:]
    for _ in 0..<[1, 1, 4, 40].randomElement(using: &random)! {
      let x = Int.random(in: -reach...reach, using: &random)
      let y = Int.random(in: -reach...reach, using: &random)
      // Half of the cells die.
      let isAlive = Bool.random(using: &random)
      let state = isAlive ? State.random(in: 1..<State(states), using: &random) : 0
      changes[place.moved(byX: x, y: y)] = state
    }
    return changes
  }

  static func states(_ changes: [Position: State], planes: Int) throws -> CellStates {
    let corner = changes.keys.first ?? .origin
    var states = CellStates(from: corner, planes: planes)
    for (place, state) in changes {
      let x = place.x - corner.x
      let y = place.y - corner.y
      // Any bit of a word may be the cell.
      let bit = (x.int ?? 0) & 31
      try states.append(
        y: y.int ?? 0, x: (x.int ?? 0) - bit, mask: 1 << UInt64(bit), state: state)
    }
    return states
  }

  /// Rules of every family, with their numbers of states.
  static let rules = [
    "B3/S23", "B36/S125", "B03/S23", "B018/S018", "B2/S34H", "345/2/4", "/2/3", "LifeHistory",
    "BBM", "Critters", "PCA_2",
    "JvN29", "R2,C2,S4-7,B5-6,NM", "R3,C3,M1,S6..12,B8..11,NC", "345/2/40",
  ]

  static let universes = ["", ":T30,20", ":T64,64", ":P41,70", ":K40*,30", ":S33", ":T50,0"]

  private static func soup(seed: Int, text: String) throws -> Pattern {
    var pattern = try Pattern(
      cells: Soup.cells(seed, width: 20, height: 16), at: Position(x: -10, y: -8), under: text)
    pattern.generation = BigInt(seed % 3)
    return try pattern.packedForRule()
  }

  /// The steppers of all engines serving a pattern, with their names.
  private static func steppers(
    _ engines: [Engine?] = Engine.allCases + [nil], of pattern: Pattern
  ) throws -> [(name: String, stepper: any Stepper)] {
    try engines.compactMap { engine in
      try EngineLaws.stepper(engine, of: pattern).map { (engine?.rawValue ?? "auto", $0) }
    }
  }

  @Test(arguments: rules)
  func `cells that are set are those of a rebuilt pattern`(rule: String) throws {
    // Some families know no twisted edges or no odd sizes.
    let universes = Self.universes.filter {
      (try? RuleAndUniverse(parsing: (rule + $0).utf8)) != nil
    }
    for (index, universe) in universes.enumerated() {
      for seed in Effort.cases(2, long: 60) {
        var random = Seeded(seed * 100 + index)
        let pattern = try Self.soup(seed: seed, text: rule + universe)
        // All engines are edited and stepped alike, beside one model and its reference.
        var steppers = try Self.steppers(of: pattern)
        for round in 0..<Effort.count(8, brief: 3) {
          var model = try Model(steppers[0].stepper)
          let before = try steppers[0].stepper.snapshot()
          let place = Position(
            x: BigInt(Int.random(in: -25...25, using: &random)),
            y: BigInt(Int.random(in: -25...25, using: &random)))
          let changes = Self.changes(
            near: place, reach: 9, states: pattern.rule.states, &random)
          model.set(changes)
          let edited = try Engine.reference.makeStepper(
            for: model.rebuilt(), options: EngineOptions())
          var expected = edited
          let count = BigInt([0, 1, 2, 7, 8, 13].randomElement(using: &random)!)
          try expected.advance(by: count)
          for engine in steppers.indices {
            let comment: Comment = "\(steppers[engine].name) \(rule + universe) \(seed) \(round)"
            let planes = steppers[engine].stepper.planes
            let former = try steppers[engine].stepper.set(Self.states(changes, planes: planes))
            if round % 3 == 2 {
              // Undo.
              let again = try steppers[engine].stepper.set(former)
              #expect(try steppers[engine].stepper.snapshot().hasSameCells(as: before), comment)
              try steppers[engine].stepper.set(again)
            }
            try EngineLaws.expectSame(steppers[engine].stepper, as: edited, comment: comment)
            try steppers[engine].stepper.advance(by: count)
            try EngineLaws.expectSame(steppers[engine].stepper, as: expected, comment: comment)
          }
        }
      }
    }
  }

  /// Gliders and lightweight spaceships flying apart, beside a blinker, a block and a pulsar.
  private static func spaceships(_ seed: Int) -> Pattern {
    let glider = ".O.\n..O\nOOO"
    let ship = ".O..O\nO....\nO...O\nOOOO."
    var random = Seeded(seed)
    var runs: [CellRun] = []
    for (index, art) in [glider, ship, glider, ship, "OOO", "OO\nOO", glider].enumerated() {
      let symmetry = Symmetry.all[Int.random(in: 0..<8, using: &random)]
      let x = 200 * index - 600 + Int.random(in: 0..<48, using: &random)
      let y = Int.random(in: -300...300, using: &random)
      symmetry.applied(to: Art.cells(art)).forEachRun { run in
        runs.append(CellRun(y: run.y + y, x: run.x + x, length: run.length))
      }
    }
    return Pattern(cells: Cells(runs), at: .origin)
  }

  @Test func `spaceships and ash are edited while they fly and repeat`() async throws {
    try await forEachCase(of: Effort.cases(12, long: 2000)) { seed in
      var random = Seeded(seed)
      var steppers = try Self.steppers(
        [.tiles, .hashlife, .bytes, nil], of: Self.spaceships(seed))
      for round in 0..<6 {
        let count = BigInt([1, 5, 64, 300, 1000].randomElement(using: &random)!)
        for engine in steppers.indices { try steppers[engine].stepper.advance(by: count) }
        var model = try Model(steppers[0].stepper)
        // At, near or far from something alive.
        let snapshot = try steppers[0].stepper.snapshot().inRows()
        var live: [Position] = []
        snapshot.cells.forEachRun { live.append(snapshot.origin.moved(byX: $0.x, y: $0.y)) }
        let distance = [0, 0, 3, 12, 60, 200].randomElement(using: &random)!
        let place = (live.randomElement(using: &random) ?? .origin)
          .moved(byX: distance, y: Int.random(in: -distance...distance, using: &random))
        let changes = Self.changes(near: place, reach: 2 + distance / 4, states: 2, &random)
        model.set(changes)
        let rebuilt = try BitmapStepper(model.rebuilt(), options: EngineOptions())
        for engine in steppers.indices {
          try steppers[engine].stepper.set(Self.states(changes, planes: 1))
        }
        for count in [0, 1, 7, 40, 200] {
          try rebuilt.advance(by: BigInt(count))
          for engine in steppers.indices {
            try steppers[engine].stepper.advance(by: BigInt(count))
            try EngineLaws.expectSame(
              steppers[engine].stepper, as: rebuilt,
              comment: "\(steppers[engine].name) \(seed) \(round) \(count)")
          }
        }
      }
    }
  }

  /// Rules with engines that serve them; `nil` for the automatic one.
  private static let repeating: [(rule: String, engines: [Engine?])] = [
    ("B3/S23:T12,12", [.bitmap, .bytes, nil]), ("345/2/4:T12,9", [.bitmap, .bytes, nil]),
    ("R2,C2,S4-7,B5-6,NM:T12,12", [.bitmap, nil]), ("B03/S23:T8,8", [.bitmap, .bytes, nil]),
    ("B3/S23", [.bitmap, .tiles, .hashlife, .bytes, nil]),
  ]

  @Test(arguments: repeating.flatMap { rule, engines in engines.map { ($0, rule) } })
  func `an edit ends what repeated`(engine: Engine?, rule: String) throws {
    for seed in Effort.cases(5, long: 200) {
      var random = Seeded(seed)
      let soup = try Self.soup(seed: seed, text: rule)
      var stepper = try #require(try EngineLaws.stepper(engine, of: soup))
      for round in 0..<3 {
        try stepper.advance(by: BigInt(2000 + seed))
        var model = try Model(stepper)
        let states = try stepper.snapshot().rule.states
        let changes = Self.changes(near: .origin, reach: 5, states: states, &random)
        model.set(changes)
        try stepper.set(Self.states(changes, planes: stepper.planes))
        var rebuilt = try #require(try EngineLaws.stepper(engine, of: model.rebuilt()))
        for count in [0, 1, 2, 30, 1000] {
          try stepper.advance(by: BigInt(count))
          try rebuilt.advance(by: BigInt(count))
          try EngineLaws.expectSame(
            stepper, as: rebuilt,
            comment: "\(engine?.rawValue ?? "auto") \(rule) \(seed) \(round) \(count)")
        }
      }
    }
  }

  /// Counting a step computes the next one in advance. An edit in between must not spoil it.
  @Test(arguments: CPULevel.supported)
  func `tiles that are counted in every generation can be edited at once`(level: CPULevel) throws {
    for seed in Effort.cases(6, long: 400) {
      var random = Seeded(seed)
      let soup = Pattern(cells: Soup.cells(seed, width: 90, height: 70), at: .origin)
      let tiles = try TilesStepper(soup, options: EngineLaws.options(level))
      let tree = try HashLifeStepper(soup, options: EngineLaws.options(level))
      for generation in 1...240 {
        try tiles.advance(by: 1)
        try tree.advance(by: 1)
        #expect(tiles.population == tree.population, "seed \(seed) at \(generation)")
        // Several edits of some steps, none of others.
        guard generation.isMultiple(of: 8) else { continue }
        for _ in 0..<Int.random(in: 0...2, using: &random) {
          let place = Position(
            x: BigInt(Int.random(in: -20...110, using: &random)),
            y: BigInt(Int.random(in: -20...90, using: &random)))
          let changes = try Self.states(
            Self.changes(near: place, reach: 9, states: 2, &random), planes: 1)
          _ = try tiles.set(changes)
          _ = try tree.set(changes)
          #expect(tiles.population == tree.population, "seed \(seed) at \(generation)")
        }
      }
      try EngineLaws.expectSame(tiles, as: tree, comment: "seed \(seed)")
    }
  }

  @Test(arguments: Engine.allCases.filter { $0 != .bitmap })
  func `cells far away are set`(engine: Engine) throws {
    var stepper = try engine.makeStepper(
      for: Art.pattern(".O.\n..O\nOOO"), options: EngineOptions())
    let far = 1 << 50
    let changes: [Position: State] = [
      Position(x: BigInt(far), y: BigInt(-far)): 1,
      Position(x: BigInt(far + 1), y: BigInt(-far)): 1,
      Position(x: BigInt(far), y: BigInt(1 - far)): 1, Position(x: BigInt(-far), y: 0): 0,
    ]
    let former = try stepper.set(Self.states(changes, planes: 1))
    #expect(stepper.population == 8)
    try stepper.advance(by: 4)
    #expect(stepper.population == 9 && stepper.bounds?.width == BigInt(far + 1))
    try stepper.set(former)
    #expect(stepper.population == 6)
  }

  @Test func `hashlife sets cells at any distance, and other engines refuse`() throws {
    let far = Position(x: BigInt.powerOfTwo(200) + 3, y: -BigInt.powerOfTwo(130) - 7)
    for engine in Engine.allCases {
      var stepper = try engine.makeStepper(
        for: Art.pattern(".O.\n..O\nOOO"), options: EngineOptions())
      let cells = try Self.states([far: 1, far.moved(byX: -5, y: 9): 1], planes: 1)
      guard engine == .hashlife else {
        #expect(throws: MemoryExhausted.self) { try stepper.set(cells) }
        #expect(stepper.population == 5)
        continue
      }
      let former = try stepper.set(cells)
      #expect(stepper.population == 7)
      #expect(stepper.bounds?.x == 0 && stepper.bounds?.width == far.x + 1)
      #expect(stepper.bounds?.y == far.y)
      try stepper.set(former)
      #expect(stepper.population == 5 && stepper.bounds?.width == 3)
    }
  }

  @Test func `auto takes an engine that reaches far cells`() throws {
    for (rule, engine) in [("B3/S23", Engine.hashlife), ("345/2/4", .hashlife)] {
      let pattern = try Art.pattern(".O.\n..O\nOOO", under: rule)
      let stepper = try AutoStepper(pattern.packedForRule(), options: EngineOptions())
      let far = Position(x: BigInt.powerOfTwo(99), y: 0)
      _ = try stepper.set(Self.states([far: 1], planes: stepper.planes))
      #expect(stepper.engine == engine && stepper.population == 6)
    }
  }

  @Test func `auto sums the neighborhoods of many cells that are set`() throws {
    let pattern = try Art.pattern("O", under: "R5,C0,M1,S34..58,B34..45,NM")
    let stepper = try AutoStepper(pattern, options: EngineOptions())
    let first = stepper.engine
    var cells = CellStates(from: .origin, planes: 1)
    for y in 0..<100 { try cells.append(y: y, x: 0, mask: .max, state: 1) }
    _ = try stepper.set(cells)
    #expect(stepper.engine == .bitmap && stepper.population == 6400)
    #expect(first == .reference || first == .bitmap)
  }
}

extension CellStates {
  /// Adds one state for some of 64 cells of row `y`, bit 0 in column `x`.
  fileprivate mutating func append(y: Int, x: Int, mask: UInt64, state: State) throws {
    let states = (0..<planes).map { state >> State($0) & 1 == 1 ? mask : 0 }
    try append(y: y, x: x, mask: mask, states: states.span)
  }
}
