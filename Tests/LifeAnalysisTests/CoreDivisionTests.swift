import LifeCore
import TestSupport
import Testing

@testable import LifeAnalysis

@Suite struct CoreDivisionTests {
  /// By clusters, a period is given up before all of them are looked at; if cores are equal, it
  /// must not be, also when debris is more frequent in the later generation.
  @Test(arguments: [
    (["gosper-gun", "p46-gun"], [15, 30, 46, 96]),
    (["blinker-puffer", "pufferfish", "block-laying-switch-engine"], [7, 8, 12, 288]),
  ])
  func `cores that may not be equal are not`(names: [String], periods: [Int]) throws {
    var equal = 0
    var unequal = 0
    for name in names {
      let counts = try Self.compareCores(of: name, periods: periods)
      equal += counts.equal
      unequal += counts.unequal
    }
    #expect(equal > 0 && unequal > 0)
  }

  /// The numbers of periods after which the core is equal, and of those after which it cannot be.
  private static func compareCores(
    of name: String, periods: [Int]
  ) throws -> (equal: Int, unequal: Int) {
    let separation = Separation(rule: AnalysisRule(.life), limits: AnalysisLimits())
    let entry = try #require(CatalogueEntry.all.first { $0.name == name })
    var evolution = try separation.evolution(of: entry.pattern().cells)
    var equal = 0
    var unequal = 0
    for generation in stride(from: 200, through: 1_100, by: 300) {
      try evolution.advance(by: generation - evolution.generation)
      let known = KnownShapes()
      let here = SplitCells(
        try evolution.cells(), at: generation, known: known, separation: separation)
      let laterCells = LaterCells(here, separation: separation)
      for period in periods {
        let division = CoreDivision(
          separation, known: known, method: .byCluster, period: period, longest: period)
        let later = try laterCells.cells(after: period)
        let mayBeEqual = try division.mayHaveEqualCores(in: here, and: later)
        let cores = try [here, later].map { try division.divided($0).core }
        let areEqual = cores[0].isMoved(cores[1])
        #expect(mayBeEqual || !areEqual, "\(name), \(generation), \(period)")
        if areEqual { equal += 1 }
        if !mayBeEqual { unequal += 1 }
      }
    }
    return (equal, unequal)
  }
}

extension Cells {
  /// Whether other cells are the same, at any place.
  fileprivate func isMoved(_ other: Cells) -> Bool {
    guard let box = bounds, let otherBox = other.bounds else { return false }
    return other.isSame(as: self, shiftedBy: (otherBox.x - box.x, otherBox.y - box.y))
  }
}
