import LifeArguments
import LifeCore
import LifeFormats
import LifeIO

/// The numbers of the soups of a census as typed: `0..99`, or `100` for the first hundred.
struct SoupNumbers: Hashable, ValueParsable, CustomStringConvertible {
  var range: Range<Int>

  /// The limit of the numbers, which have at most 18 digits in hauls.
  private static let largest = 1_000_000_000_000_000_000

  init(_ range: Range<Int>) { self.range = range }

  init(argument: Argument) throws(ValueError) {
    let text = argument.text
    let bytes = Array(text.utf8)
    guard let dots = bytes.place(of: Array("..".utf8)) else {
      let count = try Self.number(Argument(text))
      guard count > 0 else { throw ValueError("expected at least one soup") }
      range = 0..<count
      return
    }
    let first = try Self.number(Argument(bytes: Array(bytes[..<dots.lowerBound])))
    let last = try Self.number(Argument(bytes: Array(bytes[dots.upperBound...])))
    guard first <= last else {
      throw ValueError("expected numbers in ascending order such as 0..99, found '\(argument)'")
    }
    range = first..<last + 1
  }

  private static func number(_ argument: Argument) throws(ValueError) -> Int {
    guard !argument.bytes.isEmpty, let number = try Count(argument: argument).value.int,
      number < largest
    else { throw ValueError("expected soups such as 0..99, each number below 10^18") }
    return number
  }

  var description: String { SoupRanges.text(range) }
}
