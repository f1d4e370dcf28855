/// A rule whose cells age through further states instead of dying at once.
///
/// Only cells in state 1 count as neighbors and can survive. A cell in state 1 that does not
/// survive, and every cell in a later state, goes to the next state; after the last state it is
/// dead.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Generations>
package struct GenerationsRule: Hashable, Sendable {
  /// Decides birth and survival of state 1, with all other states dead.
  package let base: TwoStateRule
  /// The number of states including the dead state 0; 2…256.
  package let states: Int

  package init(_ base: TwoStateRule, states: Int) {
    precondition((2...256).contains(states))
    self.base = base
    self.states = states
  }

  /// The next state of a cell.
  ///
  /// - Parameter index: the cells in state 1 among the cell and its neighbors, as a ``MooreMap``
  ///   index.
  package func next(_ state: State, index: Int) -> State {
    if state <= 1, base.map[index] { return 1 }
    return state == 0 || Int(state) + 1 == states ? 0 : state + 1
  }
}

extension GenerationsRule: CustomStringConvertible {
  /// The canonical spelling: survival, birth, states.
  package var description: String {
    if case .counts(let birth, let survival, let neighborhood) = base.spelling {
      return "\(survival)/\(birth)/\(states)\(neighborhood.suffix)"
    }
    return "\(base)/\(states)"
  }
}
