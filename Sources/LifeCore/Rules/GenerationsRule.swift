/// A rule whose cells, when they would die, grow old instead: only state 1 counts as a neighbour
/// and can be kept, every other living cell goes to the next state, the last one dies.
package struct GenerationsRule: Hashable, Sendable {
  /// What brings a dead cell to state 1 and keeps it there, as if all other states were dead.
  package let base: TwoStateRule
  /// The dead state included; 2…256.
  package let states: Int

  package init(_ base: TwoStateRule, states: Int) {
    precondition((2...256).contains(states))
    self.base = base
    self.states = states
  }

  /// What a cell becomes.
  ///
  /// - Parameter index: the cells in state 1 of the square around it, as in a ``MooreMap``.
  package func next(_ state: State, index: Int) -> State {
    if state <= 1, base.map[index] { return 1 }
    return state == 0 || Int(state) + 1 == states ? 0 : state + 1
  }
}

extension GenerationsRule: CustomStringConvertible {
  /// The canonical spelling: survival, birth, states.
  package var description: String {
    if case .counts(let birth, let survival, let neighbourhood) = base.spelling {
      return "\(survival)/\(birth)/\(states)\(neighbourhood.suffix)"
    }
    return "\(base)/\(states)"
  }
}
