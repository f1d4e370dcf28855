package import LifeCore
internal import LifeEngines

/// Identifies patterns of one rule.
///
/// Small patterns with short periods are left to ``quickCycle(_:)``, all others to ``CycleSearch``.
/// The search follows a pattern generation by generation. It compares each generation with the
/// first one and with a later snapshot, replaced when the number of generations has doubled
/// (Brent's algorithm). Most generations differ in population or box; otherwise all cells are
/// compared. The first return is the smallest period: a pattern with the period *d* returns after
/// *d* generations.
package struct Identifier: Sendable {
  /// The rule of the live cells.
  package let rule: AnalysisRule
  package let limits: AnalysisLimits
  /// The rule of the patterns, if cells also have marks that the analysis ignores, for example in
  /// LifeHistory.
  package let markedRule: Rule?

  package init(_ rule: AnalysisRule, limits: AnalysisLimits = AnalysisLimits()) {
    let base = rule.rule.withoutMarks
    markedRule = base == nil ? nil : rule.rule
    self.rule = base.map { AnalysisRule($0) } ?? rule
    self.limits = limits
  }

  var separation: Separation { Separation(rule: rule, limits: limits) }

  /// Identifies a pattern. The result is `unknown` if memory runs out or the identification is
  /// interrupted.
  ///
  /// - Parameter pattern: a pattern with the rule of this identifier.
  /// - Throws: ``UnsupportedPattern``.
  package func identify(_ pattern: Pattern) throws -> Identification {
    do {
      let pattern = try unmarked(pattern)
      if let quick = quickCycle(pattern) {
        return try identification(of: pattern, as: quick, lifespan: 0)
      }
      var search = try CycleSearch(pattern, rule: rule, limits: limits)
      return try follow(pattern, by: &search)
    } catch is Stopped {
      return .unknown(Self.interrupted)
    } catch let exhausted as MemoryExhausted {
      return .unknown(exhausted)
    }
  }

  /// Identifies a pattern for callers that cannot use a partial answer.
  ///
  /// - Throws: ``Stopped`` if the identification is interrupted; ``UnsupportedPattern``.
  package func identifyCompletely(_ pattern: Pattern) throws -> Identification {
    let result = try identify(pattern)
    if result.reason == Self.interrupted { throw Stopped() }
    return result
  }

  package static let interrupted = "interrupted"

  private func follow(
    _ pattern: Pattern, by search: inout CycleSearch
  ) throws -> Identification {
    var period: Int?
    do {
      let outcome = try search.run()
      if case .cycle(let found) = outcome { period = found.period }
      return try describe(outcome, of: pattern, by: search)
    } catch is Stopped {
      return .unknown(Self.interrupted, findings: search.findings(period: period))
    } catch let exhausted as MemoryExhausted {
      return .unknown(exhausted, findings: search.findings(period: period))
    }
  }

  private func describe(
    _ outcome: CycleSearch.Outcome, of pattern: Pattern, by search: CycleSearch
  ) throws -> Identification {
    switch outcome {
    case .cycle(let recurrence):
      let (cycle, start, population) = try recurrence.resolved(
        pattern, rule: rule, limits: limits)
      var result = try identification(of: pattern, as: cycle, lifespan: start)
      result.parts = recurrence.parts
      if start > 0 { result.finalPopulation = population }
      if start > 0, result.parts.isEmpty, pattern.universe.isUnbounded {
        result.parts = try ashParts(of: cycle.moved(by: pattern.origin.parity))
      }
      let objectCount = result.parts.reduce(0) { $0 + $1.count }
      if start > 0, result.kind != .methuselah, objectCount > 1 { result.kind = .collection }
      return result
    case .died(let generation):
      var result = Identification(.dying)
      if generation == 0 {
        result.kind = .empty
        result.code = .empty
      } else if Identification.isSmallSeed(pattern, lifespan: generation) {
        result.kind = .diehard
      }
      result.lifespan = generation
      result.finalPopulation = 0
      return result
    case .identified(var result):
      if let copies = result.copies { result.code = .replicator(copies: copies) }
      return result
    case .undecided(let reason):
      return .unknown(reason, findings: search.findings())
    }
  }

  /// The objects in the ash of a pattern, given by its cycle at a place of the right parity. Empty
  /// if they are not separated.
  private func ashParts(of cycle: ObjectCycle) throws -> [Identification.EqualObjects] {
    guard rule.interval == 1, let phase = cycle.phases.first else { return [] }
    var span = min(max(Self.minAshSpan, cycle.period), Self.maxAshSpan)
    do {
      while span <= Self.maxAshSpan {
        if let objects = try separation.settledObjects(phase.cells, at: 0, span: span) {
          return try Identification.EqualObjects.counted(objects, by: separation)
        }
        // A spaceship on its way through an object, for example from a gun to an eater, may take
        // longer than a period.
        span *= 4
      }
    } catch is Stopped {}
    return []
  }

  /// Ash is separated by the cells of one period or some, but of at least and at most these
  /// generations.
  private static let minAshSpan = 32
  private static let maxAshSpan = 1 << 10

  /// The apgcode of a small object with a short period. `nil` for other patterns.
  ///
  /// - Throws: ``Stopped``.
  package func quickCode(of pattern: Pattern) throws -> ObjectCode? {
    guard let quick = try quickCycle(unmarked(pattern)) else { return nil }
    return try code(of: quick, at: pattern.origin)
  }

  /// - Parameter origin: the position of the cycle's (0, 0).
  /// - Throws: ``Stopped``.
  func code(of cycle: ObjectCycle, at origin: Position = .origin) throws -> ObjectCode {
    let isSame = rule.rule.allowsMoves(by: origin.parity)
    return try ObjectCode(isSame ? cycle : cycle.moved(by: origin.parity), under: rule) {
      try limits.engine.interrupt?.check()
    }
  }

  /// The pattern without marks, under the rule of the live cells.
  func unmarked(_ pattern: Pattern) throws -> Pattern {
    let pattern = try pattern.nearOrigin(limit: limits.engine.memoryLimit)
    guard let markedRule, pattern.rule == markedRule else { return pattern }
    return try StateMapping(from: markedRule, to: rule.rule)
      .apply(to: pattern, rule: rule.rule, limit: limits.engine.memoryLimit)
  }

  func unmarked(_ cells: Cells) throws -> Cells {
    guard let markedRule else { return cells }
    var pattern = Pattern(cells: cells)
    pattern.statedRule = markedRule
    return try unmarked(pattern).cells
  }

  /// The cycle of a small object with a short period: the usual case in a stream of patterns.
  private func quickCycle(_ pattern: Pattern) -> ObjectCycle? {
    guard pattern.universe.isUnbounded, pattern.tree == nil,
      rule.rule.phase(at: pattern.generation) == 0,
      let box = pattern.cells.bounds, max(box.width, box.height) <= SmallBoard.maxSize
    else { return nil }
    return rule.smallCycle(
      of: Phase(pattern.cells), maxPeriod: min(Self.quickPeriod, limits.generations))
  }

  /// The maximum period to try before all else.
  private static let quickPeriod = 120

  private func identification(
    of pattern: Pattern, as cycle: ObjectCycle, lifespan: Int
  ) throws -> Identification {
    var result = Identification(.stillLife)
    result.period = cycle.period
    result.displacement = cycle.displacement
    result.lifespan = lifespan
    result.cycle = cycle
    result.rule = rule
    result.universe = pattern.universe
    result.isReversible = rule.rule.isReversible(in: pattern.universe)
    if lifespan == 0 {
      let first = try cycle.fromFirstPhase(of: pattern, rule: rule, limits: limits)
      result.code = try code(of: first, at: pattern.origin)
    }
    if Identification.isSmallSeed(pattern, lifespan: lifespan) {
      result.kind = .methuselah
    } else if cycle.isMoving {
      result.kind = .spaceship
    } else if cycle.period > 1 {
      result.kind = .oscillator
    }
    return result
  }
}

