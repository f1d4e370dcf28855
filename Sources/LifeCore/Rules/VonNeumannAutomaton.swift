/// The automata of self-reproducing machines, from von Neumann's own of 29 states on.
///
///      0          ground
///      1 … 8      sensitised: S, S0, S1, S00, S01, S10, S11, S000
///      9 … 16     ordinary transmission to the east, north, west, south; then the same, excited
///      17 … 24    special transmission, likewise
///      25 … 28    confluent: C00, C01, C10, C11; the first digit is emitted now, the second next
///      29 … 31    confluent, crossed by a signal from west to east or back, from north to south
///                 or back, and by both
///
/// - SeeAlso: J. von Neumann, "Theory of Self-Reproducing Automata", completed by A. W. Burks (1966);
///   R. Nobili and U. Pesavento, "Generalised von Neumann's automata" (1994); T. J. Hutton, "Codd's
///   self-replicating computer" (2010).
package enum VonNeumannAutomaton: String, CaseIterable, Sendable {
  case jvn29 = "JvN29"
  case nobili32 = "Nobili32"

  package var name: String { rawValue }
  package var states: Int { self == .jvn29 ? 29 : 32 }
  var legend: Legend { Legend() }

  /// The automaton of this name in any case; nil if there is none.
  init?(named name: ArraySlice<UInt8>) {
    let automaton = Self.allCases.first { automaton in
      automaton.name.utf8.elementsEqual(name) { $0 | 0x20 == $1 | 0x20 }
    }
    guard let automaton else { return nil }
    self = automaton
  }
}

extension VonNeumannAutomaton {
  /// A direction in the plane, in the order of the transmission states.
  private enum Direction: UInt8, CaseIterable {
    case east, north, west, south

    var opposite: Direction { Self.allCases[Int(rawValue ^ 2)] }
    var isHorizontal: Bool { rawValue & 1 == 0 }
    /// The lane of ``RuleTable/Cells9`` that the neighbour in this direction has.
    var lane: Int { [3, 1, 7, 5][Int(rawValue)] }
  }

  /// What a neighbour does to a cell.
  private struct Influence: Hashable {
    /// It is a transmission cell that points at the cell.
    var comesIn = false
    /// It is a transmission cell that points elsewhere.
    var leadsAway = false
    var isSpecial = false
    var isExcited = false
    /// It is a confluent cell that emits a signal this way.
    var emits = false

    var excitesOrdinary: Bool { comesIn && isExcited && !isSpecial }
    var excitesSpecial: Bool { comesIn && isExcited && isSpecial }
  }

  private func influence(of state: State, from side: Direction) -> Influence {
    var result = Influence()
    switch state {
    case 9...24:
      result.comesIn = Self.direction(of: state) == side.opposite
      // Where there are no crossings, it does not matter who leads away.
      result.leadsAway = !result.comesIn && self != .jvn29
      guard result.comesIn else { break }
      result.isSpecial = state >= 17
      result.isExcited = (state - 9) & 4 != 0
    case 27, 28: result.emits = true
    case 29: result.emits = side.isHorizontal
    case 30: result.emits = !side.isHorizontal
    case 31: result.emits = true
    default: break
    }
    return result
  }

  private static func direction(of transmission: State) -> Direction {
    Direction.allCases[Int((transmission - 9) & 3)]
  }

  var kinds: Kinds {
    var kinds = Kinds()
    kinds.distinguish([0], states: states) { $0 }
    for side in Direction.allCases {
      kinds.distinguish([side.lane], states: states) { influence(of: $0, from: side) }
    }
    return kinds
  }

  func next(_ cells: RuleTable.Cells9) -> State {
    let around = Direction.allCases.map { influence(of: cells[$0.lane], from: $0) }
    switch cells[0] {
    case 0...8: return Self.construct(cells[0], around)
    case 9...24: return Self.transmit(cells[0], around)
    default: return confluent(cells[0], around)
    }
  }

  /// A ground or sensitised cell takes another bit of what it is going to be.
  private static func construct(_ state: State, _ around: [Influence]) -> State {
    let silent: [State] = [0, 2, 4, 6, 8, 12, 18, 20, 9]
    let signalled: [State] = [1, 3, 5, 7, 11, 17, 19, 25, 10]
    let hasSignal = around.contains { $0.comesIn && $0.isExcited }
    return (hasSignal ? signalled : silent)[Int(state)]
  }

  private static func transmit(_ state: State, _ around: [Influence]) -> State {
    let isSpecial = state >= 17
    if around.contains(where: { isSpecial ? $0.excitesOrdinary : $0.excitesSpecial }) { return 0 }
    var behind = around
    // The cell that it leads to gives it nothing.
    behind[Int(direction(of: state).rawValue)] = Influence()
    let hasSignal = behind.contains {
      $0.emits || (isSpecial ? $0.excitesSpecial : $0.excitesOrdinary)
    }
    let quiescent = state - (state - 9) & 4
    return hasSignal ? quiescent + 4 : quiescent
  }

  private func confluent(_ state: State, _ around: [Influence]) -> State {
    if around.contains(where: \.excitesSpecial) { return 0 }
    if self != .jvn29, let crossed = Self.crossing(around) { return crossed }
    let state = min(state, 28) == state ? state : 25
    let ordinary = around.filter { $0.comesIn && !$0.isSpecial }
    let hasSignal = !ordinary.isEmpty && ordinary.allSatisfy(\.isExcited)
    if self != .jvn29, !hasSignal, !around.contains(where: \.leadsAway) { return state }
    // C·x becomes Cx·, whose second digit is the new signal.
    return 25 + ((state - 25) & 1) * 2 + (hasSignal ? 1 : 0)
  }

  /// What a cell becomes in which two wires cross; nil if they do not.
  private static func crossing(_ around: [Influence]) -> State? {
    let axes = [[around[0], around[2]], [around[1], around[3]]]
    guard
      axes.allSatisfy({
        $0.contains { $0.comesIn && !$0.isSpecial } && $0.contains(where: \.leadsAway)
      })
    else { return nil }
    let excited = axes.map { $0.contains(where: \.excitesOrdinary) }
    switch (excited[0], excited[1]) {
    case (false, false): return 25
    case (true, false): return 29
    case (false, true): return 30
    case (true, true): return 31
    }
  }
}
