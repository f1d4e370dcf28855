package import LifeArguments
package import LifeCore
import LifeSystem

/// The speed of a run. The slowest on the scale is one generation in 3 s.
package enum PlaySpeed: Hashable {
  /// Seconds per generation.
  case interval(Double)
  /// 2^k generations per frame of 1/60 s.
  case power(Int)

  /// The stops of the scale, the slowest first.
  static let stops: [PlaySpeed] =
    [3, 2, 1.5, 1, 0.7, 0.5, 0.3, 0.2, 0.1, 1 / 15, 1 / 30, 1 / 60].map { .interval($0) }
    + (1...40).map { .power($0) }
  static let usual = PlaySpeed.interval(0.1)
  static let frame = 1.0 / 60

  /// Generations per second.
  var rate: Double {
    switch self {
    case .interval(let seconds): 1 / seconds
    case .power(let exponent): exp2(Double(exponent)) / Self.frame
    }
  }

  /// The place on the scale, from 0 to 1. The left half is for at most 10 generations a second,
  /// slow enough to see each; the right half is for faster speeds. Each half is logarithmic.
  var value: Double {
    let middle = Self.usual.rate
    if rate <= middle {
      return max(0, Self.share(of: rate, from: Self.stops[0].rate, to: middle) / 2)
    }
    let fastest = Self.stops[Self.stops.count - 1].rate
    return min(1, (1 + Self.share(of: rate, from: middle, to: fastest)) / 2)
  }

  private static func share(of rate: Double, from low: Double, to high: Double) -> Double {
    (log2(rate) - log2(low)) / (log2(high) - log2(low))
  }

  /// The stop nearest to a place on the scale.
  static func nearest(to value: Double) -> PlaySpeed {
    stops.min { abs($0.value - value) < abs($1.value - value) } ?? usual
  }

  var faster: PlaySpeed { Self.stops.first { $0.rate > rate * 1.001 } ?? self }
  var slower: PlaySpeed { Self.stops.last { $0.rate < rate * 0.999 } ?? self }

  /// The number as shown: `0.5 s`, `30/s`, `2^4/frame`.
  var text: String {
    switch self {
    case .interval(let seconds) where seconds < 0.0999: "\(Int((1 / seconds).rounded()))/s"
    case .interval(let seconds): "\(seconds.rounded(toDecimals: 2)) s"
    case .power(let exponent): "2^\(exponent)/frame"
    }
  }

  /// The inverse of ``text``. Also reads `500ms`, and a plain number as generations per second. A
  /// rate beyond one generation per frame is rounded to the nearest power of two per frame.
  init?(_ text: String) {
    let text = text.filter { $0 != " " }
    if text.hasPrefix("2^") {
      let digits = text.dropFirst(2).prefix { $0.isNumber }
      guard let exponent = Int(digits), (1...60).contains(exponent) else { return nil }
      self = .power(exponent)
      return
    }
    let unit = text.drop { $0.isNumber || $0 == "." }
    guard let number = Double(text.dropLast(unit.count)), number > 0 else { return nil }
    let seconds: Double
    switch unit {
    case "s": seconds = number
    case "ms": seconds = number / 1000
    case "", "/s":
      let exponent = log2(number * Self.frame)
      guard exponent < 60 else { return nil }
      if exponent >= 0.5 {
        self = .power(Int(exponent.rounded()))
        return
      }
      seconds = exponent > 0 ? Self.frame : 1 / number
    default: return nil
    }
    guard (Self.frame * 0.99...3600).contains(seconds) else { return nil }
    self = .interval(seconds)
  }
}

extension PlaySpeed: ValueParsable {
  package init(argument: Argument) throws(ValueError) {
    guard let speed = PlaySpeed(argument.text) else {
      throw ValueError("expected a speed such as 0.5s, 30/s or 2^4")
    }
    self = speed
  }
}
