import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Two guns whose streams of gliders cross or collide far away.
///
/// The judge is a simulation of all cells and of each gun alone: the streams have met when the
/// cells differ from those of both guns.
@Suite(.needsOptimization) struct StreamLawTests {
  @Test(arguments: [[30, 30], [30, 46], [30, 60], [46, 46], [60, 60], [60, 120], [120, 120]])
  func `streams that collide late are never reported as endless growth`(periods: [Int]) throws {
    var collided = 0
    for seed in Effort.cases(2, long: 200) {
      // The streams of seed 1 collide.
      let streams = try CrossingStreams(periods, seed: seed ^ 1)
      let result = try streams.identified()
      if try streams.haveMet() {
        collided += 1
        // The remains may be periodic or grow in another way.
        #expect(try streams.doesWhatIsTold(result), "\(streams): \(result.kind)")
      } else if result.kind != .unknown {
        #expect(result.kind == .gun && result.period == streams.period, "\(streams)")
        let emitted = result.emitted.reduce(0) { $0 + $1.count }
        #expect(emitted == streams.emittedInPeriod, "\(streams)")
      }
    }
    #expect(collided > 0)
  }

  @Test(arguments: [0, 100, 300])
  func `streams of period 120 that cross without a collision are two guns`(distance: Int) throws {
    var passed = 0
    for lag in [0, 10, 15, 20] {
      let streams = try CrossingStreams([120, 120], distance: distance, lag: lag, isHeadOn: false)
      guard try !streams.haveMet() else { continue }
      passed += 1
      let result = try streams.identified()
      #expect(result.kind == .gun && result.period == 120)
      #expect(result.emitted.map(\.count) == [1, 1])
    }
    #expect(passed > 0)
  }
}

/// A gun emitting to the south-east, and one turned for its stream to meet the first one's.
private struct CrossingStreams: CustomStringConvertible {
  let description: String
  /// The number of generations until both guns are in the same phase again.
  let period: Int
  let emittedInPeriod: Int
  private let guns: [Pattern]
  private let both: Pattern
  /// A generation after the gliders of a whole period have passed the crossing and the other gun.
  private let late: Int

  init(_ periods: [Int], seed: Int) throws {
    var random = Seeded(seed)
    let isHeadOn = seed % 3 == 2
    try self.init(
      periods, distance: Int.random(in: 0...(seed % 3 == 1 ? 1_000 : 300), using: &random),
      lag: Int.random(in: isHeadOn ? -4...4 : 0...periods[1] / 4, using: &random),
      isHeadOn: isHeadOn)
  }

  /// - Parameters:
  ///   - distance: the remaining diagonal way of the first gliders to their meeting, in cells, 600
  ///     generations after the start.
  ///   - lag: the distance of the second glider behind the first if they cross. If they fly head
  ///     on, the distance of their lanes.
  init(_ periods: [Int], distance: Int, lag: Int, isHeadOn: Bool) throws {
    let first = try EmittingGun(periods[0], to: Offset(x: 1, y: 1))
    let second = try EmittingGun(periods[1], to: Offset(x: -1, y: isHeadOn ? -1 : 1))
    var moved = second.pattern
    moved.statedPosition = Position(
      x: BigInt(first.leader.x - second.leader.x + 2 * distance + lag),
      y: BigInt(first.leader.y - second.leader.y + (isHeadOn ? 2 * distance : 0) - lag))
    guns = [first.pattern, moved]
    both = try first.pattern.pasting(moved, limit: .max)
    period = periods[0] / greatestCommonDivisor(periods[0], periods[1]) * periods[1]
    emittedInPeriod = period / periods[0] + period / periods[1]
    // Unless met head on, a stream flies on to the other gun.
    let flight = EmittingGun.start + 4 * (distance + abs(lag))
    late = (isHeadOn ? 2 : 1) * flight + 2 * period + 200
    description =
      "\(periods) \(isHeadOn ? "head on" : "across") after \(distance) with a lag of \(lag)"
  }

  func identified() throws -> Identification {
    let limits = AnalysisLimits(generations: 3_000)
    return try Identifier(AnalysisRule(.life), limits: limits).identify(both)
  }

  /// The generations between two comparisons. Guns continue, so the effects of a collision remain
  /// visible.
  private static let interval = 200

  /// Whether the cells of both guns together differ from those of each gun alone.
  func haveMet() throws -> Bool {
    var alone = try guns.map {
      try Evolution($0, rule: AnalysisRule(.life), options: EngineOptions())
    }
    var together = try Evolution(both, rule: AnalysisRule(.life), options: EngineOptions())
    while together.generation < late + period {
      try together.advance(by: Self.interval)
      var runs: [CellRun] = []
      for index in alone.indices {
        try alone[index].advance(by: Self.interval)
        let (x, y) = (guns[index].origin.x.int ?? 0, guns[index].origin.y.int ?? 0)
        try alone[index].cells().forEachRun {
          runs.append(CellRun(y: $0.y + y, x: $0.x + x, length: $0.length))
        }
      }
      if try Cells(runs) != together.cells() { return true }
    }
    return false
  }

  /// Whether the pattern really recurs or grows as identified, even late.
  func doesWhatIsTold(_ result: Identification) throws -> Bool {
    guard result.kind != .unknown else { return true }
    var evolution = try Evolution(both, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: max(late, result.lifespan, result.growth?.start ?? 0))
    if let growth = result.growth {
      for _ in 0..<10 {
        let before = evolution.population
        try evolution.advance(by: growth.period)
        guard evolution.population == before + growth.perPeriod else { return false }
      }
      return true
    }
    guard result.emitted.isEmpty else { return false }
    let population = evolution.population
    try evolution.advance(by: result.period ?? result.parts.map(\.period).reduce(1, *))
    return evolution.population == population
  }
}

/// A gun of the collection with one glider per period, turned into a direction.
private struct EmittingGun {
  /// In this generation, the first glider is in front of everything else.
  static let start = 600

  let pattern: Pattern
  /// The foremost corner of the first glider in this generation.
  let leader: Cell

  private static let names = [30: "gosper-gun", 46: "p46-gun", 60: "p60-gun", 120: "simkin-gun"]

  init(_ period: Int, to direction: Offset) throws {
    let entry = try CatalogueEntry.named(Self.names[period] ?? "")
    let result = try Identifier(AnalysisRule(.life)).identify(entry.pattern())
    let emitted = try #require(result.emitted.first).displacement
    let cells = try entry.pattern().cells.oriented(
      Orientation(mirrorsX: emitted.x != direction.x, mirrorsY: emitted.y != direction.y))
    let pattern = Pattern(cells: cells, at: .origin)
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: Self.start)
    let box = try #require(evolution.box)
    self.pattern = pattern
    leader = Cell(
      x: direction.x > 0 ? box.endX : box.x, y: direction.y > 0 ? box.endY : box.y)
  }
}
