import LifeCore
import LifeFormats
import LifeIO
import Testing

@testable import LifeAnalysis

/// The tables of names: each code is the one that identification gives to the object.
@Suite struct ObjectNameTests {
  private static let codes = [
    ObjectNames.stillLifes, ObjectNames.largeStillLifes, ObjectNames.others,
  ].flatMap { table in
    table.replacing("\n", with: "").split(separator: ";").map { entry in
      String(entry.prefix { $0 != "=" })
    }
  }

  @Test func `the codes of the tables are canonical and different`() throws {
    #expect(Self.codes.count > 1490)
    #expect(Set(Self.codes).count == Self.codes.count)
    let identifier = Identifier(AnalysisRule(.life), AnalysisLimits())
    // Codes that begin with yl have no cells.
    for code in Self.codes where !code.hasPrefix("yl") {
      let pattern = try read(code)
      #expect(try identifier.identify(pattern).code?.description == code)
    }
  }

  @Test func `every code of the tables has its name`() {
    for code in Self.codes {
      #expect(ObjectNames.name(of: ObjectCode(code)) != nil, "\(code)")
    }
  }
}
