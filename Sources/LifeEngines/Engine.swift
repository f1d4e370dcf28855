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

  /// Makes a stepper.
  ///
  /// - Throws: ``UnsupportedPattern`` if the engine cannot serve the pattern's rule or universe,
  ///   ``MemoryExhausted`` if memory runs out.
  package typealias Initializer = (Pattern, EngineOptions) throws -> any Stepper

  /// The initializer of this engine's stepper for a rule. It throws if the rule is not supported.
  ///
  /// `bitmap` has two steppers: boards with circuits for the eight neighbors, and boards with sums
  /// for Larger than Life.
  package func initializer(for rule: Rule) -> Initializer {
    switch self {
    case .reference: ReferenceStepper.init
    case .bitmap:
      // Circuits serve Larger than Life rules of two states and Moore's neighborhood, too.
      rule.largerThanLife?.countsMoore == false ? LargerThanLifeStepper.init : BitmapStepper.init
    case .tiles: TilesStepper.init
    case .hashlife: HashLifeStepper.init
    case .bytes: ByteStepper.init
    }
  }

  /// Makes this engine's stepper for a pattern.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package func makeStepper(
    for pattern: Pattern, options: EngineOptions
  ) throws -> any Stepper {
    let pattern = try pattern.packedForRule(limit: options.memoryLimit)
    if pattern.rule.partitioned != nil, (try? pattern.rule.fitted(pattern.universe)) == nil {
      throw UnsupportedPattern(
        engine: rawValue,
        reason: "the rule \(pattern.rule.canonical) does not support this universe")
    }
    let make = initializer(for: pattern.rule)
    if self != .reference, pattern.rule.partitioned?.kind == .margolus {
      return try BlockStepper(pattern, options: options, make: make)
    }
    return pattern.rule.ignoresBackground(in: pattern.universe)
      ? try TrueCellsStepper(pattern, options: options, make: make)
      : try make(pattern, options)
  }
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
