import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// The measures of a gun besides its period.
@Suite struct GunTests {
  private let life = Identifier(AnalysisRule(.life))

  @Test(arguments: [("gosper-gun", 36), ("simkin-gun", 36)])
  func `the smallest population is the one that the gun is known for`(
    name: String, cells: Int
  ) throws {
    #expect(try life.identify(named(name)).gun?.population.min == cells)
  }

  /// Guns with other cells close to each glider until it leaves.
  @Test(arguments: ["gosper-gun", "simkin-gun", "new-gun", "bi-gun"])
  func `population and heat are those of all cells but the gliders that fly away`(
    name: String
  ) throws {
    let pattern = try named(name)
    let result = try life.identify(pattern)
    let (told, period) = (try #require(result.gun), try #require(result.period))
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: 10 * period)
    var cells = [try evolution.cells().set]
    while cells.count < period + 5 {
      try evolution.advance(by: 1)
      cells.append(try evolution.cells().set)
    }
    let clusters = cells.map(Self.clusters)
    let moves = result.emitted.map(\.displacement)
    var populations: [Int] = []
    var heats: [Int] = []
    for index in 0..<period {
      let gliders = clusters[index].count { cluster in
        moves.contains { Self.isGlider(cluster, moving: $0, in: clusters[index...index + 4]) }
      }
      populations.append(cells[index].count - 5 * gliders)
      // In each generation, two cells of a glider die and two are born.
      heats.append(cells[index].symmetricDifference(cells[index + 1]).count - 4 * gliders)
    }
    #expect(told.population.min == populations.min() && told.population.max == populations.max())
    #expect(told.heat.min == heats.min() && told.heat.max == heats.max())
    #expect(told.population.minAt == populations.firstIndex(of: told.population.min))
    #expect(told.heat.maxAt == heats.firstIndex(of: told.heat.max))
    let mean = Double(populations.reduce(0, +)) / Double(period)
    #expect(abs(told.population.mean - mean) < 1e-9)
  }

  /// Whether five cells are one cell further after four generations, and isolated all the time.
  private static func isGlider(
    _ cluster: Set<Cell>, moving moves: Offset, in generations: ArraySlice<[Set<Cell>]>
  ) -> Bool {
    let later = cluster.moved(byX: moves.x, y: moves.y)
    guard cluster.count == 5, generations.last?.contains(later) == true else { return false }
    let way = Set(cluster.union(later).flatMap(\.surroundings))
    return generations.allSatisfy { $0.contains { $0.count == 5 && $0.isSubset(of: way) } }
  }

  /// The smallest groups of cells with bounding boxes more than two cells apart.
  private static func clusters(of cells: Set<Cell>) -> [Set<Cell>] {
    var clusters: [(cells: Set<Cell>, box: Window)] = []
    for cell in cells {
      var cluster: Set<Cell> = [cell]
      var box = Window(x: cell.x, y: cell.y, width: 1, height: 1)
      while let near = clusters.firstIndex(where: { areNear($0.box, box) }) {
        cluster.formUnion(clusters[near].cells)
        box = box.union(clusters[near].box)
        clusters.remove(at: near)
      }
      clusters.append((cluster, box))
    }
    return clusters.map(\.cells)
  }

  private static func areNear(_ a: Window, _ b: Window) -> Bool {
    a.x < b.endX + 2 && b.x < a.endX + 2 && a.y < b.endY + 2 && b.y < a.endY + 2
  }

  @Test func `a gun has its name in any phase and orientation`() throws {
    for (name, title) in [("gosper-gun", "Gosper glider gun"), ("ak94-gun", "AK94 gun")] {
      for (delay, orientation) in zip([0, 7, 50, 211], Orientation.all.dropFirst(3)) {
        var evolution = try Evolution(
          named(name), rule: AnalysisRule(.life), options: EngineOptions())
        try evolution.advance(by: delay)
        let cells = try evolution.cells().oriented(orientation)
        let code = try #require(try life.identify(Pattern(cells: cells)).namedCode)
        #expect(ObjectNames.name(of: code) == title)
      }
    }
  }

  @Test(.needsOptimization)
  func `a gun whose stream ends in an eater far away is an oscillator`() throws {
    var pattern = try named("gosper-gun")
    pattern.statedPosition = .origin
    let eater = try read(
      "x = 4, y = 4, rule = B3/S23\n2o$obo$2bo$2b2o!", at: Position(x: 1_132, y: 1_118))
    pattern = try pattern.pasting(eater, limit: .max)
    // The first glider arrives after generation 4 096. Twice this number is beyond the limit.
    let limits = AnalysisLimits(generations: 6_000)
    let result = try Identifier(AnalysisRule(.life), limits: limits).identify(pattern)
    #expect(result.kind == .oscillator && result.period == 30)
    var evolution = try Evolution(pattern, rule: AnalysisRule(.life), options: EngineOptions())
    try evolution.advance(by: result.lifespan - 1)
    let before = try evolution.cells().set
    try evolution.advance(by: 1)
    let settled = try evolution.cells().set
    try evolution.advance(by: 29)
    #expect(try evolution.cells().set != before)
    try evolution.advance(by: 1)
    #expect(try evolution.cells().set == settled)
  }

  @Test func `a gun beside a block has no name`() throws {
    var pattern = try named("gosper-gun")
    let block = try read(
      "x = 2, y = 2, rule = B3/S23\n2o$2o!", at: pattern.origin.moved(byX: 12, y: 20))
    pattern = try pattern.pasting(block, limit: .max)
    let result = try life.identify(pattern)
    #expect(result.kind == .gun && result.gun?.population.min == 40)
    #expect(result.namedCode.flatMap(ObjectNames.name(of:)) == nil)
  }

  @Test func `oscillators that reflect a glider are one oscillator`() throws {
    var pattern = try named("pentadecathlon-relay")
    let far = try read("xp15_4r4z4r4", at: pattern.origin.moved(byX: 300, y: 0))
    pattern = try pattern.pasting(far, limit: .max)
    let result = try life.identify(pattern)
    #expect(result.kind == .oscillator && result.period == 60)
  }
}
