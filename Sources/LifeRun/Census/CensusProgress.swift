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
    RunProgress.part(done, of: total, unit: total == nil ? "patterns" : "soups")
  }

  private func timeLeft(at rate: Double) -> String {
    total.map { RunProgress.left(Double($0 - done) / max(rate, 1e-9)) } ?? ""
  }
}
