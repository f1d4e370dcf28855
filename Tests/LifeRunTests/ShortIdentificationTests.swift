import LifeCore
import TestSupport
import Testing

@testable import LifeReport

/// The identification of `life info`.
@Suite struct ShortIdentificationTests {
  private static let gun = Art.pattern(
    """
    ........................O...........
    ......................O.O...........
    ............OO......OO............OO
    ...........O...O....OO............OO
    OO........O.....O...OO..............
    OO........O...O.OO....O.O...........
    ..........O.....O.......O...........
    ...........O...O....................
    ............OO......................
    """)

  @Test func `a pattern is identified`() {
    let facts = ShortIdentification(Self.gun)
    #expect(facts.kind == "gun, period 30, emits 1 xq4_153 (Glider) southeast")
  }

  @Test func `without time a pattern is not identified`() {
    let facts = ShortIdentification(Self.gun, time: .zero)
    #expect(facts.result == nil && facts.code == nil)
    #expect(facts.kind?.hasPrefix("not identified") == true)
  }
}
