import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// The runs collected by an evolution, compared with the runs of its cells.
@Suite struct EvolutionRunsTests {
  /// Patterns on a small board, on a plane of blocks and on an engine.
  @Test(
    arguments: ["B3/S23", "B36/S23", "/2/3", "23/3/3V", "R2,C0,M0,S3..8,B3..4,NM"],
    [20, 90, 200])
  func `runs are those of the cells in reading order`(rulestring: String, width: Int) throws {
    let rule = try Rule(parsing: rulestring)
    let pattern = try Pattern(
      onPlane: soup(width, width: width, height: 40, states: rule.states), rule: rule)
    func evolution() throws -> Evolution {
      try Evolution(
        pattern, rule: AnalysisRule(rule), options: EngineOptions(), visitsCells: true)
    }
    var byRuns = try evolution()
    var byWords = try evolution()
    for count in [0, 1, 7, 30] {
      let found = try byRuns.envelopeRuns(over: count)
      let envelope = try byWords.envelope(over: count).cells(limit: .max)
      #expect(found == obviousRuns(of: envelope))
      #expect(try byRuns.runs() == obviousRuns(of: byWords.cells()))
    }
  }

  /// The runs of cells with one state, found cell by cell.
  private func obviousRuns(of cells: Cells) -> [CellRun] {
    var runs: [CellRun] = []
    let states = cells.states
    for (cell, state) in states.sorted(by: { ($0.key.y, $0.key.x) < ($1.key.y, $1.key.x) }) {
      if let last = runs.last, last.y == cell.y, last.x + last.length == cell.x,
        last.state == state
      {
        runs[runs.count - 1].length += 1
      } else {
        runs.append(CellRun(y: cell.y, x: cell.x, length: 1, state: state))
      }
    }
    return runs
  }
}
