package import LifeCore

/// Every engine there is; help texts, tests and tables come from this list.
package enum Engine: String, CaseIterable, Sendable {
  case reference
  case bitmap
  case tiles
  case hashlife
  case bytes

  /// One line for people.
  package var summary: String {
    switch self {
    case .reference: "a dictionary of cells: slow, obvious, the definition of correct"
    case .bitmap: "packed rows, every cell every generation: dense patterns, tori"
    case .tiles: "squares that are stepped while they change: methuselahs, guns, ash"
    case .hashlife: "a tree that remembers what it has seen: regular patterns, any time"
    case .bytes: "tiles of a byte a cell, where cells change: rules from files, any universe"
    }
  }

  package var stepper: any Stepper.Type {
    switch self {
    case .reference: ReferenceStepper.self
    case .bitmap: BitmapStepper.self
    case .tiles: TilesStepper.self
    case .hashlife: HashLifeStepper.self
    case .bytes: ByteStepper.self
    }
  }

  /// Makes this engine's stepper for a pattern.
  package func makeStepper(_ pattern: Pattern, _ options: EngineOptions) throws -> any Stepper {
    let pattern = try pattern.packedForRule(limit: options.memoryLimit)
    let rule = pattern.rule
    if self == .bitmap, rule.largerThanLife != nil, rule.countingPhases == nil {
      return try LargerThanLifeStepper(pattern, options)
    }
    return try stepper.init(pattern, options)
  }
}
