import LifeAnalysis
import LifeCore
import LifeRun

/// What a pattern is: a still life, an oscillator, a spaceship, … It is proved by comparing all
/// cells.
///
///     let glider = try Pattern(named: "glider").identify()
///     print(glider.kind, glider.period ?? 0, glider.apgcode ?? "")
///
/// An identification is encoded with the keys of `life identify --json`, so what that command
/// prints can be decoded.
public struct Identification: Hashable, Sendable {
  /// The kind of the pattern.
  public let kind: Kind
  /// The smallest period in generations; nil if nothing recurs.
  public let period: Int?
  /// The smallest number of generations after which the pattern has the same cells again, even if
  /// they are moved, rotated or reflected; nil if it does not recur or its phases are not known.
  public let mod: Int?
  /// How far the pattern moves in a period; nil if it does not move.
  public let displacement: Displacement?
  /// The speed in the notation of the field, such as `c/4d`; nil if the pattern does not move.
  public let speed: String?
  /// The canonical apgcode of an object, or of linear growth; `PATHOLOGICAL` for unknown patterns;
  /// nil for patterns of several objects.
  public let apgcode: String?
  /// The name of a well-known object or gun of Conway's Life; nil for others.
  public let name: String?
  /// The symmetry of the cells, such as `D4_+1`; nil if the pattern is too large to examine.
  public let symmetry: String?
  /// The symmetry in space and time, such as `*c*c`; nil if the pattern does not recur.
  public let kineticSymmetry: String?
  /// The periods of the cells of an oscillator or a still life, and how many cells have each of
  /// them; cells that are always alive have the period 1. Nil for other patterns.
  public let cellPeriods: [CellPeriod]?
  /// The number of generations until every object repeats itself, or until the last cell dies; nil
  /// if that is 0.
  public let lifespan: Int?
  /// The number of live cells from ``lifespan`` on; nil if it changes after that.
  public let finalPopulation: Int?
  /// The objects of a pattern that consists of several, or that a growing pattern has emitted,
  /// grouped by apgcode; nil for others.
  public let parts: [ObjectGroup]?
  /// The objects that a growing pattern emits in each period, grouped by apgcode; nil for others.
  public let emitted: [ObjectGroup]?
  /// Why the pattern is ``Identification/Kind/unknown``; nil if it is not.
  public let reason: String?

  /// What a pattern may be. Later versions may know more kinds.
  public struct Kind: RawRepresentable, Hashable, Codable, Sendable {
    /// The kind in words.
    public let rawValue: String

    /// No cell is alive.
    public static let empty = Kind(rawValue: "empty")
    /// Does not change.
    public static let stillLife = Kind(rawValue: "still life")
    /// Recurs in its place.
    public static let oscillator = Kind(rawValue: "oscillator")
    /// Recurs in another place.
    public static let spaceship = Kind(rawValue: "spaceship")
    /// Stays, and emits spaceships for ever.
    public static let gun = Kind(rawValue: "gun")
    /// Moves, and leaves still lifes or oscillators behind.
    public static let puffer = Kind(rawValue: "puffer")
    /// Moves, and emits spaceships only.
    public static let rake = Kind(rawValue: "rake")
    /// Emits the same objects in each period, but is neither a gun nor a puffer nor a rake.
    public static let linearGrowth = Kind(rawValue: "linear growth")
    /// Becomes several copies of itself.
    public static let replicator = Kind(rawValue: "replicator")
    /// Consists of several still lifes, oscillators and spaceships that never meet.
    public static let collection = Kind(rawValue: "collection")
    /// At most 20 cells that take more than 100 generations to become a collection.
    public static let methuselah = Kind(rawValue: "methuselah")
    /// At most 20 cells that take more than 100 generations to die.
    public static let diehard = Kind(rawValue: "diehard")
    /// Dies.
    public static let dying = Kind(rawValue: "dying")
    /// Recurs, and covers a universe whose edges are joined.
    public static let agar = Kind(rawValue: "agar")
    /// Not identified within the limits; see ``Identification/reason``.
    public static let unknown = Kind(rawValue: "unknown")

