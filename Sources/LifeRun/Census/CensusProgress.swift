import LifeCore
import LifeFormats

/// How far a census is: its rate, the remaining time and the rarest objects so far.
package struct CensusProgress: CustomStringConvertible {
  let done: Int
  /// The number of all soups; nil for a stream whose end is not known.
  let total: Int?
  /// The soups of this process.
  let new: Int
  let seconds: Double
  let haul: Haul

  package var description: String {
    let rate = Double(new) / max(seconds, 1e-6)
    let rarest = haul.rarest(3).map { $0.code.count > 30 ? $0.code.prefix(29) + "…" : $0.code[...] }
    return "\(part), \(rate.threeDigits) soups/s\(timeLeft(at: rate)); rarest: "
      + rarest.joined(separator: ", ")
  }

  private var part: String {
    guard let total else { return "\(done) patterns" }
    return "\(done) of \(total) soups (\(Int(Double(done) / Double(max(total, 1)) * 100)) %)"
  }

  private func timeLeft(at rate: Double) -> String {
    guard let total else { return "" }
    return RunProgress.left(Double(total - done) / max(rate, 1e-9))
  }
}
