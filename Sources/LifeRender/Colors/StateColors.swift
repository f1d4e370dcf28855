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

  private static func ramp(_ states: Int, _ ramp: Ramp) -> [Color] {
    [twoStates[0]] + ramp.colors(states - 1)
  }
}
