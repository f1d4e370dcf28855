import LifeArguments
import LifeCore

/// A probability as typed: `0.375`, `3/8` or `37.5%`.
struct Density: Hashable, ValueParsable {
  var value: Double

  init(argument: Argument) throws(ValueError) {
    let isPercent = argument.bytes.last == UInt8(ascii: "%")
    let text = isPercent ? argument.text.dropLast() + "/100" : argument.text[...]
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = text.utf8.allSatisfy {
      $0.isDigit || ".eE-+/".utf8.contains($0)
    }
    let numbers = parts.map { Double($0) ?? .nan }
    let value =
      switch numbers.count {
      case 1: numbers[0]
      case 2: numbers[0] / numbers[1]
      default: Double.nan
      }
    guard isPlain, (0...1).contains(value) else {
      throw ValueError("expected a probability such as 3/8, 0.375 or 50%, found '\(argument)'")
    }
    self.value = value
  }
}
