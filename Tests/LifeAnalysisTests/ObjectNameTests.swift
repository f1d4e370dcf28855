import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import Testing

/// The table of names: each code equals the code of the identified object.
@Suite(.needsOptimization) struct ObjectNameTests {
  private let codes = (EmbeddedCollection.file("object-names.tsv")?.bytes ?? [])
    .split(separator: UInt8(ascii: "\n")).dropFirst()
    .map { String(decoding: $0.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self) }

  @Test func `the codes of the table of names are canonical and different`() throws {
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
    for code in codes {
      #expect(ObjectNames.name(of: ObjectCode(code)) != nil, "\(code)")
    }
  }
}
