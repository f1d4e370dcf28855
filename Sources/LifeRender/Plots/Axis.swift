#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Numbers along one side of a plot.
struct Axis: Hashable {
  let low: Double
  let high: Double
  let isLogarithmic: Bool
  /// Where lines are drawn and numbers written.
  let ticks: [Double]

  /// Where the greatest value is so many times what a quarter of them do not reach, that quarter
  /// could not be seen.
  private static let largestRatio = 50.0

  /// - Parameter mayBend: whether the axis is logarithmic where that helps.
  init(_ values: [Double], mayBend: Bool) {
    let least = values.min() ?? 0
    let most = max(values.max() ?? 1, least + 1e-9)
    let quarter = values.isEmpty ? 0 : values.sorted()[values.count / 4]
    isLogarithmic = mayBend && least >= 0 && most > Self.largestRatio * max(1, quarter)
    if isLogarithmic {
      low = 1
      high = pow(10, log10(most).rounded(.up))
      let decades = max(1, Int(log10(high).rounded()))
      let step = (decades - 1) / 8 + 1
      ticks = stride(from: 0, through: decades, by: step).map { pow(10, Double($0)) }
    } else {
      let step = Self.niceStep((mayBend ? most : most - least) / 5)
      low = mayBend ? 0 : least
      high = mayBend ? (most / step).rounded(.up) * step : most
      let first = (low / step).rounded(.up)
      let last = (high / step + 1e-9).rounded(.down)
      // Far out, one more is the same number, so that they must be counted.
      let count = first > last ? 0 : 1 + Int(min(last - first, 20))
      ticks = (0..<count).map { (first + Double($0)) * step }
    }
  }

  /// 1, 2 or 5 of some power of ten, and a whole number.
  private static func niceStep(_ step: Double) -> Double {
    let power = pow(10, log10(max(step, 1e-9)).rounded(.down))
    let nice = [1, 2, 5, 10].first { $0 * power >= step } ?? 10
    return max(1, nice * power)
  }

  /// The place of a value, from 0 to 1; 0 where all are the same.
  subscript(value: Double) -> Double {
    if !isLogarithmic { return high > low ? (value - low) / (high - low) : 0 }
    return log10(max(value, 1)) / log10(high)
  }

  /// A number as it is written: `1500`, `20k`, `3M`, `1e12`.
  static func text(_ value: Double) -> String {
    if value < 0 { return "-" + text(-value) }
    for (size, letter) in [(1e9, "G"), (1e6, "M"), (1e4, "k")] where value >= size {
      if value >= 1e12 { break }
      let unit = letter == "k" ? 1e3 : size
      let scaled = (value / unit * 100).rounded() / 100
      return (scaled == scaled.rounded() ? "\(Int(scaled))" : "\(scaled)") + letter
    }
    if value < 1e12 { return "\(Int(value.rounded()))" }
    let exponent = Int(log10(value).rounded(.down))
    let digits = (value / pow(10, Double(exponent)) * 10).rounded() / 10
    return (digits == digits.rounded() ? "\(Int(digits))" : "\(digits)") + "e\(exponent)"
  }
}
