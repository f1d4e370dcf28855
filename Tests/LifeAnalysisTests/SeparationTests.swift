import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Clusters, and patterns of several objects.
@Suite struct SeparationTests {
  let life = Identifier(AnalysisRule(.life))

  /// The obvious version joins cells until nothing changes.
  private func slowClusters(_ cells: Cells, reach: Int) -> Set<Set<Cell>> {
    var groups = cells.set.map { Set([$0]) }
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for index in groups.indices.dropFirst() {
        let near = groups[..<index].firstIndex { group in
          group.contains { a in
            groups[index].contains { abs($0.x - a.x) <= reach && abs($0.y - a.y) <= reach }
          }
        }
        guard let near else { continue }
        groups[near].formUnion(groups[index])
        groups.remove(at: index)
        hasChanged = true
        break
      }
    }
    return Set(groups)
  }

  @Test func `clusters of cells agree with their definition`() async throws {
    try await forEachCase(of: pairs(Effort.cases(60, long: 2_000), [2, 4])) { seed, reach in
      var random = Seeded(seed)
      let runs = (0..<Int.random(in: 1...30, using: &random)).map { _ in
        CellRun(
          y: Int.random(in: -12...12, using: &random), x: Int.random(in: -70...70, using: &random),
          length: Int.random(in: 1...6, using: &random))
      }
      let cells = Cells(runs)
      let found = Clusters.split(cells, reach: reach).map { Cells($0).set }
      #expect(Set(found) == slowClusters(cells, reach: reach))
      #expect(found.reduce(0) { $0 + $1.count } == cells.population)
    }
  }

  @Test func `the ash of the R-pentomino is separated`() throws {
    let result = try life.identify(Art.pattern(".OO\nOO.\n.O."))
    #expect(result.kind == .methuselah && result.lifespan == 1103)
    #expect(result.finalPopulation == 116)
    var counts: [String: Int] = [:]
    for part in result.parts { counts[part.code.description, default: 0] += part.count }
    #expect(
      counts == [
        "xs4_33": 8, "xs6_696": 4, "xp2_7": 4, "xq4_153": 6, "xs5_253": 1, "xs6_356": 1,
        "xs7_2596": 1,
      ])
  }

  @Test func `a glider on its way to a block is not settled`() throws {
    // It reaches the block after about a hundred generations, and both become something else.
    var pattern = try read("xq4_153")
    let glider = try life.identify(pattern)
    let direction = glider.displacement
    let block = Cells(
      (0..<2).map { CellRun(y: 40 * direction.y + $0, x: 40 * direction.x, length: 2) })
    pattern.statedPosition = .origin
    var target = Pattern(cells: block, at: .origin)
    let both = try pattern.pasting(target, limit: .max)
    let result = try life.identify(both)
    #expect(result.lifespan > 140)
    #expect(result.kind == .methuselah || result.kind == .diehard)
    // If the block is behind it, the two never meet.
    target.statedPosition = Position(
      x: BigInt(-80 * direction.x), y: BigInt(-80 * direction.y))
    let apart = try life.identify(pattern.pasting(target, limit: .max))
    #expect(apart.kind == .collection && apart.lifespan == 0)
    #expect(apart.parts.map(\.code.description).sorted() == ["xq4_153", "xs4_33"])
  }

  /// A glider that has just left a blinker.
  @Test func `objects that depart from each other are recognized`() throws {
    let ash = "7bo$o5bobo$o5bo2bo$o6b2o2$2bobo$3b2o$3bo!"
    let pattern = try read("x = 10, y = 8, rule = B3/S23\n\(ash)\n")
    let objects = try life.recognizedObjects(of: pattern.cells)
    #expect(objects.map(\.code.description) == ["xs7_2596", "xp2_7", "xq4_153"])
    #expect(objects.map { [$0.window.x, $0.window.y] } == [[6, 0], [0, 1], [2, 5]])
    let tromino = try read("x = 2, y = 2, rule = B3/S23\n2o$o!\n")
    #expect(try life.recognizedObjects(of: tromino.cells).map(\.code) == [.pathological])
  }

  @Test(arguments: Effort.cases(4, long: 8))
  func `guns are the same in every orientation`(index: Int) throws {
    let gun = try named("gosper-gun")
    let map = LatticeMap.square[index * 2 % 8]
    let result = try life.identify(Pattern(cells: Bitmap(gun.cells).mapped(by: map).cells()))
    #expect(result.kind == .gun && result.period == 30 && result.displacement == .zero)
    #expect(result.emitted.map(\.code.description) == ["xq4_153"])
    let emitted = try #require(result.emitted.first)
    let image = map(Cell(x: 1, y: 1))
    #expect(emitted.displacement == Offset(x: image.x, y: image.y))
  }
}

