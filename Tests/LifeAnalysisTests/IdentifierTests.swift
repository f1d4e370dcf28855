import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Known facts, and laws of identification.
@Suite struct IdentifierTests {
  let life = Identifier(AnalysisRule(.life))

  @Test(arguments: ["xs4_33", "xq4_153", "xp2_7", "xp3_co9nas0san9oczgoldlo0oldlogz1047210127401"])
  func `an object has exactly the rules in which it evolves alike`(code: String) throws {
    let pattern = try read(code)
    let result = try life.identify(pattern)
    let range = try #require(result.ruleRange)
    let cycle = try #require(result.cycle)
    let works = { (rule: LifeLike) in
      AnalysisRule(Rule(rule)).smallCycle(of: cycle.phases[0], maxPeriod: cycle.period)?.phases
        == cycle.phases
    }
    let small = try #require(range.smallest.rule.map.lifeLike)
    let large = try #require(range.largest.rule.map.lifeLike)
    #expect(works(small) && works(large))
    for bit in (1...8).map({ UInt16(1) << $0 }) {
      #expect(
        works(LifeLike(birthMask: small.birth & ~bit, survivalMask: small.survival))
          == (small.birth & bit == 0))
      #expect(
        works(LifeLike(birthMask: large.birth | bit, survivalMask: large.survival))
          == (large.birth & bit != 0))
      #expect(
        works(LifeLike(birthMask: large.birth, survivalMask: large.survival | bit))
          == (large.survival & bit != 0))
    }
    if code == "xq4_153" {
      #expect([small, large].map { Rule($0).canonical } == ["B3/S23", "B3678/S0235678"])
    }
  }

  @Test(arguments: [
    ("xq4_153", "c/4d", "c/4d", 2), ("xq4_6frc", "c/2o", "2c/4o", 2),
    ("xq4_27dee6", "c/2o", "2c/4o", 2),
  ])
  func `spaceships have their speeds`(
    code: String, speed: String, unreduced: String, mod: Int
  ) throws {
    let result = try life.identify(read(code))
    let found = try #require(result.velocity)
    #expect(result.kind == .spaceship)
    #expect(found.reduced + found.suffix == speed && found.unreduced + found.suffix == unreduced)
    #expect(result.measures?.mod == mod)
  }

  /// What a pattern becomes does not depend on how it is found: by recurrence, as small patterns,
  /// or by its objects, as patterns that take longer.
  @Test func `a pattern that settles has the kind and the measures of what it becomes`() throws {
    var seen: Set<Identification.Kind> = []
    let seeds = [try read("x = 6, y = 5, rule = B3/S23\n2b2o$4o$o$o$o2b2o!").cells]
    let soups = (0..<(Effort.isLong ? 800 : 40)).map {
      Soup.cells($0, width: 12, height: 12, density: 128)
    }
    for (number, cells) in (seeds + soups).enumerated() {
      let result = try life.identify(Pattern(onPlane: cells, rule: .life))
      guard result.lifespan > 0, let cycle = result.cycle else { continue }
      seen.insert(result.kind)
      let isOne = result.parts.reduce(0) { $0 + $1.count } == 1
      let alone = try life.identify(Pattern(onPlane: cycle.phases[0].cells, rule: .life))
      #expect(result.kind == (isOne ? alone.kind : .collection), "\(number)")
      #expect(result.period == alone.period && result.displacement == alone.displacement)
      #expect(result.finalPopulation == cycle.phases[0].bitmap.population)
      #expect(result.measures?.symmetry == alone.measures?.symmetry && result.mod == alone.mod)
    }
    #expect(seen.isSuperset(of: [.stillLife, .collection]))
  }

  @Test(
    .needsOptimization,
    arguments: ["B3/S23", "B3/S23|B3/S12", "B3/S23|B3/S12|B36/S23", "B0123/S23"])
  func `the final population is that of the generation in which a pattern settles`(
    rulestring: String
  ) throws {
    let rule = try Rule(parsing: rulestring)
    var settled = 0
    for seed in 0..<(Effort.isLong ? 400 : 40) {
      let soup = Soup.cells(seed, width: 5 + seed % 4, height: 6, density: 128)
      let pattern = try Pattern(onPlane: soup, rule: rule)
      let result = try Identifier(AnalysisRule(rule)).identify(pattern)
      guard result.lifespan > 0, result.isSettled, let population = result.finalPopulation else {
        continue
      }
      settled += 1
      var evolution = try Evolution(pattern, rule: AnalysisRule(rule), options: EngineOptions())
      try evolution.advance(by: result.lifespan)
      #expect(evolution.population == population, "\(seed)")
    }
    #expect(settled > 5)
  }

  @Test func `a spaceship of a Generations rule has planes in its code`() throws {
    let brain = try Rule(parsing: "/2/3")
    let result = try Identifier(AnalysisRule(brain)).identify(
      read("x = 2, y = 2, rule = /2/3\n2A$2B!", rule: brain))
    #expect(result.kind == .spaceship && result.period == 1)
    #expect(result.displacement == Offset(x: 0, y: -1))
    // Its live cells are one column, its dying cells the next one.
    #expect(result.code?.description == "xq1_03_3")
  }

  @Test func `oblique speeds have a slope`() {
    let knight = Velocity(Offset(x: -1, y: 2), period: 6)
    #expect(knight.reduced == "(2,1)c/6" && knight.slope == "2:1")
    #expect(knight.direction == "knightwise")
    let oblique = Velocity(Offset(x: 6, y: -26), period: 62)
    #expect(oblique.reduced == "(13,3)c/31" && oblique.unreduced == "(26,6)c/62")
    #expect(Velocity(Offset(x: 0, y: 5), period: 5).reduced == "c")
  }

  @Test(arguments: [
    ("O", "D8_1"), ("OO/OO", "D8_4"), ("OOO", "D4_+1"), ("OO", "D4_+2"), ("OO/OO/OO/OO", "D4_+4"),
    ("OO./O.O/.O.", "D2_x"), ("OO./O.O/.OO", "D4_x1"), ("OO/O.", "D2_x"), ("O./.O", "D4_x4"),
    ("OOO/O..", "C1"), ("OOO/.O.", "D2_+1"), ("OO./.OO", "C2_2"), ("OO../..OO", "C2_4"),
    ("OO./.O./.OO", "C2_1"), ("OO.O/O.OO/OO.O/O.OO", "C2_4"), ("OOOO/.OO.", "D2_+2"),
    ("OO.O/...O/O.../O.OO", "C4_4"), (".O.../....O/..O../O..../...O.", "C4_1"),
  ])
  func `bitmaps have the symmetry of their drawing`(drawing: String, symmetry: String) {
    let cells = Art.cells(drawing.replacing("/", with: "\n"))
    #expect(StaticSymmetry(Bitmap(cells)).rawValue == symmetry)
  }

  /// The one-strip examples of D. Hickerson's collection of oscillators, and spaceships by their
  /// glide reflections.
  @Test(arguments: [
    ("xs4_33", "*k*k"), ("xs4_252", "*c*c"), ("xs5_253", "//"), ("xs6_356", "xcxc"),
    ("xs6_25a4", "xkxk"), ("xs6_bd", ".k.k"), ("xs6_696", "+e+e"), ("xs6_39c", ".e.e"),
    ("xp2_7", "+c*c"), ("xp2_2a54", ".kxk"), ("xp2_7e", ".k.k"), ("xp2_318c", "xkxk"),
    ("xp15_4r4z4r4", "+e+e"), ("xp3_co9nas0san9oczgoldlo0oldlogz1047210127401", "*c*c"),
    ("xq4_153", "n/"), ("xq4_6frc", "n-c"), ("xq4_27dee6", "n-c"), ("xq4_27deee6", "n-c"),
  ])
  func `objects have their kinetic symmetries`(code: String, symmetry: String) throws {
    let cycle = try #require(try life.identify(read(code)).cycle)
    #expect(CycleSymmetry(cycle, rule: life.rule).kinetic == symmetry)
    for (index, phase) in cycle.phases.enumerated() {
      let cells = phase.bitmap.mapped(by: LatticeMap.square[index % 8]).cells(x: 5, y: -3)
      let turned = try #require(try life.identify(Pattern(cells: cells)).cycle)
      #expect(CycleSymmetry(turned, rule: life.rule).kinetic == symmetry)
    }
  }

  @Test func `bitmaps are mapped as the lattice says`() async throws {
    try await forEachCase(of: Effort.cases(64, long: 5_000)) { seed in
      let states = seed % 5 == 0 ? 5 : 2
      let cells = soup(
        seed, width: 1 + seed * 5 % 200, height: 1 + seed * 7 % 140, states: states)
      let bitmap = Bitmap(cells)
      for map in LatticeMap.square {
        var images: [CellRun] = []
        bitmap.forEachCell { x, y, state in
          let image = map(Cell(x: x, y: y))
          images.append(CellRun(y: image.y, x: image.x, length: 1, state: state))
        }
        #expect(bitmap.mapped(by: map) == Bitmap(Cells(images)))
      }
    }
  }

  @Test func `identification commutes with phase, symmetry and translation`() async throws {
    try await forEachCase(of: CodeVector.all.filter { $0.period > 1 && $0.population < 30 }) {
      vector in
      let first = try life.identify(read(vector.rle))
      for (index, phase) in (first.cycle?.phases ?? []).enumerated() {
        let map = LatticeMap.square[index % 8]
        let other = try life.identify(
          Pattern(cells: phase.bitmap.mapped(by: map).cells(x: 1 << 40, y: -index)))
        let image = map(Cell(x: first.displacement.x, y: first.displacement.y))
        #expect(other.displacement == Offset(x: image.x, y: image.y))
        #expect(other.period == first.period && other.kind == first.kind)
        #expect(other.measures?.mod == first.measures?.mod)
        #expect(other.measures?.heat.mean == first.measures?.heat.mean)
        #expect(other.measures?.symmetry == first.measures?.symmetry)
        #expect(other.measures?.symmetries.kinetic == first.measures?.symmetries.kinetic)
        #expect(other.measures?.activity?.rotor == first.measures?.activity?.rotor)
      }
    }
  }

  @Test func `patterns that die or settle have a lifespan`() throws {
    let diehard = try life.identify(named("diehard"))
    #expect(diehard.kind == .diehard && diehard.lifespan == 130)
    let pi = try life.identify(named("pi-heptomino"))
    #expect(pi.kind == .methuselah && pi.lifespan == 173 && pi.finalPopulation == 55)
    #expect(try life.identify(Pattern(cells: .none)).kind == .empty)
  }

  /// Under these rules the stored cells have another meaning in odd generations, and some patterns
  /// settle in one.
  @Test(arguments: [
    ("B0123467/S2457", "2o$o2$bo!", 1), ("B0123568/S025", "3b2o$3b2o$b3o$2obo$3bo!", 5),
    ("B02/S0123", "2obo$2obo2$b2o$2o!", 4),
  ])
  func `a pattern settles at the first generation that comes back, also at an odd one`(
    rule: String, rle: String, lifespan: Int
  ) throws {
    let pattern = try read("x = 0, y = 0, rule = \(rule)\n\(rle)\n")
    let rule = AnalysisRule(pattern.rule)
    let result = try Identifier(rule).identify(pattern)
    let period = try #require(result.period)
    let cells = try (0...lifespan + period).map { generation in
      var evolution = try Evolution(pattern, rule: rule, options: EngineOptions())
      try evolution.advance(by: generation)
      return try evolution.cells().states
    }
    #expect((0...lifespan).first { cells[$0] == cells[$0 + period] } == lifespan)
    #expect(result.lifespan == lifespan)
  }

  /// Three rules take turns, so periods are multiples of three, but all of them keep the block.
  @Test(arguments: [
    ("2o$2o", Identification.Kind.stillLife, 1), ("3o", .oscillator, 6),
    ("bo$2bo$3o", .spaceship, 12),
  ])
  func `a period is a multiple of the rules that take turns, but for still lifes`(
    rle: String, kind: Identification.Kind, period: Int
  ) throws {
    for generation in 0..<3 {
      let pattern = try read(
        "#CXRLE Gen=\(generation)\nx = 0, y = 0, rule = B3/S23|B36/S23|B38/S23\n\(rle)!\n")
      let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
      #expect(result.kind == kind)
      #expect(result.period == period)
      #expect(result.lifespan == 0)
    }
  }

  @Test(arguments: [
    ("obo", "B2/S", Identification.Kind.dying, 6), ("2o", "B2/S", .collection, 5),
    ("2o", "B25/S4", .collection, 5), ("obo", "B1357/S1357", .replicator, 0),
  ])
  func `copies are a replicator only if they go on`(
    row: String, rule: String, kind: Identification.Kind, lifespan: Int
  ) throws {
    let pattern = try read("x = 3, y = 1, rule = \(rule)\n\(row)!\n")
    let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
    #expect(result.kind == kind && result.lifespan == lifespan)
  }

  /// In twice the time, the sum of the populations of *n* copies grows by the factor 1 + *n*.
  @Test(arguments: [
    ("highlife-replicator", "zz_REPLICATOR"), ("parity-replicator", "zz_QUADRATIC"),
  ])
  func `replicators have the code of their growth`(name: String, code: String) throws {
    let pattern = try named(name)
    let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
    #expect(result.kind == .replicator && result.code?.description == code)
  }

  /// Some gliders need longer than a period from the gun to the eater.
  @Test(arguments: 34...38)
  func `a gun becomes one oscillator with its eater`(x: Int) throws {
    let gun = try named("gosper-gun")
    let place = Position(x: BigInt(x), y: BigInt(x - 13))
    let eater = try named("eater-1").cropped().shifted(by: place)
    let result = try life.identify(gun.pasting(eater, limit: .max))
    #expect(result.kind == .oscillator && result.period == 30 && result.lifespan > 0)
    #expect(result.parts.map(\.count) == [1] && result.parts.allSatisfy { $0.code.hasCells })
  }

  @Test func `what does not recur within the limits is unknown`() throws {
    var limits = AnalysisLimits(generations: 14)
    let brief = Identifier(AnalysisRule(.life), limits: limits)
    let result = try brief.identify(read("xp15_4r4z4r4"))
    #expect(result.kind == .unknown && result.reason?.contains("14 generations") == true)
    limits.generations = 15
    let enough = Identifier(AnalysisRule(.life), limits: limits)
    #expect(try enough.identify(read("xp15_4r4z4r4")).period == 15)
    limits.engine.interrupt = Interrupt()
    limits.engine.interrupt?.raise()
    let stopped = Identifier(AnalysisRule(.life), limits: limits)
    #expect(try stopped.identify(read("xp15_4r4z4r4").inTree()).reason == "interrupted")
  }

  @Test(arguments: [1 << 20, 1 << 40, 1 << 59])
  func `a pattern of cells far apart is identified`(distance: Int) throws {
    let runs = [0, distance].map { CellRun(y: 0, x: $0, length: 3) }
    let result = try life.identify(Pattern(cells: Cells(runs)))
    #expect(result.kind == .oscillator && result.period == 2)
    #expect(result.code?.description == "ov_p2")
    #expect(try life.objects(of: Cells(runs))?.map(\.code.description) == ["xp2_7", "xp2_7"])
  }

  @Test(arguments: [40, 62, 100])
  func `a spaceship is identified however far it has flown`(exponent: Int) throws {
    var stepper = try Engine.hashlife.makeStepper(
      for: read("xq4_153"), options: EngineOptions())
    try stepper.advance(by: BigInt.powerOfTwo(exponent))
    #expect(try life.identify(stepper.snapshot()).code?.description == "xq4_153")
  }

  @Test func `a pattern that comes back around a torus is an oscillator`() throws {
    var stripes = Pattern(
      cells: Cells([0, 1, 2, 3].map { CellRun(y: -4 + 2 * $0, x: -4, length: 8) }))
    stripes.statedRule = Rule(LifeLike(birth: [], survival: [2]))
    stripes.statedPosition = .origin
    stripes.universe = Universe(.torus, width: 8, height: 8)
    #expect(try Identifier(AnalysisRule(stripes.rule)).identify(stripes).kind == .stillLife)
    var glider = try read("xq4_153")
    glider.universe = Universe(.torus, width: 10, height: 10)
    let around = try life.identify(glider)
    #expect(around.kind == .oscillator && around.period == 40 && around.displacement == .zero)
    var block = Pattern(
      cells: Cells([0, 1].flatMap { y in [-5, 4].map { CellRun(y: y, x: $0, length: 1) } }))
    block.statedPosition = .origin
    block.universe = Universe(.torus, width: 10, height: 10)
    #expect(try life.identify(block).kind == .stillLife)
  }

  @Test func `a spaceship moves along an axis without edges`() throws {
    var glider = try read("xq4_153")
    glider.universe = Universe(.torus, width: 0, height: 10)
    let around = try life.identify(glider)
    #expect(around.kind == .spaceship && around.period == 40)
    #expect(around.displacement.y == 0 && abs(around.displacement.x) == 10)
    var ship = try read("xq4_6frc")
    for topology in [.plane, .torus] as [Universe.Topology] {
      ship.universe = Universe(topology, width: 12, height: 0)
      let south = try life.identify(ship)
      #expect(south.kind == .spaceship && south.period == 4)
      #expect(south.displacement.x == 0 && abs(south.displacement.y) == 2)
      ship.universe = Universe(topology, width: 0, height: 12)
      #expect(try life.identify(ship).kind != .spaceship)
    }
  }
}
