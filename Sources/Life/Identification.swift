import LifeAnalysis
import LifeCore
import LifeRun

/// The kind of a pattern and its measures, for example an oscillator of period 3. It is proved by
/// comparing all cells.
///
///     let glider = try Pattern(named: "glider").identify()
///     print(glider.kind, glider.period ?? 0, glider.apgcode ?? "")
///
/// It is encoded with the keys of `life identify --json`, so you can decode the output of this
/// command.
public struct Identification: Hashable, Sendable {
  /// The kind of the pattern.
  public let kind: Kind
  /// The smallest period in generations. `nil` if nothing recurs.
  public let period: Int?
  /// The smallest number of generations until the same cells return, possibly moved, rotated or
  /// reflected. `nil` if the pattern does not recur or its phases are not known.
  public let mod: Int?
  /// The displacement of the pattern in a period. `nil` if it does not move.
  public let displacement: Displacement?
  /// The speed in the usual notation, for example `c/4d`. `nil` if the pattern does not move.
  public let speed: String?
  /// The canonical apgcode of an object or of linear growth. Objects that stay in their places are
  /// one object: two distant blocks are a still life. `nil` for unknown patterns and for patterns
  /// with ``parts``.
  public let apgcode: String?
  /// The name of a well-known object or gun of Conway's Life. `nil` for others.
  public let name: String?
  /// The symmetry of the cells, for example `D4_+1`. `nil` if the pattern is too large.
  public let symmetry: String?
  /// The symmetry in space and time, for example `*c*c`. `nil` if the pattern does not recur.
  public let kineticSymmetry: String?
  /// The periods of the cells of an oscillator or a still life, each with its number of cells.
  /// Cells that are always alive have the period 1. `nil` for other patterns.
  public let cellPeriods: [CellPeriod]?
  /// The number of generations until every object repeats itself, or until the last cell dies.
  /// `nil` if it is 0.
  public let lifespan: Int?
  /// The number of live cells from ``lifespan`` on. `nil` if it changes after that.
  public let finalPopulation: Int?
  /// The objects of a ``Kind/collection`` or methuselah, or those emitted so far by a growing
  /// pattern, grouped by apgcode, period and displacement. `nil` for others, also for a pattern
  /// that recurs as a whole: two blocks are one still life, two blinkers one oscillator.
  public let parts: [ObjectGroup]?
  /// The objects emitted in each period by a growing pattern, in the same groups. `nil` for others.
  public let emitted: [ObjectGroup]?
  /// The reason if the pattern is ``Identification/Kind/unknown``. Otherwise `nil`.
  public let reason: String?

  /// A kind of pattern. Later versions may have more kinds.
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
    /// Stays and emits spaceships forever.
    public static let gun = Kind(rawValue: "gun")
    /// Moves, and leaves still lifes or oscillators behind.
    public static let puffer = Kind(rawValue: "puffer")
    /// Moves, and emits spaceships only.
    public static let rake = Kind(rawValue: "rake")
    /// Emits the same objects in each period, but is no gun, puffer or rake.
    public static let linearGrowth = Kind(rawValue: "linear growth")
    /// Becomes several copies of itself.
    public static let replicator = Kind(rawValue: "replicator")
    /// Consists of several still lifes, oscillators and spaceships that never meet, and does not
    /// recur as a whole.
    public static let collection = Kind(rawValue: "collection")
    /// At most 20 cells, but more than 100 generations until they are a collection.
    public static let methuselah = Kind(rawValue: "methuselah")
    /// At most 20 cells, but more than 100 generations until they die.
    public static let diehard = Kind(rawValue: "diehard")
    /// Dies.
    public static let dying = Kind(rawValue: "dying")
    /// Not identified within the limits; see ``Identification/reason``.
    public static let unknown = Kind(rawValue: "unknown")

    /// The kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// Objects with the same apgcode, period and displacement: gliders in four directions are four
  /// groups. Add the counts for a total.
  public struct ObjectGroup: Hashable, Codable, Sendable {
    /// The canonical apgcode.
    public let apgcode: String
    /// The name, for example "Blinker". `nil` if it has none.
    public let name: String?
    /// The number of objects.
    public let count: Int
    /// The period of each object.
    public let period: Int
    /// The displacement of each object in a period.
    public let displacement: Displacement

    init(_ part: LifeAnalysis.Identification.EqualObjects) {
      apgcode = part.code.description
      name = part.name
      count = part.count
      period = part.period
      displacement = Displacement(x: part.displacement.x, y: part.displacement.y)
    }
  }

  /// A period and its number of cells.
  public struct CellPeriod: Hashable, Codable, Sendable {
    /// The smallest number of generations until each of the cells is in the same state again.
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
    name = result.namedCode.flatMap { ObjectNames.name(of: $0, under: rule) }
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
  /// Identifies the pattern: runs it until it recurs or separates into objects. The call occupies
  /// its actor until it returns: use `Task.detached` for a task that the main actor can cancel.
  /// There is no time limit, and a pattern that explodes may take minutes.
  ///
  /// - Parameters:
  ///   - generations: the maximum number of generations, and the maximum period. A pattern not
  ///     identified by then is ``Identification/Kind/unknown``.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply. The others are for reading.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidData`` if no engine supports the
  ///   pattern's rule and universe, or ``LifeError/Kind/cancelled``.
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
      let result = try identifier.identify(valueInUniverse)
      // An interrupted search answers `unknown`, but a cancelled task expects an error.
      try cancellation.interrupt.check()
      return Identification(result, of: value, rule: value.rule)
    }
  }
}

/// A number of columns to the east and of rows to the south.
public struct Displacement: Hashable, Codable, Sendable {
  /// Columns to the east, negative to the west.
  public var x: Int
  /// Rows to the south, negative to the north.
  public var y: Int

  /// A displacement by `x` columns and `y` rows.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}
