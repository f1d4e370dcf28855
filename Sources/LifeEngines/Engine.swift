package import LifeCore

/// The registry of engines. Help texts, tests and tables are made from it.
package enum Engine: String, CaseIterable, Sendable {
  case reference
  case bitmap
  case tiles
  case hashlife
  case bytes

  /// One line for help texts and tables.
  package var summary: String {
    switch self {
    case .reference: "a dictionary of live cells: slow and simple, the definition of correct"
    case .bitmap: "packed rows, every cell in every generation: dense patterns, tori"
    case .tiles: "tiles, stepped only where cells change: methuselahs, guns, ash"
    case .hashlife: "a quadtree with memoized successors: regular patterns, any generation"
    case .bytes: "tiles with a byte per cell: rules from files, every universe"
    }
  }

  /// The stepper type for universes of `rule`.
  ///
  /// `bitmap` has two: boards with circuits for the eight neighbors, and boards with sums for
  /// Larger than Life. The type's initializer decides about its rules.
  package func stepper(for rule: Rule) -> any EditableStepper.Type {
    switch self {
    case .reference: ReferenceStepper.self
    case .bitmap: rule.needsSums ? LargerThanLifeStepper.self : BitmapStepper.self
    case .tiles: TilesStepper.self
    case .hashlife: HashLifeStepper.self
    case .bytes: ByteStepper.self
    }
  }

  /// Makes this engine's stepper for a pattern.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package func makeStepper(
    for pattern: Pattern, options: EngineOptions
  ) throws -> any EditableStepper {
    let pattern = try pattern.packedForRule(limit: options.memoryLimit)
    if pattern.rule.partitioned != nil, (try? pattern.rule.fitted(pattern.universe)) == nil {
      throw UnsupportedPattern(
        engine: rawValue,
        reason: "the rule \(pattern.rule.canonical) has no meaning in this universe")
    }
    let engine = stepper(for: pattern.rule)
    if self != .reference, BlockStepper.isNeeded(for: pattern) {
      return try BlockStepper(pattern, options: options, engine: engine)
    }
    return pattern.rule.hasTrueCells(in: pattern.universe)
      ? try TrueCellsStepper(pattern, options: options, engine: engine)
      : try engine.init(pattern, options: options)
  }
}

extension Rule {
  /// Whether this Larger than Life rule needs sums: no circuit for the eight neighbors serves
  /// ranges above 1, other shapes or more states.
  fileprivate var needsSums: Bool { largerThanLife.map { !$0.countsMoore } ?? false }
}

/// A stepper that replaces its engine, for example tiles by HashLife. It lists the engines so far,
/// and reports progress during a call of ``Stepper/advance(by:)``.
package protocol EngineReporting: Stepper, AnyObject {
  /// The engines so far, the present one last; never empty.
  var spans: [EngineSpan] { get }

  /// Called several times a second during ``Stepper/advance(by:)``, with this stepper and the
  /// present engine, when the universe is at a whole generation.
  var onProgress: ((any Stepper, Engine) -> Void)? { get set }
}

/// The generations stepped by one engine, up to the start of the next span.
package struct EngineSpan: Sendable, Equatable {
  package var engine: Engine
  /// The first generation of the span, absolute.
  package var start: BigInt
  /// The reason for the engine, in a few words.
  package var reason: Message

  package init(engine: Engine, start: BigInt, reason: Message) {
    self.engine = engine
    self.start = start
    self.reason = reason
  }
}
