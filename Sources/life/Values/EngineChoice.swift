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
}

/// The engines that `check` compares, as typed: `reference,bitmap`.
struct EngineList: Hashable, ValueParsable {
  var engines: [Engine]

  init(argument: Argument) throws(ValueError) {
    engines = []
    for part in argument.bytes.split(separator: UInt8(ascii: ",")) {
      let choice = try EngineChoice(argument: Argument(bytes: Array(part)))
      guard let engine = choice.engine else {
        throw ValueError("expected engines by name; 'auto' is none")
      }
      if engines.contains(engine) {
        throw ValueError("\(engine.rawValue) is named twice; nothing is learnt from that")
      }
      engines.append(engine)
    }
    if engines.isEmpty { throw ValueError("expected engines such as reference,bitmap") }
  }

  static var completion: Completion { .choices(Engine.allCases.map(\.rawValue)) }
}
