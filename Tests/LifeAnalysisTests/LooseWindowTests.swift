import LifeCore
import LifeEngines
import TestSupport
import Testing

@testable import LifeAnalysis

/// Cells that are visited in a window that is looser than their bounding box.
@Suite struct LooseWindowTests {
  @Test(
    arguments: ["B3/S23", "B2/S", "B2-a/S12", "/2/3", "R2,C0,M0,S3..8,B3..4,NM"],
    [1, 11, 64, 70])
  func `the window has all cells of each generation`(rulestring: String, step: Int) throws {
    let rule = try RuleAndUniverse(parsing: Array(rulestring.utf8)).rule
    let cells = soup(step, width: 90, height: 70, states: rule.states)
    let pattern = try Pattern(onPlane: cells, rule: rule)
    var evolution = try Evolution(pattern, rule: AnalysisRule(rule), options: EngineOptions())
    var loose = LooseWindow(speed: rule.range)
    for _ in 0..<8 {
      try evolution.advance(by: step)
      guard let box = evolution.box, let window = loose.window(of: evolution) else { break }
      #expect(window.union(box) == window)
      #expect(window.x.isMultiple(of: 64))
      let visited = words(of: evolution, in: window)
      #expect(visited == words(of: evolution, in: box))
      #expect(visited.reduce(0) { $0 + $1.count } == evolution.population)
    }
  }

  /// The columns of the live cells of each row, northmost first.
  private func words(of evolution: Evolution, in window: Window) -> [[Int]] {
    var rows: [Int: [Int]] = [:]
    evolution.forEachAliveWord(in: { window }) { y, x, word in
      rows[y, default: []] += (0..<64).filter { word >> UInt64($0) & 1 == 1 }.map { x + $0 }
    }
    return rows.sorted { $0.key < $1.key }.map(\.value)
  }
}
