package import LifeCore

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// How a pixel that stands for a square of many cells shows how many of them live.
///
///      index 0         nothing lives
///      1 … levels      few to all, in the first living state
///      … and as many for each further state
package struct Shading: Hashable, Sendable {
  package enum Curve: String, CaseIterable, Sendable {
    /// Every doubling of the cells is as much brighter: what is sparse can be seen.
    case logarithmic = "log"
    /// Brightness is the share that lives.
    case linear
  }

  /// Cells along the side of a square.
  package let side: Int
  package let states: Int
  package let curve: Curve
  /// Shades of each living state.
  package let levels: Int
  private let scale: Double

  package init(side: Int, states: Int = 2, curve: Curve = .logarithmic) {
    precondition(side > 0 && (2...256).contains(states))
    self.side = side
    self.states = states
    self.curve = curve
    // Four colours are left for lines and letters.
    levels = max(1, min(64, (Palette.mostColors - 5) / (states - 1)))
    let cells = Double(side) * Double(side)
    scale = Double(levels) / (curve == .linear ? cells : log2(1 + cells))
  }

  /// The index of a square in which so many cells live.
  package func index(_ count: UInt64, state: State = 1) -> UInt8 {
    guard count > 0 else { return 0 }
    let share = curve == .linear ? Double(count) : log2(1 + Double(count))
    let level = max(1, min(levels, Int((share * scale).rounded())))
    return UInt8((Int(state) - 1) * levels + level)
  }

  /// How bright a shade is, from 0 to 1; the faintest can still be seen.
  func brightness(_ level: Int) -> Double {
    0.22 + 0.78 * Double(level) / Double(levels)
  }
}
