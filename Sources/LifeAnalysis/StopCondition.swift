package import LifeCore

/// A condition on a pattern that ends a run.
package enum StopCondition: Hashable, Sendable {
  /// All that remains is still lifes, oscillators and spaceships that never meet again.
  case stable
  /// The pattern has completed its first period.
  case period
  /// A spaceship has left: it is outside of the bounding box of all other cells, and moves away.
  case escape
  /// No cell is alive.
  case empty
  /// The number of live cells.
  case population(Comparison, BigInt)
  /// The larger side of the bounding box.
  case box(Comparison, BigInt)

  package enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case unequal = "!="
    // Before those that they begin with.
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

  /// What is said of a pattern for which the condition was not found to hold, such as "not stable".
  package var negation: String {
    switch self {
    case .period: "no period found"
    case .escape: "no spaceship found that escapes"
    case .stable, .empty: "not \(self)"
    case .population, .box: "\(self) was not reached"
    }
  }
}

extension Identifier {
  /// The number of generations after which a condition first holds; nil if that is not proved
  /// within the limits, and for a condition that never holds.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``, ``Stopped``.
  package func generations(of pattern: Pattern, until condition: StopCondition) throws -> Int? {
    let pattern = try unmarked(pattern)
    switch condition {
    case .stable:
      let result = try identifyCompletely(pattern)
      return result.isSettled ? result.lifespan : nil
    case .period:
      let result = try identifyCompletely(pattern)
      return result.cycle.map { $0.period + result.lifespan }
    case .escape:
      guard rule.interval == 1, pattern.universe.isUnbounded else { return nil }
      let separation = Separation(rule: rule, limits: limits)
      return try firstGeneration(of: pattern) { try separation.hasEscape($0.cells()) }
    case .empty:
      return try firstGeneration(of: pattern) { $0.isEmpty }
    case .population(let comparison, let bound):
      return try firstGeneration(of: pattern) {
        comparison.holds($0.exactPopulation, bound: bound)
      }
    case .box(let comparison, let bound):
      return try firstGeneration(of: pattern) { evolution in
        let size = evolution.size
        return comparison.holds(max(size.width, size.height), bound: bound)
      }
    }
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
