package import LifeCore

/// The colours that the states of a rule have if nobody says otherwise, one per state.
///
/// They are those that people know from Golly, where each family of rules has its own.
package enum StateColors {
  /// Two states: white on dark gray.
  package static let twoStates = [Color(gray: 48), .white]

  /// From red to yellow, as the states of Generations rules and of rule tables have them.
  package static func fading(_ states: Int) -> [Color] {
    ramp(states, Ramp(Color(0xff0000), Color(0xffff00)))
  }

  /// From yellow to red, as those of Larger than Life.
  package static func glowing(_ states: Int) -> [Color] {
    ramp(states, Ramp(Color(0xffff00), Color(0xff0000)))
  }

  /// Rules that remember where life was: alive, was alive, and marked cells of three kinds.
  package static let history: [Color] = [
    0x303030, 0x00ff00, 0x000080, 0xd8ffd8, 0xff0000, 0xffff00, 0x606060,
  ].map { (hex: UInt32) in Color(hex) }

  /// Those and more, for states that are alive if they are odd: signals of many colours, bright
  /// where they live.
  private static func signals(_ states: Int) -> [Color] {
    history
      + (history.count..<states).map { state in
        let hue = wheel[Double(state / 2 * 5 % 13) / 13]
        return state % 2 == 1 ? hue : hue.mixed(with: history[0], 0.5)
      }
  }

  private static let wheel = Ramp(
    Color(0xff4040), Color(0xffc030), Color(0x60e040), Color(0x30d0d0), Color(0x5080ff),
    Color(0xd060ff), Color(0xff4040))

  /// The colours of a rule's states.
  package static func usual(for rule: Rule) -> [Color] {
    switch rule.family {
    case .table(let table): named(in: table.legend, fading(rule.states))
    case _ where rule.states == 2: twoStates
    case .history(let history) where history.kind == .history: Self.history
    case .history: signals(rule.states)
    case .largerThanLife: glowing(rule.states)
    default: fading(rule.states)
    }
  }

  /// The colours that a rule's file gives its states, and the usual ones for the others.
  private static func named(in legend: Legend, _ usual: [Color]) -> [Color] {
    usual.enumerated().map { state, color in
      legend.colours[State(state)].map { Color(red: $0.red, green: $0.green, blue: $0.blue) }
        ?? color
    }
  }

  private static func ramp(_ states: Int, _ ramp: Ramp) -> [Color] {
    [twoStates[0]] + ramp.colors(states - 1)
  }
}
