import LifeCore
import LifeIO
import Testing

@testable import LifeReport
@testable import LifeRun

/// The identification of `life info`.
@Suite struct ShortIdentificationTests {
  private static func gun() throws -> Pattern { try PatternLoader().load("gosper-gun").pattern }

  @Test func `a pattern is identified`() throws {
    let facts = ShortIdentification(try Self.gun())
    #expect(facts.kind == "gun, period 30, emits 1 xq4_153 (Glider) southeast")
  }

  @Test func `without time a pattern is not identified`() throws {
    let facts = ShortIdentification(try Self.gun(), time: .zero)
    #expect(facts.result == nil && facts.code == nil)
    #expect(facts.kind?.hasPrefix("not identified") == true)
  }
}
