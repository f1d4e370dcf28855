import LifeAnalysis
import LifeCore
import TestSupport
import Testing

/// Objects with too many islands to try all partitions.
@Suite struct ManyIslandTests {
  private static let rule = AnalysisRule(.life)

  private static func codes(_ cells: Cells) throws -> [String: Int] {
    let cycle = try #require(rule.smallCycle(of: Phase(cells), maxPeriod: 60))
    return PseudoObjects(rule).parts(of: cycle).reduce(into: [:]) {
      $0["\(ObjectCode($1, under: rule))", default: 0] += 1
    }
  }

  /// With a column between two blocks, each dead cell has neighbors in at most two blocks.
  @Test(arguments: [2, 5, 13, 20])
  func `a row of blocks is that number of blocks`(count: Int) throws {
    let runs = (0..<2 * count).map { CellRun(y: $0 % 2, x: $0 / 2 * 3, length: 2) }
    #expect(try Self.codes(Cells(runs)) == ["xs4_33": count])
  }

  /// Between four blocks, a dead cell with three neighbors would be born.
  @Test func `four blocks around a cell are two parts of two blocks, which are blocks`() throws {
    let blocks = Art.cells("OO.OO\nOO.OO\n.....\nOO.OO\nOO.OO")
    #expect(try Self.codes(blocks) == ["xs4_33": 4])
  }

  @Test func `tables that keep each other alive are one object`() throws {
    // Two tables, back to back.
    let codes = try Self.codes(Art.cells("O..O\nOOOO\n....\nOOOO\nO..O"))
    #expect(codes == ["xs12_raar": 1])
  }
}
