import LifeCore
import LifeIO
import TestSupport
import Testing

@testable import LifeRun

/// Edits of single cells, compared with a dictionary of cells.
@Suite struct CellRequestTests {
  private static func pattern(_ rule: String) throws -> Pattern {
    try Art.pattern("OO..OO.\n.......\nO......", at: .origin, under: rule).packedForRule()
  }

  @Test func `a cell takes another state, and dies if it is in that state`() throws {
    var pattern = try Self.pattern("345/2/4")
    for (state, expected) in [(2, 2), (2, 0), (3, 3), (1, 1), (1, 0)] as [(State, State)] {
      pattern = try SimulationRequest.toggle(.origin, state).apply(to: pattern, limit: .max)
      #expect(try pattern.states()[.origin, default: 0] == expected)
    }
  }

  @Test(arguments: ["B3/S23", "345/2/4", "345/2/9"])
  func `cells that are set are those of a model`(rule: String) async throws {
    try await forEachCase(of: Effort.cases(20, long: 2000)) { seed in
      var random = Seeded(seed)
      var pattern = try Self.pattern(rule)
      var model = try pattern.states()
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
        #expect(try pattern.states() == model)
        #expect(pattern.population == BigInt(model.count))
        #expect(pattern.cells.planes == pattern.rule.planes)
      }
    }
  }
}
