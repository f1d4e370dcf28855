package import LifeCore

/// A length of time: `90`, `90s`, `10m`, `2h`, `1.5d`; without a unit, seconds.
package struct TimeSpan: Hashable {
  package var duration: Duration

  package init(duration: Duration) { self.duration = duration }
}

extension TimeSpan: ValueParsable {
  private static let units: [UInt8: Double] = [
    UInt8(ascii: "s"): 1, UInt8(ascii: "m"): 60, UInt8(ascii: "h"): 3600, UInt8(ascii: "d"): 86400,
  ]
  /// The maximum in seconds: about 317 years.
  private static let maxSeconds = 1e10

  package init(argument: Argument) throws(ValueError) {
    let text = argument.bytes
    let unit = text.last.flatMap { Self.units[$0] }
    let digits = unit == nil ? text[...] : text.dropLast()
    let isNumber = digits.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
    guard isNumber, let number = Double(String(decoding: digits, as: UTF8.self)) else {
      throw ValueError("expected a time such as 90s, 10m, 2h or 1d, found '\(argument)'")
    }
    duration = .seconds(min(number * (unit ?? 1), Self.maxSeconds))
  }
}
