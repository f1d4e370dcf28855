import LifeArguments

/// A brightness threshold as typed: 1 to 255.
struct Level: Hashable, ValueParsable {
  var value: Int

  init(value: Int) { self.value = value }

  init(argument: Argument) throws(ValueError) {
    value = try argument.number(in: 1...255)
  }
}
