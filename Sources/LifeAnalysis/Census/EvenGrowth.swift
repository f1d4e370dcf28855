internal import LifeCore
internal import LifeEngines

/// Proves that a soup consists of sources that grow for ever, such as guns and rakes, and objects
/// that recur, none of which ever meet, and counts them.
///
/// Each part is followed alone. For all times that are late enough, the boxes of the parts, and of
/// all that they emit, are compared; until then the complete soup is run, and must be the parts
/// side by side.
struct EvenGrowth {
  let separation: Separation
  let known: KnownShapes
  /// A multiple of the periods of all sources.
  let period: Int

  /// The parts of one generation.
  private struct Parts {
    var objects: [TrackedObject] = []
    var sources: [GrowingObject] = []
    /// The first part that neither recurs nor grows; no others are looked at then.
    var failure: Cells?

    /// All that recurs, also what the sources have emitted so far.
    var allObjects: [TrackedObject] { objects + sources.flatMap(\.recurrence.free) }
  }

  /// The numbers of periods after which the parts may have left each other.
  private static let periodsToLeave = [1, 4, 16]
  private static let mostSources = 16
  /// The quickest ways to tell a core from what it has emitted; the others seldom find more.
  private static let methods = [CoreDivision.Method.byShips, .byEnvelope, .byCluster]
  /// A larger cluster that has most of the cells is not the core of a source but a strip that
  /// becomes longer: in 4 000 soups of Brian's Brain, none such was proved to grow. To try took
  /// 14 ms a soup in place of 6.
  private static let mostCoreCells = 256
  /// The longest period of the growth of a source.
  private static let longestPeriod = 1_280

  /// What is known of some cells.
  enum Outcome {
    /// The objects of each code, and the codes of the sources.
    case proved([ObjectCode: Int])
    case unproved
    /// Most cells are a cluster, or a part, that neither recurs nor grows, so it is not one that is
    /// only too close to another part in this generation.
    case hopeless
  }

  /// What is proved of the cells of one generation.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func outcome(of cells: Cells) throws -> Outcome {
    let clusters = Clusters.split(cells, reach: separation.reach)
    let largest = clusters.map { $0.reduce(0) { $0 + $1.length } }.max() ?? 0
    if largest > Self.mostCoreCells, 2 * largest > cells.population { return .hopeless }
    let parts = try parts(of: cells)
    if parts.failure == nil, let counts = try counts(of: parts, making: cells) {
      return .proved(counts)
    }
    if let counts = try countsOfOneSource(in: cells) { return .proved(counts) }
    guard let failure = parts.failure else { return .unproved }
    return 2 * failure.population > cells.population ? .hopeless : .unproved
  }

  /// The counts if there is one source. Its core is found among all cells, with what would meet it:
  /// a switch engine whose debris is taken away lays other debris from then on.
  private func countsOfOneSource(in cells: Cells) throws -> [ObjectCode: Int]? {
    let source = try GrowingObject(cells, periods: [period], known: known, separation: separation)
    guard let source else { return nil }
    return try counts(of: Parts(sources: [source]), making: cells)
  }

  /// The objects of each code, and the codes of the sources; nil if it is not proved that the parts
  /// keep apart.
  private func counts(of parts: Parts, making cells: Cells) throws -> [ObjectCode: Int]? {
    // A source without a code is seen soonest: one soup took 84 ms in place of 30.
    var codes: [ObjectCode] = []
    for source in parts.sources {
      guard let code = try code(of: source) else { return nil }
      codes.append(code)
    }
    guard !codes.isEmpty, try separation.neverMeet(parts.allObjects, from: 0) else { return nil }
    let starts = Self.periodsToLeave.map { $0 * period }
    guard let start = try starts.first(where: { try areApart(parts, from: $0) }),
      try areSideBySide(parts, in: cells, after: start)
    else { return nil }
    return codes.reduce(into: parts.allObjects.counts(under: separation.rule)) { counts, code in
      counts[code, default: 0] += 1
    }
  }

  /// The parts of cells that have lived together within a period.
  private func parts(of cells: Cells) throws -> Parts {
    var parts = Parts()
    for part in try separation.parts(of: cells, window: period) {
      if let object = try known.object(part, at: 0, longest: period, separation: separation) {
        parts.objects.append(object)
      } else if parts.sources.count < Self.mostSources,
        let source = try GrowingObject(
          part, periods: [period], known: known, separation: separation,
          methods: Self.methods)
      {
        parts.sources.append(source)
      } else {
        parts.failure = part
        break
      }
    }
    return parts
  }

  /// Whether no source, nor what it emits, is ever near another part, from some generation on.
  private func areApart(_ parts: Parts, from start: Int) throws -> Bool {
    let families = parts.sources.map { $0.sourceBoxes(from: 0) }
    for (index, family) in families.enumerated() {
      var others = parts.objects.map { $0.boxes(from: 0) }
      for other in parts.sources.indices where other != index {
        others += parts.sources[other].recurrence.free.map { $0.boxes(from: 0) }
        if other > index { others += families[other] }
      }
      for boxes in family {
        try separation.limits.engine.interrupt?.check()
        if others.contains(where: { boxes.mayMeet($0, from: start, within: separation.reach) }) {
          return false
        }
      }
    }
    return true
  }

  /// Whether cells are, some generations later, the parts that were run alone until then.
  private func areSideBySide(
    _ parts: Parts, in cells: Cells, after generations: Int
  ) throws -> Bool {
    var runs = parts.objects.runs(at: generations)
    for source in parts.sources {
      try later(source.cells, by: generations).forEachRun { runs.append($0) }
    }
    return try Cells(runs) == later(cells, by: generations)
  }

  /// The cells alone, some generations later.
  private func later(_ cells: Cells, by generations: Int) throws -> Cells {
    var evolution = try separation.evolution(of: cells)
    try evolution.advance(by: generations)
    return try evolution.cells()
  }

  /// The code of a source that is run alone; nil if it has none.
  private func code(of source: GrowingObject) throws -> ObjectCode? {
    let found = source.recurrence
    let common = found.emitted.reduce(found.period) { leastCommonMultiple($0, $1.cycle.period) }
    guard common <= Self.longestPeriod else { return nil }
    var evolution = try separation.evolution(of: found.core)
    var populations = [evolution.population]
    for _ in 0..<2 * common {
      try evolution.advance(by: 1)
      populations.append(evolution.population)
    }
    let growth = populations[common] - populations[0]
    let isUniform = (common...2 * common).allSatisfy {
      populations[$0] - populations[$0 - common] == growth
    }
    return isUniform ? LinearGrowth(populations, period: common).code : nil
  }
}
