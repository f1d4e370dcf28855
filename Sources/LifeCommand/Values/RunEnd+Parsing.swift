import LifeArguments
import LifeCore
import LifeRun

// The value of `--until`.

extension RunEnd: ValueParsable {
  init(argument: Argument) throws(ValueError) { try self.init(argument.text) }
}
