import LifeAnalysis
import LifeCore
import LifeRun

/// What a pattern is, proved by equality of all cells.
///
///     let glider = try Pattern(contentsOf: "glider.rle").identify()
///     print(glider.kind, glider.period ?? 0, glider.apgcode ?? "")
public struct Identification: Hashable, Sendable {
  /// The kind in words: `empty`, `still life`, `oscillator`, `spaceship`, `gun`, `puffer`, `rake`,
  /// `linear growth`, `replicator`, `collection`, `methuselah`, `diehard`, `dying`, `agar` or
  /// `unknown`. A methuselah or a diehard has at most 20 cells and lives for more than 100
  /// generations.
  public let kind: String
  /// The smallest period in generations; nil if nothing recurs.
  public let period: Int?
  /// The number of columns to the east that the pattern moves in a period.
  public let displacementX: Int
  /// The number of rows to the south that the pattern moves in a period.
  public let displacementY: Int
  /// The first generation from which all parts follow their cycles; for a pattern that dies
  /// the first generation without live cells.
  public let lifespan: Int
  /// The canonical apgcode of an object, or of linear growth; nil for patterns of several objects
  /// and unknown ones.
  public let apgcode: String?
  /// The name of a well-known object or gun of Conway's Life.
  public let name: String?
  /// Why the pattern is unknown.
  public let reason: String?

  init(_ result: LifeAnalysis.Identification, _ rule: LifeCore.Rule) {
    kind = result.kind.rawValue
    period = result.period
    (displacementX, displacementY) = (result.displacement.x, result.displacement.y)
    lifespan = result.lifespan
    apgcode = result.code.flatMap { $0 == .pathological ? nil : $0.description }
    name = rule == .life ? result.namedCode.flatMap(ObjectNames.name(of:)) : nil
    reason = result.reason
  }
}

extension Pattern {
  /// Runs the pattern until it recurs or is separated into objects, and says what it is.
  ///
  /// - Parameters:
  ///   - generations: the largest number of generations to follow the pattern, and so the largest
  ///     period; a pattern that is not identified by then is `unknown`.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` if no engine serves the pattern's rule and universe.
  /// - Complexity: O(generations) steps of an engine.
  public func identify(
    within generations: Int = 50_000, limits: Limits = Limits()
  ) throws(LifeError) -> Identification {
    try LifeError.converting {
      var selection = EngineSelection()
      selection.threads = limits.threads ?? 1
      selection.memoryLimit = limits.memory
      selection.interrupt = nil
      var analysis = AnalysisLimits()
      analysis.generations = generations
      analysis.engine = selection.options
      let identifier = Identifier(AnalysisRule(value.rule), analysis)
      return Identification(try identifier.identify(value), value.rule)
    }
  }
}
