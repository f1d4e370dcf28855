package import LifeCore

/// What a pattern is, proved by equality of cells.
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
    /// Grows by the same objects in each period, in a way that has no better word.
    case linearGrowth = "linear growth"
    /// Becomes several copies of itself after ``Identification/period`` generations, and these do
    /// so, too.
    case replicator
    /// Several still lifes, oscillators and spaceships that never meet, of different velocities or
    /// with a common period above 2^53; or a pattern that becomes such objects, no methuselah.
    case constellation = "collection"
    /// A small seed that takes long to become still lifes, oscillators and spaceships, see
    /// ``Identification/isSmallSeed(_:lifespan:)``.
    case methuselah
    /// A small seed that takes long to die out.
    case diehard
    /// Dies out after ``Identification/lifespan`` generations.
    case dying
    /// A periodic pattern that covers a universe whose edges are joined.
    case agar
    /// Not identified within the limits, see ``Identification/reason``.
    case unknown

    /// The kind in a sentence: "an oscillator".
    package var phrase: String {
      switch self {
      case .empty, .unknown: rawValue
      case .linearGrowth: "a pattern of \(rawValue)"
      case .dying: "a pattern that dies"
      case .oscillator, .agar: "an \(rawValue)"
      default: "a \(rawValue)"
      }
    }
  }

  package var kind: Kind
  /// The smallest period in generations; nil if nothing recurs.
  package var period: Int?
  package var displacement: Offset = .zero
  /// The first generation from which the pattern, or all of its parts, follow their cycles; for a
  /// diehard the first generation without live cells.
  package var lifespan = 0
  /// The cycle, if the complete pattern recurs.
  package var cycle: ObjectCycle?
  /// The rule, if the complete pattern recurs.
  package var rule: AnalysisRule?
  /// Whether the universe has no edges.
  package var isOnPlane = true
  package var code: ObjectCode?
  /// The objects at ``lifespan`` of a pattern that is or becomes several; empty for one that grows,
  /// see ``emitted``.
  package var parts: [EqualObjects] = []
  /// What a growing pattern emits in each period.
  package var emitted: [EqualObjects] = []
  /// What a gun is without what has left it; nil if it is too large.
  package var gun: GunMeasures?
  /// The box around a core that moves, and around what it emits in one period; moved back to where
  /// it would have been at the first generation.
  package var movingCore: Window?
  /// The number of live cells at ``lifespan``.
  package var finalPopulation: Int?
  /// The growth, if the population grows by the same number of cells in each period.
  package var growth: LinearGrowth?
  /// The number of copies that a replicator becomes.
  package var copies: Int?
  /// Why the pattern is not identified.
  package var reason: String?
  /// What is known of a pattern that is not identified.
  package var findings: Findings?

  /// The code under which ``ObjectNames`` may have a name for the pattern.
  package var namedCode: ObjectCode? { gun.map(\.code) ?? code }

  /// The code of the pattern as it was given; `PATHOLOGICAL` if it only becomes what the code says.
  package var codeOfPattern: ObjectCode { lifespan == 0 ? code ?? .pathological : .pathological }

  /// Objects that have the same code, and their number.
  package struct EqualObjects: Sendable, Hashable {
    package var code: ObjectCode
    package var displacement: Offset
    package var period: Int
    package var count: Int

    /// The velocity; nil if they do not move.
    package var velocity: Velocity? {
      displacement == .zero ? nil : Velocity(displacement, period: period)
    }

    package init(code: ObjectCode, displacement: Offset, period: Int, count: Int) {
      self.code = code
      self.displacement = displacement
      self.period = period
      self.count = count
    }
  }

  package init(_ kind: Kind) { self.kind = kind }

  /// The reason of a pattern whose growth is measured and not proved.
  package static let unprovedGrowth = "its growth is not proved"

  static func unknown(_ reason: String, findings: Findings? = nil) -> Identification {
    var result = Identification(.unknown)
    result.reason = reason
    result.findings = findings
    result.code = .pathological
    return result
  }

  static func unknown(
    _ exhausted: MemoryExhausted, findings: Findings? = nil
  ) -> Identification {
    unknown("not enough memory for the \(exhausted.purpose)", findings: findings)
  }

  /// Whether all that remains from ``lifespan`` on is still lifes, oscillators and spaceships that
  /// never meet.
  package var isSettled: Bool {
    switch kind {
    case .empty, .stillLife, .oscillator, .spaceship, .constellation, .agar, .methuselah, .diehard,
      .dying:
      true
    case .gun, .puffer, .rake, .linearGrowth, .replicator, .unknown:
      false
    }
  }

  /// Whether a pattern that settles or dies is called a methuselah or a diehard.
  ///
  /// - SeeAlso: <https://conwaylife.com/wiki/Methuselah>
  static func isSmallSeed(_ pattern: Pattern, lifespan: Int) -> Bool {
    lifespan > shortestLifespan && pattern.population <= BigInt(mostSeedCells)
  }

  /// The most cells of a methuselah or a diehard, and the longest lifespan of what is neither.
  private static let mostSeedCells = 20
  private static let shortestLifespan = 100

  /// The measures of the cycle; nil if there is none or it is too large.
  ///
  /// - Complexity: O(cells of all phases · divisors of the period); computed at each access.
  package var measures: CycleMeasures? {
    guard let cycle, let rule else { return nil }
    return CycleMeasures(cycle, rule: rule)
  }

  /// The smallest number of generations after which the first phase is back up to a symmetry of the
  /// rule and a translation; nil without a cycle.
  package var mod: Int? {
    guard let cycle, let rule, !cycle.phases.isEmpty else { return nil }
    return CycleSymmetry(cycle, rule: rule).mod
  }

  /// The rules under which the pattern evolves in the same way; computed at each access.
  package var ruleRange: RuleRange? {
    guard let cycle, let rule, isOnPlane, lifespan == 0 else { return nil }
    return RuleRange(cycle, rule: rule)
  }

  /// The velocity; nil if nothing moves.
  package var velocity: Velocity? {
    guard let period, displacement != .zero else { return nil }
    return Velocity(displacement, period: period)
  }
}

/// What has been seen of a pattern that is not identified. Nothing proves that it goes on like
/// this.
package struct Findings: Sendable, Hashable {
  package enum Growth: Sendable, Hashable {
    /// The population grows by the same number of cells in each period; negative if it shrinks.
    case linear(period: Int, cells: Int)
    /// The population grows as an area does. In each period, if there is one, the growth grows by
    /// the same number of cells.
    case quadratic(period: Int?)
  }

  /// The last generation that was visited.
  package var generation: Int
  package var population: BigInt
  /// The size of the bounding box.
  package var width: BigInt
  package var height: BigInt
  package var growth: Growth?
  /// The period, if it was proved before the phases were complete.
  package var period: Int?
}
