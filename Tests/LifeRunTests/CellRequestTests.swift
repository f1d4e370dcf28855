import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Edits of single cells, compared with a dictionary of cells.
@Suite struct CellRequestTests {
  private static func cells(_ pattern: Pattern) throws -> [Position: State] {
    let rows = try pattern.inRows(limit: .max)
    var cells: [Position: State] = [:]
    rows.cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        cells[rows.origin.offset(byX: x, y: run.y)] = run.state
      }
    }
    return cells
  }

  private static func pattern(_ rule: String) throws -> Pattern {
    var pattern = Art.pattern("OO..OO.\n.......\nO......")
    pattern.position = .origin
    pattern.statedRule = try RuleAndUniverse(parsing: Array(rule.utf8)).rule
    return try pattern.packedForRule()
  }

  @Test(arguments: ["B3/S23", "345/2/4", "345/2/9"])
  func `cells that are set are those of a model`(rule: String) async throws {
    try await forEachCase(of: Effort.cases(20, long: 2000)) { seed in
      var random = Seeded(seed)
      var pattern = try Self.pattern(rule)
      var model = try Self.cells(pattern)
      for _ in 0..<20 {
        var changes: [Position: State] = [:]
        for _ in 0..<Int.random(in: 1...12, using: &random) {
          let reach = [3, 70, 400].randomElement(using: &random)!
          let place = Position(
            x: BigInt(Int.random(in: -reach...reach, using: &random)),
            y: BigInt(Int.random(in: -3...3, using: &random)))
          changes[place] = State(Int.random(in: 0..<pattern.rule.states, using: &random))
        }
        pattern = try SimulationRequest.set(changes, continues: false).apply(
          to: pattern, limit: .max)
        for (place, state) in changes { model[place] = state > 0 ? state : nil }
        #expect(try Self.cells(pattern) == model)
        #expect(pattern.population == BigInt(model.count))
        #expect(pattern.cells.planes == pattern.rule.planes)
      }
    }
  }

  @Test(arguments: ["B3/S23", "345/2/4"])
  func `a cell that is toggled twice is as it was`(rule: String) throws {
    let pattern = try Self.pattern(rule)
    for place in [Position(x: 0, y: 0), Position(x: 2, y: 1), Position(x: -100, y: 7)] {
      let once = try SimulationRequest.toggle(place, 1).apply(to: pattern, limit: .max)
      #expect(abs((once.population - pattern.population).double) == 1)
      let twice = try SimulationRequest.toggle(place, 1).apply(to: once, limit: .max)
      #expect(try twice.hasSameCells(as: pattern))
    }
  }

  @Test func `a state that the rule does not have is refused`() throws {
    let pattern = try Self.pattern("B3/S23")
    #expect(throws: RunFailure.self) {
      try SimulationRequest.set([.origin: 2], continues: false).apply(to: pattern, limit: .max)
    }
  }
}
