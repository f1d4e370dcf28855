internal import LifeCore
internal import LifeEngines

/// Finds the first generation from which on a settled pattern is the union of its objects.
struct Settling {
  let pattern: Pattern
  let objects: [TrackedObject]
  let separation: Separation
  private var rule: AnalysisRule { separation.rule }
  private var limits: AnalysisLimits { separation.limits }

  /// - Parameters:
  ///   - generation: the generation of the objects.
  ///   - populations: the populations of all observations up to it. A pattern followed in long
  ///     steps has fewer; bisection finds its first settled generation.
  func identification(at generation: Int, populations: [Int]) throws -> Identification {
    let lifespan = try firstSettledGeneration(upTo: generation, populations: populations)
    var result = Identification(.collection)
    result.lifespan = lifespan
    if Identification.isSmallSeed(pattern, lifespan: lifespan) {
      result.kind = .methuselah
    }
    result.finalPopulation = try runs(at: lifespan).reduce(0) { $0 + $1.length }
    result.parts = try Identification.EqualObjects.counted(objects, by: separation)
    return result
  }

  /// The phases of the objects' common period, the first of them at or soon after a generation.
  /// Empty if they have too many cells.
  func phases(period: Int, from generation: Int) throws -> [Phase] {
    let count = max(1, period / rule.interval)
    var first = generation
    while first % rule.interval > 0 { first += 1 }
    var phases: [Phase] = []
    while phases.count < count, count <= ObjectCycle.maxPhases {
      let cells = try Cells(runs(at: first + phases.count * rule.interval))
      guard let phase = Phase(cells, limit: limits.collectedCells / count) else { return [] }
      phases.append(phase)
    }
    return phases
  }

  /// The first generation from which on the pattern is the union of its objects. Each object is
  /// followed back by its own cycle.
  private func firstSettledGeneration(upTo generation: Int, populations: [Int]) throws -> Int {
    let interval = rule.interval
    guard populations.count > generation / interval else {
      return try pattern.firstGeneration(upTo: generation, rule, limits) { earlier in
        try isUnion(earlier) && separation.neverMeet(objects, from: earlier.generation)
      }
    }
    var candidate = generation
    let expected = CommonPopulation(of: objects)
    while candidate > 0 {
      let before = candidate - interval
      guard populations[before / interval] == expected.count(at: before) else { break }
      candidate = before
    }
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    try evolution.advance(by: candidate)
    var settled = candidate
    // If the objects are the whole pattern and never meet, it stays settled.
    if try !isUnion(evolution) || !separation.neverMeet(objects, from: candidate) {
      while evolution.generation < generation {
        if try !isUnion(evolution) { settled = evolution.generation + interval }
        try evolution.advance(by: interval)
      }
    }
    return interval == 1 ? settled : try firstSettledGeneration(inIntervalBefore: settled)
  }

  private func firstSettledGeneration(inIntervalBefore last: Int) throws -> Int {
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    var first = max(0, last - rule.interval + 1)
    try evolution.advance(by: first)
    while evolution.generation < last {
      if try !isUnion(evolution) { first = evolution.generation + 1 }
      try evolution.advance(by: 1)
    }
    return first
  }

  private func isUnion(_ evolution: Evolution) throws -> Bool {
    try Cells(runs(at: evolution.generation)) == evolution.cells()
  }

  /// The cells of all objects, each evolving alone.
  private func runs(at generation: Int) throws -> [CellRun] {
    let rest = generation % rule.interval
    if rest == 0 { return objects.runs(at: generation) }
    return try objects.flatMap { object in
      let cells = object.phase(at: generation - rest).cells
      var alone = try separation.evolution(of: cells)
      try alone.advance(by: rest)
      return try alone.runs()
    }
  }
}

extension ObjectCycle {
  /// The cycle without its phases if they are too many. The limit is the same as for a pattern
  /// identified alone, so the codes are equal.
  fileprivate var withoutManyCells: ObjectCycle {
    guard let box = phases.first?.window,
      box.width * box.height > CycleMeasures.maxWork / phases.count
    else { return self }
    return ObjectCycle(period: period, displacement: displacement, phases: [])
  }
}

extension Identification.EqualObjects {
  /// Counts equal objects, most frequent first. Pseudo-objects are split.
  ///
  /// - Throws: `Stopped`.
  static func counted(_ objects: [TrackedObject], by separation: Separation) throws -> [Self] {
    let rule = separation.rule
    let interrupt = separation.limits.engine.interrupt
    var counts: [Self: Int] = [:]
    let pseudoObjects = PseudoObjects(rule)
    for object in objects {
      try interrupt?.check()
      for cycle in pseudoObjects.parts(of: object.cycle.withoutManyCells) {
        let code = try ObjectCode(cycle, under: rule) { try interrupt?.check() }
        let part = Self(
          code: code, displacement: cycle.displacement, period: cycle.period, count: 1)
        counts[part, default: 0] += 1
      }
    }
    let parts = counts.map { part, count in
      var part = part
      part.count = count
      part.name = ObjectNames.name(of: part.code, under: rule.rule)
      return part
    }
    return parts.sorted { part, next in
      if part.count != next.count { return part.count > next.count }
      return (part.code.description, part.displacement.x, part.displacement.y)
        < (next.code.description, next.displacement.x, next.displacement.y)
    }
  }
}
