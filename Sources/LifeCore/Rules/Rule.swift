/// What decides a cell's next state, in its one canonical spelling.
///
/// A rule with B0 lights up the whole empty plane, so nobody stores what it truly makes. Files and
/// engines hold the *stored* cells, as the world's convention has them: always the complement if a
/// full neighbourhood survives, else the complement at odd generations only. ``phases`` are the
/// rules that the stored cells obey; they never bring life from nothing.
package struct Rule: Hashable, Sendable {
  /// The rule as it is written down.
  package let declared: LifeLike

  package init(_ declared: LifeLike) { self.declared = declared }

  package static let life = Rule(LifeLike(birth: [3], survival: [2, 3]))

  /// The canonical rulestring, such as `B3/S23`.
  package var canonical: String { declared.description }

  /// The number of states, the dead one included.
  package var states: Int { 2 }

  /// What the stored cells obey: one rule, or one for even and one for odd generations.
  package var phases: [LifeLike] {
    guard declared.isBorn(0) else { return [declared] }
    if declared.survives(8) { return [declared.conjugate] }
    return [declared.complementingOutput, declared.complementingInput]
  }

  /// The rule that takes stored cells from a generation of this parity to the next.
  package func phase(atOdd odd: Bool) -> LifeLike {
    let phases = phases
    return phases[odd ? phases.count - 1 : 0]
  }

  /// Whether the stored cells at a generation of this parity are the dead ones of the true state.
  package func storesComplement(atOdd odd: Bool) -> Bool {
    declared.isBorn(0) && (declared.survives(8) || odd)
  }

  /// Whether a pattern means something else at an odd generation, so that files must carry it.
  package var dependsOnParity: Bool { declared.isBorn(0) && !declared.survives(8) }
}

/// A two-state rule that counts the eight neighbours: which counts give birth, which let live.
package struct LifeLike: Hashable, Sendable {
  /// Bit *n* is set if a dead cell with *n* living neighbours is born; bits 0 to 8.
  package let birth: UInt16
  /// Bit *n* is set if a living cell with *n* living neighbours survives; bits 0 to 8.
  package let survival: UInt16

  private static let counts: UInt16 = 0b1_1111_1111

  package init(birthMask: UInt16, survivalMask: UInt16) {
    precondition((birthMask | survivalMask) & ~Self.counts == 0)
    birth = birthMask
    survival = survivalMask
  }

  package init(birth: [Int], survival: [Int]) {
    self.init(
      birthMask: birth.reduce(0) { $0 | 1 << UInt16($1) },
      survivalMask: survival.reduce(0) { $0 | 1 << UInt16($1) })
  }

  package func isBorn(_ neighbours: Int) -> Bool { birth >> UInt16(neighbours) & 1 == 1 }
  package func survives(_ neighbours: Int) -> Bool { survival >> UInt16(neighbours) & 1 == 1 }

  /// Whether the cell lives in the next generation.
  package func next(alive: Bool, neighbours: Int) -> Bool {
    alive ? survives(neighbours) : isBorn(neighbours)
  }
}

extension LifeLike: CustomStringConvertible {
  package var description: String { "B\(Self.digits(birth))/S\(Self.digits(survival))" }

  private static func digits(_ mask: UInt16) -> String {
    (0...8).filter { mask >> UInt16($0) & 1 == 1 }.map(String.init).joined()
  }
}

extension LifeLike {
  /// True cells in, their complement out.
  fileprivate var complementingOutput: LifeLike {
    LifeLike(birthMask: ~birth & Self.counts, survivalMask: ~survival & Self.counts)
  }

  /// Complemented cells in, true ones out: *n* stored neighbours are 8 − *n* true ones, and a
  /// stored dead cell is a true living one.
  fileprivate var complementingInput: LifeLike {
    LifeLike(birthMask: Self.mirror(survival), survivalMask: Self.mirror(birth))
  }

  /// Complemented cells in and out.
  fileprivate var conjugate: LifeLike { complementingInput.complementingOutput }

  private static func mirror(_ mask: UInt16) -> UInt16 {
    (0...8).reduce(0) { $0 | (mask >> UInt16(8 - $1) & 1) << UInt16($1) }
  }
}
