package import LifeAnalysis
package import LifeCore

/// The value of `--until`: a generation, or a condition on the pattern.
package enum RunEnd: Hashable {
  case generation(Count)
  case condition(StopCondition)
}

extension RunEnd {
  /// Parses an end, for example `5206`, `stable` or `pop<100`.
  package init(_ text: String) throws(ValueError) {
    if let plain = StopCondition.plain.first(where: { "\($0)" == text }) {
      self = .condition(plain)
      return
    }
    switch text {
    case _ where text.hasPrefix("pop"):
      self = .condition(try Self.comparison(text, of: StopCondition.population))
    case _ where text.hasPrefix("box"):
      self = .condition(try Self.comparison(text, of: StopCondition.box))
    case _ where text.first?.isNumber == true: self = .generation(try Count(Array(text.utf8)))
    default: throw Self.expected(text)
    }
  }

  /// The condition of `pop` or `box`, an operator and a number.
  private static func comparison(
    _ text: String, of make: (StopCondition.Comparison, BigInt) -> StopCondition
  ) throws(ValueError) -> StopCondition {
    let rest = text.dropFirst(3)
    for comparison in StopCondition.Comparison.allCases where rest.hasPrefix(comparison.rawValue) {
      let number = String(rest.dropFirst(comparison.rawValue.count))
      guard let bound = try? Count(Array(number.utf8)) else { break }
      return make(comparison, bound.value)
    }
    throw expected(text)
  }

  private static func expected(_ text: String) -> ValueError {
    if text.hasPrefix("pop") || text.hasPrefix("box") {
      return ValueError(
        "expected a comparison such as 'pop>1000' or 'box<=50', with one of "
          + StopCondition.Comparison.allCases.map(\.rawValue).joined(separator: " "))
    }
    let words = StopCondition.plain.map(\.description)
    return ValueError(
      "expected \((["a generation"] + words + ["pop>N", "box>N"]).listed(with: "or"))",
      hint: didYouMean(text, among: words))
  }
}
