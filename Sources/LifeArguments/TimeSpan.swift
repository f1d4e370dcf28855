package import LifeCore

/// A length of time: `90`, `90s`, `500ms`, `10m`, `2h`, `1.5d`; without a unit, seconds.
package struct TimeSpan: Hashable {
  package var duration: Duration

  package init(duration: Duration) { self.duration = duration }
}

extension TimeSpan: ValueParsable {
  private static let units: [(name: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86400),
  ]
  /// The maximum in seconds: about 317 years.
  private static let maxSeconds = 1e10

  package init(argument: Argument) throws(ValueError) {
    let text = argument.text
    let unit = Self.units.first { text.hasSuffix($0.name) }
    let digits = text.dropLast(unit?.name.count ?? 0)
    let isNumber = digits.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard isNumber, let number = Double(digits) else {
      throw ValueError("expected a time such as 90s, 10m, 2h or 1d, found '\(argument)'")
    }
    duration = .seconds(min(number * (unit?.seconds ?? 1), Self.maxSeconds))
  }
}
