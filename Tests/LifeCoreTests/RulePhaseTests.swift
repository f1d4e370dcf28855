import LifeCore
import TestSupport
import Testing

@Suite(.needsOptimization) struct RulePhaseTests {
  /// The meaning of stored cells, from the definition of the complement alone.
  ///
  /// If the complement is stored at a generation, a stored cell is a true dead one and *n* stored
  /// neighbors are 8 − *n* true ones. The true cells follow the rule as written.
  struct Definition {
    let rule: LifeLike

    /// With B0 and S8 always the complement, with B0 alone at odd generations, else never.
    func isComplement(atOdd odd: Bool) -> Bool {
      let hasB0 = rule.birth & 1 == 1
      let hasS8 = rule.survival >> 8 & 1 == 1
      return hasB0 && (hasS8 || odd)
    }

    func next(alive stored: Bool, neighbors: Int, atOdd odd: Bool) -> Bool {
      let before = isComplement(atOdd: odd)
      let after = isComplement(atOdd: !odd)
      let count = before ? 8 - neighbors : neighbors
      let mask = stored != before ? rule.survival : rule.birth
      return (mask >> UInt16(count) & 1 == 1) != after
    }
  }

  @Test func `the stored cells of all 2^18 rules obey their phases`() {
    var failures: [String] = []
    for masks in Effort.sample(of: 0..<1 << 18) {
      let law = LifeLike(birthMask: UInt16(masks & 0x1ff), survivalMask: UInt16(masks >> 9))
      if !Self.agrees(law) { failures.append(Rule(law).canonical) }
    }
    #expect(failures.isEmpty)
  }

  private static func agrees(_ law: LifeLike) -> Bool {
    let rule = Rule(law)
    let definition = Definition(rule: law)
    for odd in [false, true] {
      guard let phase = rule.phases[rule.phase(at: odd ? 1 : 0)].lifeLike,
        rule.storesComplement(at: odd ? 1 : 0) == definition.isComplement(atOdd: odd),
        // Never life from nothing: the empty plane stays empty.
        !phase.isBorn(0)
      else { return false }
      for neighbors in 0...8 {
        for alive in [false, true] {
          let next = definition.next(alive: alive, neighbors: neighbors, atOdd: odd)
          guard phase.next(alive: alive, neighbors: neighbors) == next else { return false }
        }
      }
    }
    let depends = definition.isComplement(atOdd: true) != definition.isComplement(atOdd: false)
    return rule.phaseCount == (depends ? 2 : 1)
  }

  @Test(arguments: [
    ("B3/S23", ["B3/S23"]), ("B/S", ["B/S"]), ("B012345678/S012345678", ["B/S"]),
    ("B0123478/S01234678", ["B3/S23"]), ("B0/S8", ["B12345678/S01234567"]),
    ("B0/S", ["B12345678/S012345678", "B/S8"]), ("B03/S23", ["B1245678/S0145678", "B56/S58"]),
  ])
  func `phases of known rules are as computed by hand`(declared: String, phases: [String]) throws {
    let rule = try Rule(parsing: declared)
    #expect(rule.phases.map { $0.lifeLike.map { Rule($0).canonical } } == phases)
    #expect(rule.canonical == declared)
  }
}
