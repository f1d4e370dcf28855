/// What a color, or a gradient of colors, means.
package struct LegendEntry: Hashable, Sendable {
  var text: String
  /// Palette indices.
  var colors: [UInt8]
  /// The states that have these colors, if the text names states.
  private(set) var states: ClosedRange<Int>?
}

extension LegendEntry {
  /// The entry of a state, or of states that follow one another.
  init(states: ClosedRange<Int>, colors: [UInt8]) {
    let first = states.lowerBound
    text = states.count == 1 ? "state \(first)" : "states \(first) to \(states.upperBound)"
    self.colors = colors
    self.states = states
  }
}

extension [LegendEntry] {
  /// The legend with one entry for all states that follow one another.
  var joiningStates: Self {
    var joined: Self = []
    for entry in self {
      if let states = entry.states, let before = joined.last, let known = before.states {
        joined[joined.count - 1] = LegendEntry(
          states: known.lowerBound...states.upperBound, colors: before.colors + entry.colors)
      } else {
        joined.append(entry)
      }
    }
    return joined
  }
}
