package import LifeCore

/// A condition on a pattern that ends a run.
package enum StopCondition: Hashable, Sendable {
  /// Only still lifes, oscillators and spaceships remain, and they never meet.
  case stable
  /// The pattern has completed its first period.
  case period
  /// A spaceship has left: it is outside the bounding box of all other cells and moves away.
  case escape
  /// No cell is alive.
  case empty
  /// The number of live cells.
  case population(Comparison, BigInt)
  /// The larger side of the bounding box.
  case box(Comparison, BigInt)

  /// The conditions without a number.
  package static let plain: [StopCondition] = [.stable, .period, .escape, .empty]

  package enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case unequal = "!="
    // Longer operators first, because `>` is a prefix of `>=`.
    case atLeast = ">="
    case atMost = "<="
    case above = ">"
    case below = "<"

    func holds(_ value: BigInt, bound: BigInt) -> Bool {
      switch self {
      case .equal: value == bound
      case .unequal: value != bound
      case .atLeast: value >= bound
      case .atMost: value <= bound
      case .above: value > bound
      case .below: value < bound
      }
    }
  }
}

extension StopCondition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .stable: "stable"
    case .period: "period"
    case .escape: "escape"
    case .empty: "empty"
    case .population(let comparison, let bound): "pop\(comparison.rawValue)\(bound)"
    case .box(let comparison, let bound): "box\(comparison.rawValue)\(bound)"
    }
  }

  /// A phrase for a condition that was not reached, for example "not stable".
  package var negation: String {
    switch self {
    case .period: "no period found"
    case .escape: "no spaceship found that escapes"
    case .stable: "not proved stable"
    case .empty: "not empty"
    case .population, .box: "\(self) was not reached"
    }
  }
}

/// The end of a run with a condition.
package struct ConditionEnd: Hashable, Sendable, CustomStringConvertible {
  package let condition: StopCondition
  /// Generations from the start of the run until the condition holds, or until the end of the
  /// search.
  package let generations: Int
  /// Whether the condition was found to hold.
  package let isMet: Bool
  /// Why the search ended before its limit; `nil` if it did not.
  private let reason: String?

  package init(
    condition: StopCondition, generations: Int, isMet: Bool, reason: String? = nil
  ) {
    self.condition = condition
    self.generations = generations
    self.isMet = isMet
    self.reason = reason
  }

  /// `stable after 5206 generations`
  package var description: String {
    let time = generations.counted("generation")
    if isMet { return "\(condition) after \(time)" }
    return "\(condition.negation) within \(time)" + (reason.map { "; \($0)" } ?? "")
  }
}

extension Identifier {
  /// The generation at which a condition first holds. If this is not proved, the end of the search.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``, ``Stopped``.
  package func end(of pattern: Pattern, when condition: StopCondition) throws -> ConditionEnd {
    let pattern = try unmarked(pattern)
    let found: Int?
    switch condition {
    case .stable, .period:
      let result = try withTimeForProofs.identifyCompletely(pattern)
      if result.kind == .unknown, let last = result.findings?.generation {
        return ConditionEnd(
          condition: condition, generations: min(last, limits.generations), isMet: false,
          reason: earlyEnd(result, at: last))
      }
      let generation: Int?
      if condition == .stable {
        generation = result.isSettled ? result.lifespan : nil
      } else {
        // The period of an empty universe is 1.
        let period = result.finalPopulation == 0 ? 1 : result.cycle?.period
        generation = period.map { $0 + result.lifespan }
      }
      found = generation.flatMap { $0 <= limits.generations ? $0 : nil }
    case .escape:
      var reason: String?
      if rule.interval > 1 { reason = "rules with B0 or with turns are not searched" }
      if !pattern.universe.isUnbounded { reason = "no spaceship leaves \(pattern.universe)" }
      guard reason == nil else {
        return ConditionEnd(
          condition: condition, generations: limits.generations, isMet: false, reason: reason)
      }
      let separation = Separation(rule: rule, limits: limits)
      let known = KnownShapes()
      found = try firstGeneration(of: pattern) {
        try separation.hasEscape($0.cells(), known: known)
      }
    case .empty:
      found = try firstGeneration(of: pattern) { $0.isEmpty }
    case .population(let comparison, let bound):
      found = try firstGeneration(of: pattern) {
        comparison.holds($0.exactPopulation, bound: bound)
      }
    case .box(let comparison, let bound):
      found = try firstGeneration(of: pattern) { evolution in
        let size = evolution.size
        return comparison.holds(max(size.width, size.height), bound: bound)
      }
    }
    return ConditionEnd(
      condition: condition, generations: found ?? limits.generations, isMet: found != nil)
  }

  /// The same with more generations: after a pattern has settled, it takes some to prove that.
  private var withTimeForProofs: Identifier {
    var limits = limits
    let (sum, overflow) = limits.generations.addingReportingOverflow(limits.generations / 4 + 512)
    if !overflow { limits.generations = sum }
    return Identifier(rule, limits: limits)
  }

  /// Why a search ended at a generation before its limit; `nil` at the limit.
  private func earlyEnd(_ result: Identification, at last: Int) -> String? {
    guard last + rule.interval <= limits.generations else { return nil }
    let isGrowing = result.reason == Identification.unprovedGrowth
    let reason = isGrowing ? "the pattern seems to grow forever" : result.reason ?? "no reason"
    return "the search ended before generation \(limits.generations): \(reason)"
  }

  private func firstGeneration(
    of pattern: Pattern, where holds: (Evolution) throws -> Bool
  ) throws -> Int? {
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    while try !holds(evolution) {
      guard evolution.generation < limits.generations, !evolution.isEmpty else { return nil }
      try evolution.advance(by: 1)
      limits.onGeneration?(evolution.generation)
    }
    return evolution.generation
  }
}