/// The debris and emissions of growing patterns in the collection.
@Suite struct GrowthTests {
  @Test(arguments: [
    ("blinker-puffer", Identification.Kind.puffer, ["xp2_7"]),
    ("bi-block-puffer", .puffer, ["xs4_33"]),
    ("pufferfish", .puffer, ["xs4_33"]), ("space-rake", .rake, ["xq4_153"]),
    ("backrake", .rake, ["xq4_153"]), ("glider-train", .puffer, ["xq4_153", "xs4_33"]),
  ])
  func `puffers and rakes leave their debris`(
    name: String, kind: Identification.Kind, codes: [String]
  ) throws {
    let entry = try CatalogueEntry.named(name)
    let pattern = try entry.pattern()
    let result = try Identifier(AnalysisRule(pattern.rule)).identify(pattern)
    #expect(result.kind == kind && result.period == entry.number("period"))
    #expect(Set(result.emitted.map(\.code.description)) == Set(codes))
  }
}

/// Pseudo-objects are split by dependence, not by distance.
@Suite struct PseudoObjectTests {
  let rule = AnalysisRule(.life)

  @Test(arguments: [
    ("xs8_rr", ["xs4_33", "xs4_33"]), ("xs12_raar", ["xs12_raar"]), ("xs4_33", ["xs4_33"]),
    ("xs14_69e0eic", ["xs14_69e0eic"]), ("xp2_318c", ["xp2_318c"]),
    ("xs13_0g8o653z121", ["xs13_0g8o653z121"]), ("xq4_153", ["xq4_153"]),
  ])
  func `known objects are split only if their parts are independent`(code: String, parts: [String])
    throws
  {
    let phase = Phase(try read(code).cells)
    let cycle = try #require(rule.smallCycle(of: phase, maxPeriod: 100))
    let found = PseudoObjects(rule).parts(of: cycle)
    #expect(
      found.map { ObjectCode($0, under: rule).description }.sorted() == parts)
    // The parts together are the cells of the object.
    var cells: [Cell: State] = [:]
    for part in found {
      cells.merge(part.phases[0].cells.states) { _, _ in
        Issue.record("two parts share a cell")
        return 0
      }
    }
    #expect(cells == phase.cells.states)
  }

  /// The censuses with these codes have no pseudo-objects.
  @Test func `objects of a census are not split`() async throws {
    try await forEachCase(of: CodeVector.all) { vector in
      let phase = Phase(try read(vector.code).cells)
      let cycle = try #require(rule.smallCycle(of: phase, maxPeriod: 100))
      #expect(PseudoObjects(rule).parts(of: cycle).count == 1)
    }
  }

  @Test func `two copies far apart are two objects`() async throws {
    try await forEachCase(of: CodeVector.all.filter { $0.population < 20 }) { vector in
      let phase = Phase(try read(vector.code).cells)
      var runs: [CellRun] = []
      phase.cells.forEachRun { run in
        runs.append(run)
        runs.append(CellRun(y: run.y + 1_000, x: run.x + 50, length: run.length))
      }
      let objects = try Identifier(rule).objects(of: Cells(runs))
      #expect(objects?.map(\.code.description) == [vector.code, vector.code])
    }
  }
}

