import LifeCore
import LifeEngines

/// What `--engine` may name: one of the engines, or the one that suits.
struct EngineChoice: Hashable, ValueParsable {
  /// Nil for `auto`.
  var engine: Engine?

  static let automatic = EngineChoice(engine: nil)
  private static let words = ["auto"] + Engine.allCases.map(\.rawValue)

  init(engine: Engine?) { self.engine = engine }

  init(argument: Argument) throws(ValueError) {
    let word = argument.text
    engine = Engine(rawValue: word)
    guard engine == nil, word != "auto" else { return }
    throw ValueError(
      "expected \(Self.words.listed(with: "or")), found '\(argument)'",
      hint: didYouMean(nearest(to: word, among: Self.words)))
  }

  static var completion: Completion { .choices(words) }

  var name: String { engine?.rawValue ?? "auto" }

  /// The stepper for a pattern that is to run for so long.
  func makeStepper(
    _ pattern: Pattern, _ options: EngineOptions, generations: BigInt
  ) throws -> any Stepper {
    if let engine { return try engine.makeStepper(pattern, options) }
    return try AutoStepper(pattern, options, generations: generations)
  }
}

/// The engines that `check` compares, as typed: `reference,auto`.
struct EngineList: Hashable, ValueParsable {
  var engines: [EngineChoice]

  init(argument: Argument) throws(ValueError) {
    engines = []
    for part in argument.bytes.split(separator: UInt8(ascii: ",")) {
      let choice = try EngineChoice(argument: Argument(bytes: Array(part)))
      if engines.contains(choice) {
        throw ValueError("\(choice.name) is named twice; nothing is learnt from that")
      }
      engines.append(choice)
    }
    if engines.isEmpty { throw ValueError("expected engines such as reference,bitmap") }
  }

  static var completion: Completion { EngineChoice.completion }
}
