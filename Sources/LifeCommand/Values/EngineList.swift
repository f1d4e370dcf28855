import LifeArguments

/// The engines that `check` compares, as typed: `reference,auto`.
struct EngineList: Hashable, ValueParsable {
  var engines: [EngineChoice]

  init(argument: Argument) throws(ValueError) {
    engines = []
    for part in argument.bytes.split(separator: UInt8(ascii: ",")) {
      let choice = try EngineChoice(argument: Argument(bytes: Array(part)))
      if engines.contains(choice) {
        throw ValueError("expected different engines, found \(choice.name) twice")
      }
      engines.append(choice)
    }
    if engines.isEmpty { throw ValueError("expected engines such as reference,bitmap") }
  }

  static var completion: Completion { EngineChoice.completion }
}
