package import LifeCore

/// The result of identifying a pattern, proved by equality of cells.
package struct Identification: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case empty
    case stillLife = "still life"
    case oscillator
    case spaceship
    /// A core that stays and emits spaceships.
    case gun
    /// A core that moves and leaves still lifes or oscillators behind.
    case puffer
    /// A core that moves and emits spaceships only.
    case rake
    /// Grows by the same objects in each period, without a more precise name.
    case linearGrowth = "linear growth"
    /// Becomes several copies of itself after ``Identification/period`` generations, again and
    /// again.
    case replicator
    /// Several still lifes, oscillators and spaceships that never meet, with different velocities
    /// or a common period above 2^53. Also a pattern that becomes such objects without being a
    /// methuselah.
    case collection
    /// A small seed with a long evolution to still lifes, oscillators and spaceships, see
    /// ``Identification/isSmallSeed(_:lifespan:)``.
    case methuselah
    /// A small seed with a long evolution until it dies.
    case diehard
    /// Dies out after ``Identification/lifespan`` generations.
    case dying
    /// Not identified within the limits, see ``Identification/reason``.
    case unknown

    /// The kind in a sentence: "an oscillator".
    package var phrase: String {
      switch self {
      case .empty, .unknown: rawValue
      case .linearGrowth: "a pattern of \(rawValue)"
      case .dying: "a pattern that dies"
      case .oscillator: "an \(rawValue)"
      default: "a \(rawValue)"
      }
    }
  }

  package var kind: Kind
  /// The smallest period in generations. `nil` if nothing recurs.
  package var period: Int?
  package var displacement: Offset = .zero
  /// The first generation from which on the pattern, or each of its parts, follows a cycle. For a
  /// pattern that dies, the first generation without live cells.
  package var lifespan = 0
  /// Whether the complete pattern recurs backwards, too: the rule is reversible.
  package var isReversible = false
  /// The cycle, if the complete pattern recurs.
  package var cycle: ObjectCycle?
  /// The rule, if the complete pattern recurs.
  package var rule: AnalysisRule?
  /// The universe, if the complete pattern recurs. On a torus, a glider is an oscillator.
  package var universe = Universe.plane
  package var code: ObjectCode?
  /// The objects of a collection at ``lifespan``, also of a pattern becoming one. Empty for
  /// growing patterns, see ``emitted``.
  package var parts: [EqualObjects] = []
  /// The objects emitted by a growing pattern in each period.
  package var emitted: [EqualObjects] = []
  /// The measures of a gun, not counting objects that have left it. `nil` if they are missing.
  package var gun: GunMeasures?
  /// The box around a moving core and its emitted objects during one period, moved back to the
  /// first generation.
  package var movingCore: Window?
  /// The number of live cells at ``lifespan``.
  package var finalPopulation: Int?
  /// The growth, if the population grows by the same number of cells in each period.
  package var growth: LinearGrowth?
  /// The number of copies that a replicator becomes.
  package var copies: Int?
  /// The reason if the pattern is not identified.
  package var reason: String?
  /// The observations if the pattern is not identified.
  package var findings: Findings?

  /// The code for looking up the pattern's name in ``ObjectNames``.
  package var namedCode: ObjectCode? { gun.map(\.code) ?? code }

  /// The code of the given pattern. `PATHOLOGICAL` if it only becomes the object of the code.
  package var codeOfPattern: ObjectCode { lifespan == 0 ? code ?? .pathological : .pathological }

  /// Objects with the same code, and their number.
  package struct EqualObjects: Sendable, Hashable {
    package var code: ObjectCode
    package var displacement: Offset
    package var period: Int
    package var count: Int
    /// The name, for example "Blinker". `nil` if they have none.
    package var name: String?

    /// The velocity. `nil` if the objects do not move.
    package var velocity: Velocity? {
      displacement == .zero ? nil : Velocity(displacement, period: period)
    }
  }

  package init(_ kind: Kind) { self.kind = kind }

  /// Whether linear growth was measured, but not proved.
  package var hasMeasuredGrowth: Bool {
    if case .linear? = findings?.growth { kind == .unknown } else { false }
  }

  /// The reason for a pattern with measured but unproved growth.
  package static let unprovedGrowth = "its growth is not proved"

  static func unknown(_ reason: String, findings: Findings? = nil) -> Identification {
    var result = Identification(.unknown)
    result.reason = reason
    result.findings = findings
    return result
  }

  static func unknown(
    _ exhausted: MemoryExhausted, findings: Findings? = nil
  ) -> Identification {
    unknown("not enough memory for the \(exhausted.purpose)", findings: findings)
  }

  /// Whether only still lifes, oscillators and spaceships remain from ``lifespan`` on and never
  /// meet.
  package var isSettled: Bool {
    switch kind {
    case .empty, .stillLife, .oscillator, .spaceship, .collection, .methuselah, .diehard,
      .dying:
      true
    case .gun, .puffer, .rake, .linearGrowth, .replicator, .unknown:
      false
    }
  }

  /// Whether a pattern that settles or dies is a methuselah or a diehard.
  ///
  /// - SeeAlso: <https://conwaylife.com/wiki/Methuselah>
  static func isSmallSeed(_ pattern: Pattern, lifespan: Int) -> Bool {
    lifespan > minLifespan && pattern.population <= BigInt(maxSeedCells)
  }

  /// The maximum population of a methuselah or a diehard.
  private static let maxSeedCells = 20
  /// A methuselah or a diehard lives for longer than this.
  private static let minLifespan = 100

  /// The measures of the cycle. `nil` without a cycle, or if it is too large.
  ///
  /// - Complexity: O(cells of all phases · divisors of the period); computed at each access.
  package var measures: CycleMeasures? {
    guard let cycle, let rule else { return nil }
    return CycleMeasures(cycle, rule: rule)
  }

  /// The smallest number of generations until the first phase looks the same again, possibly moved,
  /// rotated or mirrored. `nil` without a cycle.
  package var mod: Int? {
    guard let cycle, let rule, !cycle.phases.isEmpty else { return nil }
    return CycleSymmetry(cycle, rule: rule).mod
  }

  /// The rules under which the pattern evolves in the same way; computed at each access.
  package var ruleRange: RuleRange? {
    guard let cycle, let rule, universe.isUnbounded, lifespan == 0 else { return nil }
    return RuleRange(cycle, rule: rule)
  }

  /// The velocity. `nil` if nothing moves.
  package var velocity: Velocity? {
    guard let period, displacement != .zero else { return nil }
    return Velocity(displacement, period: period)
  }
}

/// Observations of a pattern that is not identified. Nothing proves that it goes on like this.
package struct Findings: Sendable, Hashable {
  package enum Growth: Sendable, Hashable {
    /// The population grows by the same number of cells in each period. Negative if it shrinks.
    case linear(period: Int, cells: Int)
    /// The population grows quadratically. In each period, if there is one, its growth increases by
    /// the same number of cells.
    case quadratic(period: Int?)
  }

  /// The last visited generation.
  package var generation: Int
  package var population: BigInt
  /// The size of the bounding box.
  package var width: BigInt
  package var height: BigInt
  package var growth: Growth?
  /// The period, if it was proved but its phases are incomplete.
  package var period: Int?
}
