import LifeArguments
import LifeCore
import LifeFormats
import LifeIO
import LifeRun

/// The numbers of the soups of a census as typed: `0..99`, or `100` for the first hundred.
struct SoupNumbers: Hashable, ValueParsable, CustomStringConvertible {
  var range: Range<Int>

  /// Numbers have at most 18 digits in hauls.
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
    let part = { Argument(String(decoding: bytes[$0 as Range<Int>], as: UTF8.self)) }
    let first = try Self.number(part(0..<dots.lowerBound))
    let last = try Self.number(part(dots.upperBound..<bytes.count))
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

/// A part of a census as typed: `3/10`, or `auto/10` with the number from the environment.
struct Shard: Hashable, ValueParsable {
  /// From 1; nil for the number of the environment.
  var index: Int?
  var count: Int

  init(index: Int?, count: Int) { (self.index, self.count) = (index, count) }

  init(argument: Argument) throws(ValueError) {
    let parts = argument.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let count = Int(parts[1]), (1...1 << 32).contains(count),
      parts[0] == "auto" || Int(parts[0]).map({ (1...count).contains($0) }) == true
    else {
      throw ValueError(
        "expected a part such as 3/10, from 1/10 to 10/10, or auto/10, found '\(argument)'")
    }
    index = Int(parts[0])
    self.count = count
  }
}