extension Pattern {
  /// The pattern without marks. Unchanged if its rule has none or memory runs out.
  package var withoutMarks: Pattern {
    guard rule.withoutMarks != nil else { return self }
    return (try? Identifier(AnalysisRule(rule)).unmarked(self)) ?? self
  }
}

extension Rule {
  /// The rule of the live cells if cells also have marks. `nil` for other rules.
  package var withoutMarks: Rule? {
    guard case .history(let rule) = family, [.history, .super].contains(rule.marks) else {
      return nil
    }
    return Rule(.twoState(rule.base))
  }
}

extension ObjectCycle {
  /// The cycle from a generation in the rule's first phase on. The apgcode is of this cycle.
  fileprivate func fromFirstPhase(
    of pattern: Pattern, rule: AnalysisRule, limits: AnalysisLimits
  ) throws -> ObjectCycle {
    guard rule.rule.phase(at: pattern.generation) > 0, pattern.universe.isUnbounded else {
      return self
    }
    let later = try rule.atFirstPhase(pattern, options: limits.engine)
    var evolution = try Evolution(later, rule: rule, options: limits.engine)
    return try ObjectCycle(
      period: period, displacement: displacement, from: &evolution, rule: rule, limits: limits)
  }
}

extension Pattern {
  /// A small pattern of a tree, far from the middle of the tree, in rows. An analysis counts with
  /// coordinates up to 2^60; HashLife leaves a glider farther away in generation 2^62.
  fileprivate func nearOrigin(limit: Int) throws -> Pattern {
    guard tree != nil, let box = bounds, max(box.width, box.height) <= 1 << 16,
      box.corner.offset(from: origin, atMost: 1 << 32) == nil
    else { return self }
    return try inRows(limit: limit)
  }
}
