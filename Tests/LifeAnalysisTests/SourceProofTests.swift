import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Something that grows, beside objects whose periods have nothing to do with its own.
@Suite struct SourceProofTests {
  /// The objects of several of these are hit by the stream first.
  @Test(arguments: [
    Scene("gosper-gun", beside: [("p43-snark-loop", 300, -200)]),
    Scene("p46-gun", beside: [("coe-ship", 151, -262), ("48p31", -105, 263)]),
    Scene("backrake", beside: [("short-keys", 100, -10)]),
    Scene("backrake", beside: [("octagon", 100, -10), ("caterer", 160, -10)]),
    Scene("backrake", beside: [("ecologist", -306, 120), ("sidewalk", -376, -254)]),
    Scene("backrake-2", beside: [("fireship", -166, -386), ("34p64", 122, 209)]),
    Scene("2x12-infinite-growth", beside: [("204p41", 157, 164), ("lake", 307, -395)]),
  ])
  func `what grows is told beside objects of other periods`(scene: Scene) throws {
    let identifier = Identifier(AnalysisRule(.life))
    let alone = try identifier.identify(Scene.pattern(scene.source))
    let result = try identifier.identify(scene.pattern())
    #expect(alone.kind != .unknown)
    #expect(result.kind == alone.kind)
    #expect(result.period == alone.period)
    #expect(result.displacement == alone.displacement)
    #expect(Set(result.emitted) == Set(alone.emitted))
  }

  /// The blinkers that a puffer leaves begin beside a gun.
  @Test(arguments: [("gosper-gun", 60, 120), ("gosper-gun", 100, 120), ("p46-gun", 90, 184)])
  func `a gun beside a puffer is not forgotten`(gun: String, distance: Int, period: Int) throws {
    let scene = Scene(gun, beside: [("blinker-puffer", 0, distance)])
    let result = try Identifier(AnalysisRule(.life)).identify(scene.pattern())
    #expect(result.kind == .linearGrowth && result.period == period)
    let growth = try #require(result.growth)
    #expect(growth.period == period)
    for start in [growth.start, 10_000, 20_000] {
      #expect(try scene.grows(by: growth.perPeriod, in: period, from: start), "\(start)")
    }
  }

  @Test(arguments: [("gosper-gun", 60), ("simkin-gun", 120)])
  func `several sources that fly apart grow by what they add together`(
    gun: String, period: Int
  ) throws {
    let scene = Scene(gun, beside: [("space-rake", 100, -120)])
    let result = try Identifier(AnalysisRule(.life)).identify(scene.pattern())
    #expect(result.kind == .linearGrowth && result.period == period)
    let growth = try #require(result.growth)
    #expect(growth.period == period)
    for start in [growth.start, growth.start + 10_000] {
      #expect(try scene.grows(by: growth.perPeriod, in: period, from: start), "\(start)")
    }
  }

  /// An object near the lane of the gliders of a gun, where the first one arrives after some
  /// thousand generations. The judge is a simulation until long after that.
  @Test(arguments: [("short-keys", 3), ("p43-snark-loop", 43), ("block", 1)])
  func `a stream that hits an object late is never told to go on`(
    name: String, period: Int
  ) throws {
    var hits = 0
    for seed in Effort.cases(6, long: 60) {
      var random = Seeded(seed)
      let distance = Int.random(in: 200...900, using: &random)
      let aside = Int.random(in: -12...12, using: &random)
      let scene = Scene("gosper-gun", beside: [(name, distance + 24 + aside, distance + 8)])
      // Debris of the first gliders may live for some thousand generations.
      let late = 8 * distance + 8_000
      let result = try Identifier(AnalysisRule(.life)).identify(scene.pattern())
      let hasMet = try scene.hasMet(after: late)
      if hasMet { hits += 1 }
      if result.kind == .gun, result.period == 30 {
        #expect(
          try scene.grows(by: 5 * period, in: 30 * period, from: late), "\(scene)")
      }
      if !hasMet, result.kind != .unknown {
        #expect(result.kind == .gun && result.period == 30, "\(scene)")
      }
    }
    #expect(hits > 0 || Effort.isBrief)
  }
}

/// A pattern of the collection, and others whose corners are at some places.
struct Scene: CustomStringConvertible, Sendable {
  let source: String
  private let objects: [(name: String, x: Int, y: Int)]

  init(_ source: String, beside objects: [(name: String, x: Int, y: Int)]) {
    self.source = source
    self.objects = objects
  }

  var description: String {
    source + objects.map { ", \($0.name) at \($0.x), \($0.y)" }.joined()
  }

  static func pattern(_ name: String) throws -> Pattern {
    var pattern = try #require(CatalogueEntry.all.first { $0.name == name }).pattern()
    pattern.position = .origin
    return pattern
  }

  func pattern() throws -> Pattern {
    try parts().reduce(Self.pattern(source)) { try $0.pasting($1, limit: .max) }
  }

  private func parts() throws -> [Pattern] {
    try objects.map { object in
      var part = try Self.pattern(object.name)
      part.position = Position(x: BigInt(object.x), y: BigInt(object.y))
      return part
    }
  }

  private func evolution(_ pattern: Pattern) throws -> Evolution {
    try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
  }

  /// Whether the population is not that of all of them alone at some time; compared at every 50th
  /// generation.
  func hasMet(after generations: Int) throws -> Bool {
    var alone = try ([Self.pattern(source)] + parts()).map(evolution)
    var together = try evolution(pattern())
    while together.generation < generations {
      try together.advance(by: 50)
      for index in alone.indices { try alone[index].advance(by: 50) }
      if together.population != alone.map(\.population).reduce(0, +) { return true }
    }
    return false
  }

  /// Whether the population grows by a number again and again, from a generation on.
  func grows(by number: Int, in period: Int, from start: Int) throws -> Bool {
    var evolution = try evolution(pattern())
    try evolution.advance(by: start)
    for _ in 0..<10 {
      let before = evolution.population
      try evolution.advance(by: period)
      guard evolution.population == before + number else { return false }
    }
    return true
  }
}
