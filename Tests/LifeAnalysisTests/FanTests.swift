import LifeCore
import LifeEngines
import LifeIO
import TestSupport
import Testing

@testable import LifeAnalysis

/// Growth that is proved by the corners of a picture, which move away from one place.
@Suite struct FanTests {
  private let life = Identifier(AnalysisRule(.life))

  /// It lays the conduits of a track, which one Herschel follows at another speed.
  @Test func `a puffer whose debris is changed far behind it is proved`() throws {
    let result = try life.identify(vector("herschel-track-puffer"))
    #expect(result.kind == .puffer && result.period == 100)
    #expect(result.displacement == Offset(x: 50, y: 0))
  }

  @Test func `a breeder of guns that share their conduits is proved`() throws {
    let result = try life.identify(vector("herschel-channel-breeder"))
    #expect(result.kind == .breeder && result.period == 100)
    #expect(result.displacement == Offset(x: 50, y: 0))
  }

  /// Each engine flies beside the one before, and none of them would leave blocks alone.
  @Test func `a breeder of puffers that need each other is proved`() throws {
    let result = try life.identify(vector("switch-engine-wall"))
    #expect(result.kind == .breeder && result.period == 80)
    #expect(result.displacement == Offset(x: 40, y: 0))
    #expect(result.made?.kind == .puffer && result.made?.period == 288)
  }

  /// The rake moves away from the puffers, whose debris becomes switch engines when its gliders
  /// arrive: long after the puffers, at half their speed and every 784 generations.
  @Test func `what is made of the debris of a puffer is not made by the puffer`() throws {
    let result = try life.identify(vector("c4-switch-engine-breeder"))
    #expect(result.kind == .quadraticGrowth && result.period == nil && result.made == nil)
  }

  @Test func `a pattern that fills the plane grows quadratically and is no breeder`() throws {
    let entry = try #require(CatalogueEntry.all.first { $0.name == "spacefiller" })
    let result = try life.identify(entry.pattern())
    #expect(result.kind == .quadraticGrowth && result.period == nil && result.made == nil)
    #expect(result.code?.description == "zz_QUADRATIC")
  }

  @Test(arguments: [2_000, 20_000])
  func `nothing is proved while a block is in the way`(y: Int) throws {
    var pattern = try #require(CatalogueEntry.all.first { $0.name == "spacefiller" }).pattern()
    pattern.position = .origin
    var block = try read("x = 2, y = 2, rule = B3/S23\n2o$2o!")
    block.position = Position(x: 20, y: BigInt(y))
    pattern = try pattern.pasting(block, limit: .max)
    var limits = AnalysisLimits()
    limits.generations = 1_000
    #expect(try Identifier(life.rule, limits: limits).identify(pattern).kind == .unknown)
  }
}

/// What a proof says of all later cells, compared with the cells.
@Suite struct FanProofTests {
  /// A pattern that is followed.
  private struct Run {
    let longest: Int
    var evolution: Evolution
    let center: Offset

    init(_ name: String, longest: Int) throws {
      let cells = try vector(name).cells
      let box = try #require(cells.bounds)
      self.longest = longest
      evolution = try Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())
        .evolution(of: cells)
      center = Offset(x: box.x + box.width / 2, y: box.y + box.height / 2)
    }

