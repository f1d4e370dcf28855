import Life
import Testing

/// Identification by the public library.
@Suite struct LibraryIdentificationTests {
  @Test func `a pattern is identified`() throws {
    let glider = try Life.Pattern(bytes: Array("xq4_153".utf8)).identify()
    #expect(glider.kind == "spaceship" && glider.period == 4 && glider.apgcode == "xq4_153")
    #expect(abs(glider.displacementX) == 1 && abs(glider.displacementY) == 1)
    #expect(glider.name == "Glider" && glider.lifespan == 0 && glider.reason == nil)
    let pentomino = try Life.Pattern(bytes: Array("b2o$2o$bo!".utf8)).identify()
    #expect(pentomino.kind == "methuselah" && pentomino.lifespan == 1103)
    let brief = try Life.Pattern(bytes: Array("b2o$2o$bo!".utf8)).identify(within: 100)
    #expect(brief.kind == "unknown" && brief.reason != nil && brief.apgcode == nil)
  }
}
