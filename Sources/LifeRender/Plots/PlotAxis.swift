internal import LifeCore
internal import LifeSystem

/// The scale of one axis of a plot: its range, ticks and labels.
struct PlotAxis: Hashable {
  let low: Double
  let high: Double
  let isLogarithmic: Bool
  /// The values with a line and a number.
  let ticks: [Double]

  /// The axis becomes logarithmic if the maximum exceeds the lower quartile by this factor. On a
  /// linear axis, a quarter of the values would look flat. A value of 0 keeps the axis linear: it
  /// has no place on a logarithmic one.
  private static let maxRatio = 50.0

  /// - Parameter canBeLogarithmic: if `true`, the axis starts at 0, or is logarithmic and starts at
  ///   1 for a wide range. If `false`, it starts at the minimum.
  init(_ values: [Double], canBeLogarithmic: Bool) {
    let least = values.min() ?? 0
    let most = max(values.max() ?? 1, least + 1e-9)
    let quarter = values.isEmpty ? 0 : values.sorted()[values.count / 4]
    isLogarithmic = canBeLogarithmic && least >= 1 && most > Self.maxRatio * quarter
    if isLogarithmic {
      low = 1
      high = pow(10, log10(most).rounded(.up))
      let decades = max(1, Int(log10(high).rounded()))
      let step = (decades - 1) / 8 + 1
      ticks = stride(from: 0, through: decades, by: step).map { pow(10, Double($0)) }
    } else {
      let step = Self.niceStep((canBeLogarithmic ? most : most - least) / 5)
      low = canBeLogarithmic ? 0 : least
      high = canBeLogarithmic ? (most / step).rounded(.up) * step : most
      let first = (low / step).rounded(.up)
      let last = (high / step + 1e-9).rounded(.down)
      // Use a count instead of a comparison: beyond 2^53, adding 1 does not change a number, so the
      // loop would not end.
      let count = first > last ? 0 : 1 + Int(min(last - first, 20))
      ticks = (0..<count).map { (first + Double($0)) * step }
    }
  }

  /// The next integer of the form 1, 2 or 5 times a power of ten.
  private static func niceStep(_ step: Double) -> Double {
    let power = pow(10, log10(max(step, 1e-9)).rounded(.down))
    let nice = [1, 2, 5, 10].first { $0 * power >= step } ?? 10
    return max(1, nice * power)
  }

  /// The position of a value on the axis, from 0 to 1. An empty range gives 0.
  subscript(value: Double) -> Double {
    if !isLogarithmic { return high > low ? (value - low) / (high - low) : 0 }
    return log10(value) / log10(high)
  }

  /// A short form of a number: `1500`, `20k`, `3M`, `1e12`.
  static func text(_ value: Double) -> String {
    switch value {
    case ..<0: return "-" + text(-value)
    case ..<1e4: return "\(Int(value.rounded()))"
    case ..<1e6: return (value / 1e3).rounded(toDecimals: 2) + "k"
    case ..<1e9: return (value / 1e6).rounded(toDecimals: 2) + "M"
    case ..<1e12: return (value / 1e9).rounded(toDecimals: 2) + "G"
    default:
      let exponent = Int(log10(value).rounded(.down))
      return (value / pow(10, Double(exponent))).rounded(toDecimals: 1) + "e\(exponent)"
    }
  }
}
