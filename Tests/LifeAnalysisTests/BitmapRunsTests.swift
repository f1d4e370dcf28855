import LifeCore
import TestSupport
import Testing

@testable import LifeAnalysis

/// Runs of bitmaps, and bitmaps of runs.
@Suite struct BitmapRunsTests {
  @Test func `runs of a phase give its cells, and the phase again`() async throws {
    try await forEachCase(of: pairs(0..<40, [2, 3, 5])) { seed, states in
      let cells = soup(seed, width: 1 + 7 * seed, height: 1 + seed % 9, states: states)
      let phase = Phase(sorted: cells.runs)
      #expect(phase == Phase(cells))
      #expect(phase.cells == cells)
      let found = phase.runs
      #expect(found.reduce(0) { $0 + $1.length } == cells.population)
      #expect(Cells(found) == cells)
      if states == 2 { #expect(found == cells.runs) }
    }
  }

  @Test func `a run that is longer than a word is one run of a bitmap`() {
    let run = CellRun(y: -3, x: -70, length: 200)
    let phase = Phase(sorted: [run])
    #expect(phase.window == Window(x: -70, y: -3, width: 200, height: 1))
    #expect(phase.runs == [run])
  }
}
