internal import LifeAnalysis
package import LifeCore
import LifeIO

/// The differences between two patterns, or the movement that makes them equal.
package struct PatternComparison {
  package let patterns: (Pattern, Pattern)
  package let names: (String, String)
  /// Differences of rule, universe and complement, as text.
  package private(set) var remarks: [String] = []
  /// The differing cells; `nil` if all are equal.
  package private(set) var difference: CellsDifference?
  /// The generations, orientation and shift that make the second pattern equal to the first; `nil`
  /// if none do.
  package private(set) var match: Match?

  package struct Match: Sendable {
    package fileprivate(set) var generations = 0
    package let orientation: Orientation
    package let x: BigInt
    package let y: BigInt
  }

  package var isSame: Bool { remarks.isEmpty && difference == nil }

  /// The criterion of equality; each case includes the earlier ones.
  package enum Equivalence: Comparable {
    /// Equal cells in equal places.
    case exact
    /// Equal up to a translation.
    case translated
    /// Equal up to a translation and one of the eight orientations.
    case turned
    /// The first pattern equals any phase of the second, which must recur.
    case anyPhase
  }

  /// - Throws: ``RunFailure`` of kind `overLimit` if the second pattern does not recur within the
  ///   limits of `anyPhase`; `Stopped`; `MemoryExhausted`.
  package init(
    _ patterns: (Pattern, Pattern), names: (String, String), equivalence: Equivalence,
    memory: MemoryBudget
  ) throws {
    var patterns = patterns
    self.names = names
    let firstRule = patterns.0.statedRule
    let secondRule = patterns.1.statedRule
    if let firstRule, let secondRule, firstRule != secondRule {
      remarks.append("the rules are \(firstRule.canonical) and \(secondRule.canonical)")
    }
    if patterns.0.isComplement != patterns.1.isComplement {
      remarks.append("one pattern stores its dead cells, like odd generations of a rule with B0")
    }
    let firstUniverse = patterns.0.universe
    let secondUniverse = patterns.1.universe
    if firstUniverse != secondUniverse {
      remarks.append("the universes are \(firstUniverse) and \(secondUniverse)")
    }
    if equivalence >= .translated {
      let orientations = equivalence >= .turned ? Orientation.all : [.identity]
      match = try Self.match(patterns, orientations: orientations, memory: memory)
      if match == nil, equivalence == .anyPhase, remarks.isEmpty {
        match = try Self.matchingPhase(patterns, name: names.1, memory: memory)
      }
      patterns.1 = try Self.moved(
        patterns.1, onto: patterns.0, orientation: .identity, limit: memory.forCopy
      ).pattern
    }
    self.patterns = patterns
    if match == nil { difference = try patterns.0.difference(from: patterns.1) }
  }

  /// The first orientation that makes the second pattern equal to the first.
  private static func match(
    _ patterns: (Pattern, Pattern), orientations: [Orientation], memory: MemoryBudget
  ) throws -> Match? {
    for orientation in orientations {
      let moved = try moved(
        patterns.1, onto: patterns.0, orientation: orientation, limit: memory.forCopy)
      if try patterns.0.difference(from: moved.pattern) == nil {
        return Match(orientation: orientation, x: moved.x, y: moved.y)
      }
    }
    return nil
  }

  /// The first later phase of the second pattern that equals the first pattern.
  private static func matchingPhase(
    _ patterns: (Pattern, Pattern), name: String, memory: MemoryBudget
  ) throws -> Match? {
    let limits = AnalysisLimits(EngineSelection())
    let rule = AnalysisRule(patterns.1.rule)
    let result = try Identifier(rule, limits: limits.reporting).identify(patterns.1)
    guard let cycle = result.cycle, result.lifespan == 0 else {
      if result.cycle != nil {
        throw RunFailure(
          .invalidData,
          "\(.anyPhase): \(name) recurs only from generation \(result.lifespan) on",
          hint: "\(advice: .compareWithGeneration(result.lifespan, of: name))")
      }
      guard result.kind == .unknown else {
        throw RunFailure(
          .invalidData, "\(.anyPhase): \(name) does not recur, because it is \(result.kind.phrase)")
      }
      throw RunFailure(
        .overLimit,
        "\(.anyPhase): \(name) does not recur within \(limits.generations.counted("generation"))")
    }
    let sides = patterns.0.bounds.map { Set([$0.width, $0.height]) }
    var evolution = try Evolution(patterns.1, rule: rule, options: limits.engine)
    for generations in stride(from: rule.interval, to: cycle.period, by: rule.interval) {
      try evolution.advance(by: rule.interval)
      guard BigInt(evolution.population) == patterns.0.population,
        evolution.box.map({ Set([BigInt($0.width), BigInt($0.height)]) }) == sides
      else { continue }
      let phase = try evolution.snapshot()
      let found = try match(
        (patterns.0, phase), orientations: Orientation.all, memory: memory)
      if var match = found {
        match.generations = generations
        return match
      }
    }
    return nil
  }

  /// A pattern in another orientation, moved so that the corners of both bounding boxes coincide.
  private static func moved(
    _ pattern: Pattern, onto other: Pattern, orientation: Orientation, limit: Int
  ) throws -> (pattern: Pattern, x: BigInt, y: BigInt) {
    var turned = pattern
    turned.universe = .plane
    turned.statedPosition = pattern.origin
    if orientation != .identity {
      turned = try turned.oriented(orientation, limit: limit)
    }
    guard let from = turned.bounds, let to = other.bounds else { return (turned, 0, 0) }
    let shift = to.corner - from.corner
    return (turned.shifted(by: shift), shift.x, shift.y)
  }
}