    mutating func history(from generation: Int) throws -> CellHistory {
      try evolution.advance(by: generation - evolution.generation)
      return try #require(
        try CellHistory(
          &evolution, from: generation, count: 2 * longest, around: center, range: 1))
    }
  }

  private func proof(by history: CellHistory, longest: Int) throws -> FanProof? {
    let search = FanSearch(history: history, range: 1, longestPeriod: longest, interrupt: nil)
    let proofs = try search.fans().compactMap { fan in
      var fan = fan
      try fan.improve(by: history, interrupt: nil)
      return try FanProof(fan, history: history, interrupt: nil)
    }
    return proofs.min { $0.earliest < $1.earliest }
  }

  /// When a proof of all cells could be given, nothing is between three corners yet.
  @Test(arguments: [
    ("rake-breeder", 440...800, 70), ("switch-engine-wall", 980...1_700, 300),
    ("herschel-channel-breeder", 550...1_400, 260),
  ])
  func `a breeder is no rake or puffer however early it is proved`(
    name: String, starts: ClosedRange<Int>, longest: Int
  ) throws {
    var proved = 0
    for start in stride(from: starts.lowerBound, through: starts.upperBound, by: 90) {
      var run = try Run(name, longest: longest)
      let history = try run.history(from: start)
      guard let proof = try proof(by: history, longest: longest), proof.isProved else { continue }
      proved += 1
      let growth = try FanGrowth(proof, interrupt: nil)
      #expect(growth.isQuadratic, "at \(start)")
      #expect(try growth.identification(tellsFedSources: false)?.kind == .breeder, "at \(start)")
    }
    #expect(proved > 0)
  }

  @Test func `a history goes on as another one that begins later`() throws {
    for count in [1, 30, 41, 60] {
      var run = try Run("rake-breeder", longest: 20)
      let early = try run.history(from: 100)
      let later = try #require(try early.later(by: count, following: &run.evolution))
      var otherRun = try Run("rake-breeder", longest: 20)
      let other = try otherRun.history(from: 100 + count)
      #expect(later.last == other.last)
      for generation in max(later.first, other.first)...later.last {
        #expect(later[generation] == other[generation])
      }
    }
  }

  @Test(arguments: [
    ("herschel-track-puffer", 7_000, 200), ("herschel-channel-breeder", 3_000, 260),
    ("switch-engine-wall", 3_500, 300), ("rake-breeder", 3_000, 70), ("breeder", 3_000, 70),
    ("c4-switch-engine-breeder", 6_144, 1_024),
  ])
  func `cells recur with each corner long after the proof`(
    name: String, start: Int, longest: Int
  ) throws {
    var run = try Run(name, longest: longest)
    let early = try run.history(from: start)
    let proof = try #require(try proof(by: early, longest: longest))
    let fan = proof.fan
    #expect(proof.isProved)
    // The generations of both must not overlap.
    let late = try run.history(from: max(start + 2_000, early.last + 100))
    var guess = 0
    for generation in [late.last, late.last - 1, late.last - 37] {
      for (corner, value) in fan.corners.enumerated() {
        let differences =
          value.isEmpty
          ? late[generation] : late.differences(at: generation, motion: value.motion)
        #expect(!differences.isEmpty)
        let largest =
          differences.map { fan.coordinate(of: corner, $0, at: generation, guess: &guess) }.max()
          ?? 0
        #expect(largest < proof.bounds[corner], "corner \(corner) at \(generation)")
      }
    }
  }

  @Test func `a proof and what it tells of growth end at an interrupt`() throws {
    let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())
    var evolution = try separation.evolution(of: vector("switch-engine-wall").cells)
    let center = try #require(evolution.box.map { Offset(x: $0.x, y: $0.y) })
    let history = try #require(
      try CellHistory(&evolution, from: 0, count: 20, around: center, range: 1))
    let motions = [PeriodicMotion(displacement: Offset(x: 1, y: 0), period: 2)]
    var fan = try #require(
      Fan(motions, apex: Fan.Apex(x: 0, y: 0, generation: 0), range: 1))
    let proof = try #require(try FanProof(fan, history: history, interrupt: nil))
    let interrupt = Interrupt()
    interrupt.raise()
    #expect(throws: Stopped.self) { try FanProof(fan, history: history, interrupt: interrupt) }
    #expect(throws: Stopped.self) { try FanGrowth(proof, interrupt: interrupt) }
    #expect(throws: Stopped.self) { try fan.improve(by: history, interrupt: interrupt) }
  }

  @Test func `a history has the cells of all generations and their differences`() throws {
    let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())
    for seed in Effort.cases(10, long: 200) {
      var evolution = try separation.evolution(of: soup(seed, width: 40, height: 30))
      var ahead = try separation.evolution(of: soup(seed, width: 40, height: 30))
      let center = Offset(x: 17, y: -5)
      let history = try #require(
        try CellHistory(&ahead, from: 3, count: 20, around: center, range: 1))
      var generations: [Set<Cell>] = []
      for _ in 0...20 {
        generations.append(
          Set(try evolution.cells().positions.map { Cell(x: $0.x - 17, y: $0.y + 5) }))
        try evolution.advance(by: 1)
      }
      for (index, cells) in generations.enumerated() {
        #expect(Set(history[3 + index].map { Cell(x: $0.x, y: $0.y) }) == cells)
      }
      let motion = PeriodicMotion(displacement: Offset(x: -3, y: 2), period: 6)
      let expected = generations[20].symmetricDifference(
        generations[14].moved(by: motion.displacement))
      let found = history.differences(at: 23, motion: motion)
      #expect(found.count == expected.count)
      #expect(Set(found.map { Cell(x: $0.x, y: $0.y) }) == expected)
    }
  }

  /// Triangles cover the square once, and the coordinates of a place lead to it.
  @Test func `coordinates lead from the apex to each place`() throws {
    for seed in Effort.cases(30, long: 1_000) {
      var random = Seeded(seed)
      let motions = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        let period = Int.random(in: 2...40, using: &random)
        let displacement = Offset(
          x: Int.random(in: -period...period, using: &random),
          y: Int.random(in: -period...period, using: &random))
        return PeriodicMotion(displacement: displacement, period: period)
      }
      let apex = Fan.Apex(x: 5, y: -9, generation: 12)
      // Motions of one velocity are one corner.
      guard let fan = Fan(motions, apex: apex, range: 1) else { continue }
      var guess = 0
      for _ in 0..<50 {
        let key = CellKey(
          x: Int.random(in: -2_000...2_000, using: &random),
          y: Int.random(in: -2_000...2_000, using: &random))
        let places = fan.triangles.map { fan.coordinates(of: key, at: 1_212, in: $0) }
        let inside = places.filter { $0.min() > 1e-9 }
        #expect(inside.count <= 1, "seed \(seed)")
        let found = try #require(fan.place(of: key, at: 1_212, guess: &guess), "seed \(seed)")
        var sum = (x: 0.0, y: 0.0, time: 0.0)
        for (index, corner) in found.triangle.corners.enumerated() {
          let motion = fan.corners[corner].motion
          sum.x += found.coordinates[index] * Double(motion.displacement.x)
          sum.y += found.coordinates[index] * Double(motion.displacement.y)
          sum.time += found.coordinates[index] * Double(motion.period)
        }
        #expect(abs(sum.x - Double(key.x - 5)) < 1e-6, "seed \(seed)")
        #expect(abs(sum.y - Double(key.y + 9)) < 1e-6, "seed \(seed)")
        #expect(abs(sum.time - 1_200) < 1e-6, "seed \(seed)")
      }
    }
  }
}
