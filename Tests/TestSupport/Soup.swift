import LifeCore

/// Random patterns and rules.
public enum Soup {
  /// A soup of `width` × `height` cells with its corner at `(x, y)`, each cell alive with a chance
  /// of `density` in 256.
  package static func cells(
    _ seed: Int, width: Int, height: Int, density: UInt8 = 96, x: Int = 0, y: Int = 0
  ) -> Cells {
    var random = Seeded(seed)
    var runs: [CellRun] = []
    for row in 0..<height {
      for column in 0..<width where UInt8(truncatingIfNeeded: random.next()) < density {
        runs.append(CellRun(y: y + row, x: x + column, length: 1))
      }
    }
    return Cells(runs)
  }

  /// A random rule, with B0 if `b0`.
  package static func rule(_ seed: Int, b0: Bool) -> Rule {
    var random = Seeded(seed)
    let masks = random.next()
    let birth = UInt16(masks & 0x1ff) & ~1 | (b0 ? 1 : 0)
    return Rule(LifeLike(birthMask: birth, survivalMask: UInt16(masks >> 16 & 0x1ff)))
  }

  /// Well-known rules, with and without B0.
  package static let knownRules: [Rule] = [
    "B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B36/S125", "B1357/S1357", "B234/S", "B345/S5",
    "B3/S012345678", "B35678/S5678", "B4678/S35678", "B1/S1", "B012345678/S", "B/S", "B0/S",
    "B0/S8", "B0123478/S01234678", "B03/S23", "B018/S018", "B02/S138",
  ].map { rule($0) }

  /// The rule of a rulestring that is known to be one.
  package static func rule(_ rulestring: String) -> Rule {
    guard let rule = try? Rule(parsing: rulestring) else { preconditionFailure(rulestring) }
    return rule
  }
}