    /// The kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Objects with the same apgcode, and how many of them there are.
  public struct ObjectGroup: Hashable, Codable, Sendable {
    /// The canonical apgcode.
    public let apgcode: String
    /// The number of objects.
    public let count: Int
    /// The period of each object.
    public let period: Int
    /// How far each object moves in a period.
    public let displacement: Displacement

    init(_ part: LifeAnalysis.Identification.EqualObjects) {
      apgcode = part.code.description
      count = part.count
      period = part.period
      displacement = Displacement(x: part.displacement.x, y: part.displacement.y)
    }
  }

  /// A period, and the number of cells that have it.
  public struct CellPeriod: Hashable, Codable, Sendable {
    /// The smallest number of generations after which each of the cells is in the same state again.
    public let period: Int
    /// The number of cells.
    public let cells: Int
  }
}

extension Identification.Kind: CustomStringConvertible {
  /// The kind in words.
  public var description: String { rawValue }
}

extension Identification: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind
    case period
    case mod
    case displacement
    case speed
    case apgcode
    case name
    case symmetry
    case kineticSymmetry = "kinetic_symmetry"
    case cellPeriods = "cell_periods"
    case lifespan
    case finalPopulation = "final_population"
    case parts
    case emitted
    case reason
  }

  init(
    _ result: LifeAnalysis.Identification, of pattern: LifeCore.Pattern, rule: LifeCore.Rule
  ) {
    let measures = result.measures
    kind = Kind(rawValue: result.kind.rawValue)
    period = result.period
    mod = measures?.mod
    displacement = result.velocity.map {
      Displacement(x: $0.displacement.x, y: $0.displacement.y)
    }
    speed = result.velocity.map { $0.reduced + $0.suffix }
    apgcode = result.code?.description
    name = rule == .life ? result.namedCode.flatMap(ObjectNames.name(of:)) : nil
    symmetry = (measures?.symmetry ?? StaticSymmetry(of: pattern))?.rawValue
    kineticSymmetry = measures?.symmetries.kinetic
    cellPeriods = measures?.activity?.cellPeriods.map {
      CellPeriod(period: $0.period, cells: $0.cells)
    }
    let isSeed = [.methuselah, .diehard].contains(result.kind)
    lifespan = result.lifespan > 0 || isSeed ? result.lifespan : nil
    finalPopulation = result.finalPopulation
    parts = result.parts.isEmpty ? nil : result.parts.map(ObjectGroup.init)
    emitted = result.emitted.isEmpty ? nil : result.emitted.map(ObjectGroup.init)
    reason = result.reason
  }
}

extension Pattern {
  /// Runs the pattern until it recurs or is separated into objects, and says what it is.
  ///
  /// - Parameters:
  ///   - generations: the largest number of generations to follow the pattern, and so the largest
  ///     period; a pattern that is not identified by then is ``Identification/Kind/unknown``.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` if no engine serves the pattern's rule and universe, or of the kind
  ///   ``LifeError/Kind/cancelled``.
  /// - Complexity: O(generations) steps of an engine.
  public func identify(
    within generations: Int = 50_000, limits: Limits = Limits()
  ) throws(LifeError) -> Identification {
    let cancellation = Cancellation()
    return try cancellation.watching {
      var analysis = AnalysisLimits()
      analysis.generations = generations
      analysis.engine =
        limits.selection(usualThreads: 1, interrupt: cancellation.interrupt).options
      let identifier = Identifier(AnalysisRule(value.rule), limits: analysis)
      let result = try identifier.identify(value)
      // A search that was interrupted answers `unknown`, but a cancelled task expects an error.
      try cancellation.interrupt.check()
      return Identification(result, of: value, rule: value.rule)
    }
  }
}

/// A number of columns to the east and of rows to the south.
public struct Displacement: Hashable, Codable, Sendable {
  /// Columns to the east; negative to the west.
  public var x: Int
  /// Rows to the south; negative to the north.
  public var y: Int

  /// A displacement by `x` columns and `y` rows.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
