internal import LifeCore
internal import LifeEngines

/// Proves that a pattern consists of one source, which grows for ever, and of objects that neither
/// it nor anything that it emits ever meets.
///
/// The population of a gun of period 46 beside an oscillator of period 31 repeats only after
/// 1 426 generations, and with a third period it may never be seen to. So the parts of one
/// generation are told apart. Those that recur alone are objects; all others together are taken for
/// the source, which is identified like a pattern of its own. The proof has two parts:
///
/// - At a later generation the cells are those of the source alone and of the objects.
/// - From then on, no box of the source or of what it emits comes near a box of an object.
struct SourceProof {
  private let separation: Separation
  private let source: Cells
  private let objects: [TrackedObject]

  /// The generations times cells that are followed twice in any case.
  private static let smallWork = 1 << 22

  /// - Parameters:
  ///   - cells: of any generation, from which the others are counted.
  ///   - window: the number of generations after which cells that lived together are one part, and
  ///     the largest period of an object.
  /// - Returns: nil if there is no source or no object.
  init?(_ cells: Cells, window: Int, separation: Separation) throws {
    var source: [CellRun] = []
    var objects: [TrackedObject] = []
    for part in try separation.parts(of: cells, window: window, isSampled: true) {
      if let object = try separation.object(part, at: 0, longest: window, isSteady: true) {
        objects.append(object)
      } else {
        part.forEachRun { source.append($0) }
      }
    }
    guard !source.isEmpty, !objects.isEmpty,
      let apart = try separation.joinedObjects(objects, at: 0, window: 0, longest: window)
    else { return nil }
    self.separation = separation
    self.source = Cells(source)
    self.objects = apart
  }

  /// What the pattern is; nil if that is not proved.
  ///
  /// - Parameters:
  ///   - generations: for which the source is followed.
  ///   - cells: of the pattern after as many generations.
  ///   - populations: of the pattern in all generations up to there.
  func growth(
    after generations: Int, cells: Cells, populations: [Int]
  ) throws -> ProvedGrowth? {
    var alone = try separation.evolution(of: source)
    var ownPopulations = [alone.population]
    for _ in 0..<generations {
      try alone.advance(by: 1)
      ownPopulations.append(alone.population)
    }
    var runs = objects.runs(at: generations)
    try alone.cells().forEachRun { runs.append($0) }
    guard Cells(runs) == cells,
      let period = PopulationGrowth.shortestPeriod(in: ownPopulations)
    else { return nil }
    // If the objects do not hide the period, the pattern itself is as good as the source alone.
    guard
      generations * cells.population <= Self.smallWork
        || period != PopulationGrowth.shortestPeriod(in: populations)
    else { return nil }
    guard let found = try identifiedSource(upTo: generations) else { return nil }
    let boxes = found.source.boxes(from: 0)
    let age = generations - found.start
    for object in objects {
      try separation.limits.engine.interrupt?.check()
      let path = object.boxes(from: -found.start)
      guard boxes.allSatisfy({ !$0.mayMeet(path, from: age, within: separation.reach) }) else {
        return nil
      }
    }
    var identification = found.identification
    // These are of the source alone.
    identification.growth = nil
    identification.code = nil
    let periods = [found.source.recurrence.objectPeriod] + objects.map(\.cycle.period)
    return ProvedGrowth(
      identification: identification, objectPeriod: periods.reduce(1, leastCommonMultiple))
  }

  private struct IdentifiedSource {
    var identification: Identification
    /// What is proved to grow from generation `start` on.
    var source: GrowingObject
    var start: Int
  }

  /// What the source is; nil if it is nothing that grows.
  private func identifiedSource(upTo last: Int) throws -> IdentifiedSource? {
    var limits = separation.limits
    limits.generations = last
    limits.onGeneration = nil
    let pattern = try Pattern(onPlane: source, rule: separation.rule.rule)
    var search = try CycleSearch(pattern, rule: separation.rule, limits: limits, isPart: true)
    guard case .separated(let identification) = try search.run(),
      [.gun, .puffer, .rake, .linearGrowth].contains(identification.kind),
      let period = identification.period,
      let growing = try GrowingObject(
        search.evolution.cells(), periods: [period], known: KnownShapes(), separation: separation)
    else { return nil }
    return IdentifiedSource(
      identification: identification, source: growing, start: search.generation)
  }
}
