import LifeArguments
import LifeEngines

/// The value of `--engine`: an engine, or `auto`.
struct EngineChoice: Hashable, ValueParsable {
  /// The engine; nil for `auto`.
  var engine: Engine?

  static let automatic = EngineChoice(engine: nil)
  private static let words = ["auto"] + Engine.allCases.map(\.rawValue)

  init(engine: Engine?) { self.engine = engine }

  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    engine = Engine(rawValue: word)
    guard engine == nil, word != "auto" else { return }
    throw ValueError(argument, isNotOneOf: Self.words)
  }

  static var completion: Completion { .choices(words) }

  var name: String { engine?.rawValue ?? "auto" }
}
