import LifeCore
import TestSupport
import Testing

@testable import LifeAnalysis

/// Shapes remembered from one generation in another one, and cells left after a removal.
@Suite struct KnownShapesTests {
  private let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())

  @Test func `spaceships are the same with and without a memory of other generations`() throws {
    let known = KnownShapes()
    var ships = 0
    for seed in Effort.cases(12, long: 200, brief: 2) {
      var evolution = try separation.evolution(of: soup(seed, width: 24, height: 24))
      try evolution.advance(by: 400)
      for _ in 0..<6 {
        try evolution.advance(by: 7)
        let cells = try evolution.cells()
        for isWide in [false, true] {
          let anew = try separation.splitShips(from: cells, at: 3, isWide: isWide)
          let found = try separation.splitShips(from: cells, at: 3, isWide: isWide, known: known)
          #expect(found.rest == anew.rest)
          #expect(found.ships.map(\.cycle.phases) == anew.ships.map(\.cycle.phases))
          #expect(found.ships.map(\.cycle.displacement) == anew.ships.map(\.cycle.displacement))
          ships += found.ships.count
        }
      }
    }
    #expect(ships > 0)
  }

  /// At a distance of 34, the two parts of each spaceship are farther apart than two spaceships.
  @Test(arguments: [34, 44])
  func `spaceships behind each other are told apart`(distance: Int) throws {
    let ship = try named("2-engine-cordership").cells.set
    let moved = (0..<3).map { ship.moved(byX: $0 * distance, y: $0 * distance) }
    let row = Cells(alive: moved.joined())
    let found = try separation.splitShips(from: row, at: 0, isWide: true)
    #expect(found.rest.isEmpty)
    #expect(Set(found.ships.map { $0.phase(at: 0).cells.set }) == Set(moved))
    #expect(found.ships.allSatisfy { $0.cycle.displacement == Offset(x: -8, y: -8) })
  }

  @Test func `what is left are the cells that are not removed`() async throws {
    try await forEachCase(of: Effort.cases(40, long: 1_000)) { seed in
      let all = soup(seed, width: 90, height: 6, states: 3)
      var random = Seeded(seed)
      var removed: [CellRun] = []
      var rest: [CellRun] = []
      all.forEachRun { run in
        for x in run.x..<run.x + run.length {
          let cell = CellRun(y: run.y, x: x, length: 1, state: run.state)
          if Bool.random(using: &random) { removed.append(cell) } else { rest.append(cell) }
        }
      }
      #expect(all.removing(Cells(removed)) == Cells(rest))
      // An additional cell or a cell in another state is not among all.
      #expect(all.removing(Cells(removed + [CellRun(y: 9, x: 3, length: 1)])) == nil)
      if let first = removed.first {
        let changed = CellRun(y: first.y, x: first.x, length: 1, state: 3 - first.state)
        #expect(all.removing(Cells([changed] + removed.dropFirst())) == nil)
      }
    }
  }
}
