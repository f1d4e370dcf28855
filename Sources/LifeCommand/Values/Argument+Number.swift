import LifeArguments

extension Argument {
  /// Parses an integer in a range.
  func number(in range: ClosedRange<Int>) throws(ValueError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ValueError(
        "expected a number from \(range.lowerBound) to \(range.upperBound), found '\(self)'")
    }
    return number
  }
}