/// Separation against its definition, on objects that settled next to each other.
@Suite struct PseudoObjectLaws {
  private let rule = AnalysisRule(.life)
  private static let codes = [
    "xs4_33", "xp2_7", "xs6_696", "xs7_2596", "xs5_253", "xs6_356", "xs4_252", "xs8_6996",
    "xp2_7e", "xs6_25a4", "xs7_178c", "xp2_318c",
  ]

  @Test func `parts of an object agree with their definition`() throws {
    var split = 0
    var kept = 0
    for seed in Effort.cases(1_500, long: 30_000, brief: 49) {
      var random = Seeded(seed)
      var cells: Set<Cell> = []
      for index in 0..<Int.random(in: 2...3, using: &random) {
        let code = Self.codes[Int.random(in: 0..<Self.codes.count, using: &random)]
        let x = index * 3 + Int.random(in: 0...3, using: &random)
        let y = Int.random(in: 0...7, using: &random)
        cells.formUnion(try read(code).cells.set.moved(byX: x, y: y))
      }
      let phase = Phase(Cells(alive: cells))
      guard let cycle = rule.smallCycle(of: phase, maxPeriod: 2), !cycle.isMoving else { continue }
      let expected = Self.parts(cells, period: cycle.period)
      let found = PseudoObjects(rule).parts(of: cycle).map {
        $0.phases[0].cells.set
      }
      #expect(Set(found) == Set(expected), "seed \(seed)")
      if expected.count > 1 { split += 1 } else { kept += 1 }
    }
    #expect(split > Effort.count(100, brief: 10) && kept > Effort.count(1, brief: 0))
  }

  /// The parts of the first partition of the islands into 2, 3 or 4 independent groups, split
  /// again. Without such a partition, the cells themselves.
  private static func parts(_ cells: Set<Cell>, period: Int) -> [Set<Cell>] {
    let islands = cells.islands.sorted { first($0) < first($1) }
    let whole = phases(of: cells, period: period)
    for count in stride(from: 2, through: min(4, islands.count), by: 1) {
      var labels = [Int](repeating: 0, count: islands.count)
      repeat {
        let groups = (0..<count).map { group in
          islands.indices.filter { labels[$0] == group }.reduce(into: Set<Cell>()) {
            $0.formUnion(islands[$1])
          }
        }
        if groups.allSatisfy({ !$0.isEmpty }), evolveAlone(groups, as: whole, period: period) {
          return groups.flatMap { parts($0, period: period) }
        }
      } while next(after: &labels, count: count)
    }
    return [cells]
  }

  private static func evolveAlone(
    _ groups: [Set<Cell>], as whole: [Set<Cell>], period: Int
  ) -> Bool {
    let alone = groups.map { phases(of: $0, period: period) }
    return whole.indices.allSatisfy { time in
      alone.reduce(0) { $0 + $1[time].count } == whole[time].count
        && alone.reduce(into: Set<Cell>()) { $0.formUnion($1[time]) } == whole[time]
    }
  }

  /// The next labels below `count`. Returns `false` after the last ones.
  private static func next(after labels: inout [Int], count: Int) -> Bool {
    for index in labels.indices.dropFirst() {
      labels[index] += 1
      if labels[index] < count { return true }
      labels[index] = 0
    }
    return false
  }

  private static func phases(of cells: Set<Cell>, period: Int) -> [Set<Cell>] {
    (0..<period).reduce(into: [cells]) { phases, _ in phases.append(phases.last?.next ?? []) }
  }

  /// The place of the first cell in reading order.
  private static func first(_ island: Set<Cell>) -> (Int, Int) {
    island.map { ($0.y, $0.x) }.min(by: <) ?? (0, 0)
  }
}
