package import LifeCore
internal import LifeSystem

/// Maps the number of live cells in a square to a shade. Each doubling of the number adds the same
/// brightness, so sparse cells stay visible.
///
///      index 0               no live cells
///      1 … levels            few to all cells alive, in state 1
///      levels+1 … 2·levels   the same in state 2, and so on for each further state
package struct Shading: Hashable, Sendable {
  /// The side of a square, in cells.
  package let side: Int
  package let states: Int
  /// The number of shades of each live state.
  package let levels: Int
  private let scale: Double

  /// - Parameter levels: 1 to use states as indices: a square has the most frequent live state in
  ///   it. `nil` for as many as a palette has room for.
  package init(side: Int, states: Int = 2, levels: Int? = nil) {
    precondition(side > 0 && (2...256).contains(states))
    self.side = side
    self.states = states
    // Reserve one color for the background and four for the grid and the label.
    self.levels = levels ?? max(1, min(64, (Palette.maxColors - 5) / (states - 1)))
    let cells = Double(side) * Double(side)
    scale = Double(self.levels) / log2(1 + cells)
  }

  /// The palette index of a square with `count` live cells. `state` is their most frequent state.
  package func index(_ count: UInt64, state: State = 1) -> UInt8 {
    guard count > 0 else { return 0 }
    let share = log2(1 + Double(count))
    let level = max(1, min(levels, Int((share * scale).rounded())))
    return UInt8((Int(state) - 1) * levels + level)
  }

  /// The brightness of a shade, up to 1. Even the lowest shade is bright enough to be visible.
  func brightness(_ level: Int) -> Double {
    0.22 + 0.78 * Double(level) / Double(levels)
  }
}
