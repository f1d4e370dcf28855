import LifeArguments

/// A number of pixels as typed: 1 to 4096.
struct PixelCount: Hashable, ValueParsable {
  var value: Int

  init(value: Int) { self.value = value }

  init(argument: Argument) throws(ValueError) {
    value = try argument.number(in: 1...4096)
  }
}
