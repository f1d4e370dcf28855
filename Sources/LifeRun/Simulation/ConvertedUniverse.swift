import LifeCore
import LifeEngines

/// A universe that was converted to another rule, and its engine.
struct ConvertedUniverse {
  let rule: String
  /// That of the universe that was converted.
  let revision: Int
  let before: Pattern
  let after: Pattern
  let stepper: any EditableStepper
}
