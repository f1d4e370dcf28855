/// An outer-totalistic rule of the Moore neighborhood: the numbers of live neighbors for the birth
/// of a dead cell, and for the survival of a live one.
package struct LifeLike: Hashable, Sendable {
  /// Bit *n*, 0…8, is set if a dead cell with *n* live neighbors is born.
  package let birth: UInt16
  /// Bit *n*, 0…8, is set if a live cell with *n* live neighbors survives.
  package let survival: UInt16

  private static let counts: UInt16 = 0b1_1111_1111

  package init(birthMask: UInt16, survivalMask: UInt16) {
    precondition((birthMask | survivalMask) & ~Self.counts == 0)
    birth = birthMask
    survival = survivalMask
  }

  package init(birth: [Int], survival: [Int]) {
    self.init(
      birthMask: birth.reduce(0) { $0 | 1 << UInt16($1) },
      survivalMask: survival.reduce(0) { $0 | 1 << UInt16($1) })
  }

  package func isBorn(_ neighbors: Int) -> Bool { birth >> UInt16(neighbors) & 1 == 1 }
  package func survives(_ neighbors: Int) -> Bool { survival >> UInt16(neighbors) & 1 == 1 }

  /// Whether the cell is alive in the next generation.
  package func next(alive: Bool, neighbors: Int) -> Bool {
    alive ? survives(neighbors) : isBorn(neighbors)
  }
}

/// A rule with aging: cells go through further states instead of dying at once.
///
/// Only cells in state 1 count as neighbors and can survive. A cell goes to the next state if it
/// does not survive, and in every generation after that; after the last state it is dead.
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
  /// The canonical spelling: survival, birth, states; or the base rule's spelling with the states.
  package var description: String {
    switch base.spelling {
    case .counts(let birth, let survival):
      "\(survival)/\(birth)/\(states)\(base.neighborhood.suffix)"
    case .weighted(let weighted): weighted.text(states: states)
    case .map, .wolfram: "\(base)/\(states)"
    }
  }
}
