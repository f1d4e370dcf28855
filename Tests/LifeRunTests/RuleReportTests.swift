import LifeCore
import LifeRender
import LifeReport
import TestSupport
import Testing

/// The reports of `life rule` about rules of every family.
@Suite struct RuleReportTests {
  private static let shapes = LargerThanLife.Neighborhood.Shape.allCases.filter {
    $0 != .custom && $0 != .weighted
  }

  private static let rules =
    shapes.flatMap { shape in
      [1, 2, 3, 7, 12, 13, 50].map { "R\($0),C2,S2,3,B1,N\(shape.rawValue)" }
    } + [
      "R2,C0,S2-3,B3,N@fffff8", "R2,C0,S2-3,B3,N@fffff8H", "R2,C0,S2-3,B3,N@fffff8L",
      "R1,C2,S2-3,B3,NW111101111", "R1,C2,S2-3,B3,NW111101111H", "R1,C2,S2-3,B3,NW111101111L",
      "B3/S23", "B03/S23", "B2-a/S12", "B2/S34H", "B13/S24V", "W30", "345/2/4", "B2/S34/3H",
      "B2o3-m/S34H", "13m/2o/5H", "B13/S1HT", "B45/S34L", "34/45/4L", "B3/SLE", "B9/SLV",
      "NW5,NN-2,HI3,RS4,RB2,RB10", "NN2,RB3", "Model_1", "PCA_11", "BBM", "Critters", "Sand",
      "LifeHistory", "B36/S23Super", "B3/S23Investigator", "JvN29", "Nobili32", "Hutton32",
    ]

  @Test func `a rule of any family and range is described`() async throws {
    try await forEachCase(of: Self.rules) { text in
      let parsed = try RuleAndUniverse(parsing: text.utf8)
      let report = RuleReport(of: parsed)
      #expect(report.text.hasPrefix(parsed.rule.canonical))
      #expect(RuleReport.schema.json(of: report).line().contains(parsed.rule.canonical))
    }
  }

  @Test func `the drawing of a triangular neighborhood has all its columns`() throws {
    let report = RuleReport(of: try RuleAndUniverse(parsing: "R2,C2,S2,3,B4,NL".utf8))
    let drawing = """
      . o o o o o o o .   range 2, 36 cells
      """
    #expect(report.text.contains(drawing), "\(report.text)")
  }

  @Test(arguments: [("BBM", true), ("BBM:T8,8", true), ("BBM:P8,8", false), ("PCA_1:P8,0", false)])
  func `a reversible rule is not reversible where particles are lost`(
    rule: String, isReversible: Bool
  ) throws {
    let report = RuleReport(of: try RuleAndUniverse(parsing: rule.utf8))
    let json = RuleReport.schema.json(of: report).line()
    #expect(json.contains("\"reversible\":\(isReversible)"))
    #expect(report.text.contains("lost beyond the edges") != isReversible, "\(report.text)")
  }
}
