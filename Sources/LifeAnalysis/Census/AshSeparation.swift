internal import LifeCore
internal import LifeEngines

/// Separates the cells of one generation into objects and proves that they never meet.
///
/// It caches objects by their cells in one phase.
struct AshSeparation {
  private let separation: Separation
  private let pseudoObjects: PseudoObjects
  private var objects: [Bitmap: KnownObject?] = [:]

  /// An object that recurs alone.
  private struct KnownObject {
    let cycle: ObjectCycle
    /// The codes of its independent parts.
    let codes: [ObjectCode]
  }

  /// The maximum number of cached objects, about 100 MB.
  private static let maxObjects = 1 << 16
  /// The maximum period of an object.
  private static let maxPeriod = 4_096

  init(_ rule: AnalysisRule, options: EngineOptions) {
    var limits = AnalysisLimits()
    limits.engine = options
    separation = Separation(rule: rule, limits: limits)
    pseudoObjects = PseudoObjects(rule)
  }

  /// The number of objects of each code. `nil` unless the cells are provably objects that never
  /// meet.
  ///
  /// The clusters are objects if each recurs alone. Objects with the same velocity become one
  /// object if their cells ever come close.
  mutating func counts(_ cells: Cells) throws -> [ObjectCode: Int]? {
    var clusters: [TrackedObject] = []
    for runs in Clusters.split(cells, reach: separation.reach) {
      let phase = Phase(Cells(runs))
      guard let known = object(of: phase) else { return nil }
      clusters.append(TrackedObject(cycle: known.cycle.moved(to: phase), generation: 0))
    }
    // With a span of 1, all pairs are compared except two still lifes: they are apart now, and so
    // they stay apart.
    let joined = try separation.joinedObjects(
      clusters, at: 0, span: 1, maxPeriod: Self.maxPeriod)
    guard let joined else { return nil }
    var counts: [ObjectCode: Int] = [:]
    for object in joined {
      guard let known = self.object(of: object.phase(at: 0)) else { return nil }
      for code in known.codes { counts[code, default: 0] += 1 }
    }
    return counts
  }

  /// The object with the cells of a phase, at any position. `nil` if it does not recur alone.
  private mutating func object(of phase: Phase) -> KnownObject? {
    if let known = objects[phase.bitmap] { return known }
    if objects.count >= Self.maxObjects { objects.removeAll(keepingCapacity: true) }
    let rule = separation.rule
    let object = rule.smallCycle(of: phase, maxPeriod: Self.maxPeriod).map { cycle in
      KnownObject(
        cycle: cycle,
        codes: pseudoObjects.parts(of: cycle).map { ObjectCode($0, under: rule) })
    }
    objects[phase.bitmap] = .some(object)
    return object
  }
}
