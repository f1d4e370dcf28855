import LifeArguments

/// The size of a soup as typed: `100x60`, or `100` for a square.
struct SoupSize: Hashable, ValueParsable, CustomStringConvertible {
  var width: Int
  var height: Int

  private static let largest = 1 << 20

  init(argument: Argument) throws(ValueError) {
    let sides = argument.text.split(separator: "x", omittingEmptySubsequences: false)
      .map { Int($0) ?? 0 }
    guard (1...2).contains(sides.count), sides.allSatisfy({ (1...Self.largest).contains($0) })
    else {
      throw ValueError(
        "expected width x height such as 100x60, each from 1 to \(Self.largest), "
          + "found '\(argument)'")
    }
    width = sides[0]
    height = sides[sides.count - 1]
  }

  var description: String { "\(width)x\(height)" }
}
