import LifeCore
import LifeFormats
import LifeIO
import Testing

@testable import LifeAnalysis

/// The table of names: each code equals the code of the identified object.
@Suite(.needsOptimization) struct ObjectNameTests {
  @Test func `the codes of the table of names are canonical and different`() throws {
    let codes = ObjectNames.codes
    #expect(codes.count > 1490)
    #expect(Set(codes).count == codes.count)
    let identifier = Identifier(AnalysisRule(.life), limits: AnalysisLimits())
    // Codes of growth and of guns cannot be decoded.
    for code in codes where code.hasPrefix("x") {
      let pattern = try read(code)
      #expect(try identifier.identify(pattern).code?.description == code)
    }
  }

  @Test func `every code of the table has its name`() {
    for code in ObjectNames.codes {
      #expect(ObjectNames.name(of: ObjectCode(code)) != nil, "\(code)")
    }
  }
}
