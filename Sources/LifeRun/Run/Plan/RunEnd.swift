package import LifeAnalysis
package import LifeCore

/// The value of `--until`: a generation, or a condition on the pattern.
package enum RunEnd: Hashable {
  case generation(Count)
  case condition(StopCondition)
}

extension RunEnd {
  /// Reads an end as typed.
  package init(_ text: String) throws(ValueError) {
    switch text {
    case "stable": self = .condition(.stable)
    case "period": self = .condition(.period)
    case "escape": self = .condition(.escape)
    case "empty": self = .condition(.empty)
    case _ where text.hasPrefix("pop"):
      self = .condition(try Self.comparison(text, of: StopCondition.population))
    case _ where text.hasPrefix("box"):
      self = .condition(try Self.comparison(text, of: StopCondition.box))
    case _ where text.first?.isNumber == true: self = .generation(try Count(Array(text.utf8)))
    default: throw Self.expected(text)
    }
  }

  /// The condition that `pop` or `box`, an operator and a number stand for.
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
    return ValueError(
      "expected a generation, stable, period, escape, empty, pop>N or box>N",
      hint: didYouMean(text, among: ["stable", "period", "escape", "empty"]))
  }
}
