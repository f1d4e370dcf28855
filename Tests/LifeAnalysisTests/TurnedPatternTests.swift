import LifeAnalysis
import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Turned patterns under rules whose cells differ by their places.
@Suite struct TurnedPatternTests {
  /// Blocks of which the particles fall, also under the mirror image.
  private static let falling = "M0,4,8,12,4,12,12,13,8,12,12,14,12,13,14,15"

  /// Rules, each with the number of orientations that keep the evolution.
  private static let rules = [
    ("B3/S23", 8), ("B2/S34H", 4), ("BBM", 8), ("Critters", 8), ("BBM|Critters", 8), (falling, 2),
    ("Critters:T12,8", 8), ("BBM:T14,0", 8), ("BBM:P10,6", 8), ("B4/S456L", 4), ("B2/S12LE", 4),
    ("B4/S456L:T12,10", 4), ("R1,C0,S4-6,B4,NL:T11,8", 4), ("R1,C0,S4-6,B4,NL:T11,9", 2),
    ("B4/S456L:P12,10", 2),
  ]

  @Test func `a turned pattern evolves as before if the rule says so`() async throws {
    try await forEachCase(of: pairs(Effort.cases(6, long: 60), Self.rules)) { seed, entry in
      let parsed = try RuleAndUniverse(parsing: entry.0.utf8)
      let universe = parsed.universe ?? .plane
      let pattern = try Self.soup(seed, rule: parsed.rule, in: universe)
      let later = try Self.evolved(pattern)
      let kept = Orientation.all.filter {
        parsed.rule.keepsEvolution(turned: $0, in: universe)
      }
      #expect(kept.count == entry.1)
      for orientation in kept {
        let turned = try pattern.oriented(orientation, limit: .max)
        let expected = try later.oriented(orientation, limit: .max)
        let found = try Self.evolved(turned)
        #expect(found.universe == expected.universe)
        if universe.isBounded {
          #expect(try found.hasSameCells(as: expected), "\(orientation)")
        } else {
          #expect(try found.cropped().hasSameCells(as: expected.cropped()), "\(orientation)")
        }
      }
    }
  }

  @Test(arguments: ["B3/S23", "BBM", "B4/S456L", "B4/S456L:T12,10"])
  func `turns that cancel leave the pattern in its place`(rulestring: String) throws {
    let parsed = try RuleAndUniverse(parsing: rulestring.utf8)
    for seed in 0..<12 {
      let pattern = try Self.soup(seed, rule: parsed.rule, in: parsed.universe ?? .plane)
      for orientation in Orientation.all {
        guard orientation.followed(by: orientation) == .identity,
          parsed.rule.keepsEvolution(turned: orientation, in: pattern.universe)
        else { continue }
        let twice = try pattern.oriented(orientation, limit: .max)
          .oriented(orientation, limit: .max)
        #expect(try twice.hasSameCells(as: pattern), "\(orientation)")
      }
    }
  }

  private static func soup(_ seed: Int, rule: Rule, in universe: Universe) throws -> Pattern {
    let width = universe.width > 0 ? universe.width : 9 + seed % 3
    let height = universe.height > 0 ? universe.height : 8 + seed % 2
    let cells = Soup.cells(seed, width: width, height: height)
    var pattern = Pattern(cells: cells)
    pattern.statedPosition = Position(
      x: BigInt(universe.width > 0 ? universe.left : seed % 2),
      y: BigInt(universe.height > 0 ? universe.top : seed % 5))
    pattern.statedRule = rule
    pattern.universe = universe
    pattern.generation = BigInt(seed % 4)
    return pattern
  }

  private static func evolved(_ pattern: Pattern) throws -> Pattern {
    var stepper = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
    try stepper.advance(by: 7)
    return try stepper.snapshot()
  }
}
