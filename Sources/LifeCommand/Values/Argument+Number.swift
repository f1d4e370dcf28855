import LifeArguments

/// A brightness threshold as typed: 1 to 255.
struct Level: Hashable, ValueParsable {
  var value: Int

  init(value: Int) { self.value = value }

  init(argument: Argument) throws(ValueError) {
    value = try argument.number(in: 1...255)
  }
}

/// A number of pixels as typed: 1 to 4096.
struct PixelCount: Hashable, ValueParsable {
  var value: Int

  init(value: Int) { self.value = value }

  init(argument: Argument) throws(ValueError) {
    value = try argument.number(in: 1...4096)
  }
}

extension Argument {
  /// Parses an integer in a range.
  fileprivate func number(in range: ClosedRange<Int>) throws(ValueError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValueError(
        "expected a number from \(range.lowerBound) to \(range.upperBound), found '\(self)'")
    }
    return number
  }
}
