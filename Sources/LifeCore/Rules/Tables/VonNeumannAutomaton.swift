/// Von Neumann's self-reproducing automaton of 29 states, and two extensions.
///
///      0          ground
///      1 … 8      sensitised: S, S0, S1, S00, S01, S10, S11, S000
///      9 … 16     ordinary transmission to the east, north, west, south; then the same, excited
///      17 … 24    special transmission, likewise
///      25 … 28    confluent: C00, C01, C10, C11; the first digit is emitted now, the second next
///      29 … 31    confluent, crossed by a signal from west to east or back, from north to south
///                 or back, and by both
///
/// - SeeAlso: J. von Neumann, "Theory of Self-Reproducing Automata", completed by A. W. Burks
///   (1966); R. Nobili and U. Pesavento, "Generalised von Neumann's automata" (1994); T. J. Hutton,
///   "Codd's self-replicating computer" (2010).
package enum VonNeumannAutomaton: String, CaseIterable, Sendable {
  case jvn29 = "JvN29"
  case nobili32 = "Nobili32"
  case hutton32 = "Hutton32"

  package var name: String { rawValue }
  package var states: Int { self == .jvn29 ? 29 : 32 }

  /// The automaton of this name, in capitals or small letters. Returns `nil` if there is none.
  static func named(_ name: ArraySlice<UInt8>) -> VonNeumannAutomaton? {
    allCases.first { $0.name.utf8.elementsEqual(name) { $0 | 0x20 == $1 | 0x20 } }
  }

  /// The equivalent states at each input.
  var stateClasses: StateClasses {
    var stateClasses = StateClasses()
    stateClasses.distinguish([0], states: states) { Int($0) }
    for side in Direction.allCases {
      var numbers: [Neighbor: Int] = [:]
      stateClasses.distinguish([side.lane], states: states) { state in
        let neighbor = Neighbor(state, to: side, in: self)
        numbers[neighbor] = numbers[neighbor] ?? numbers.count
        return numbers[neighbor] ?? 0
      }
    }
    return stateClasses
  }

  /// The next state of the cell in lane 0.
  func next(_ cells: RuleTable.Cells9) -> State {
    let around = Direction.allCases.map { Neighbor(cells[$0.lane], to: $0, in: self) }
    if self == .hutton32 { return Self.hutton(cells[0], around: around) }
    switch cells[0] {
    case 0...8: return Self.construct(cells[0], around: around)
    case 9...24: return Self.transmit(cells[0], around: around)
    default: return confluent(cells[0], around: around)
    }
  }

  /// A direction in the plane, in the order of the transmission states.
  enum Direction: UInt8, CaseIterable {
    case east, north, west, south

    /// The direction of a transmission cell.
    init(of state: State) { self = Self.allCases[Int((state - 9) & 3)] }

    var opposite: Direction { Self.allCases[Int(rawValue ^ 2)] }
    var isHorizontal: Bool { rawValue & 1 == 0 }
    /// The lane of the neighbor in this direction in ``RuleTable/Cells9``.
    var lane: Int { [3, 1, 7, 5][Int(rawValue)] }
  }

  /// The effect of a neighbor on a cell. Equal neighbors have the same effect.
  struct Neighbor: Hashable {
    /// Whether it is a transmission cell pointing at the cell.
    var pointsHere = false
    /// Whether it is a transmission cell pointing elsewhere; false in JvN29.
    var pointsElsewhere = false
    var isSpecial = false
    var isExcited = false
    /// Whether it is a confluent cell with a signal to the cell.
    var emits = false
    /// What the neighbor is as the target of a cell that points at it; `other` except in Hutton32.
    var target = Target.other

    /// The states ahead of a wire that Hutton's automaton distinguishes.
    enum Target: Hashable {
      case ground
      /// In one of the states 1 to 8.
      case sensitised(State)
      case quiescentSpecial
      case other
    }

    /// A neighbor without effect.
    init() {}

    init(_ state: State, to side: Direction, in automaton: VonNeumannAutomaton) {
      if automaton == .hutton32 { target = Target(state) }
      switch state {
      case 9...24:
        pointsHere = Direction(of: state) == side.opposite
        // Only confluent cells of Nobili32 and Hutton32 depend on cells that point elsewhere.
        pointsElsewhere = !pointsHere && automaton != .jvn29
        isSpecial = pointsHere && state >= 17
        isExcited = pointsHere && (state - 9) & 4 != 0
      case 27, 28, 31: emits = true
      case 29: emits = side.isHorizontal
      case 30: emits = !side.isHorizontal
      default: break
      }
    }

    var excitesOrdinary: Bool { pointsHere && isExcited && !isSpecial }
    var excitesSpecial: Bool { pointsHere && isExcited && isSpecial }
  }
}

extension VonNeumannAutomaton.Neighbor.Target {
  fileprivate init(_ state: State) {
    switch state {
    case 0: self = .ground
    case 1...8: self = .sensitised(state)
    case 17...20: self = .quiescentSpecial
    default: self = .other
    }
  }
}

// MARK: - Von Neumann's and Nobili's

extension VonNeumannAutomaton {
  /// Advances a ground or sensitised cell by one bit of the constructing signal.
  private static func construct(_ state: State, around: [Neighbor]) -> State {
    let silent: [State] = [0, 2, 4, 6, 8, 12, 18, 20, 9]
    let signalled: [State] = [1, 3, 5, 7, 11, 17, 19, 25, 10]
    let hasSignal = around.contains { $0.pointsHere && $0.isExcited }
    return (hasSignal ? signalled : silent)[Int(state)]
  }

  private static func transmit(_ state: State, around: [Neighbor]) -> State {
    let isSpecial = state >= 17
    if around.contains(where: { isSpecial ? $0.excitesOrdinary : $0.excitesSpecial }) { return 0 }
    var behind = around
    // The cell ahead gives no input.
    behind[Int(Direction(of: state).rawValue)] = Neighbor()
    let hasSignal = behind.contains {
      $0.emits || (isSpecial ? $0.excitesSpecial : $0.excitesOrdinary)
    }
    let quiescent = state - (state - 9) & 4
    return hasSignal ? quiescent + 4 : quiescent
  }

  private func confluent(_ state: State, around: [Neighbor]) -> State {
    if around.contains(where: \.excitesSpecial) { return 0 }
    if self == .nobili32, Self.isCrossing(around) { return Self.crossed(around) }
    let state = state > 28 ? 25 : state
    if self == .nobili32, !Self.hasSignal(around), !around.contains(where: \.pointsElsewhere) {
      return state
    }
    return Self.shifted(state, around: around)
  }

  /// The next state of a confluent cell: its second digit becomes the first, the signal the second.
  static func shifted(_ state: State, around: [Neighbor]) -> State {
    25 + ((state - 25) & 1) * 2 + (hasSignal(around) ? 1 : 0)
  }

  /// Whether at least one ordinary cell points at the cell, and all of these are excited.
  private static func hasSignal(_ around: [Neighbor]) -> Bool {
    let ordinary = around.filter { $0.pointsHere && !$0.isSpecial }
    return !ordinary.isEmpty && ordinary.allSatisfy(\.isExcited)
  }

  /// Whether two wires cross in a cell, one along each axis.
  private static func isCrossing(_ around: [Neighbor]) -> Bool {
    [[around[0], around[2]], [around[1], around[3]]].allSatisfy { axis in
      axis.contains { $0.pointsHere && !$0.isSpecial } && axis.contains(where: \.pointsElsewhere)
    }
  }

  /// The next state of a crossing, by the axes of the arriving signals.
  static func crossed(_ around: [Neighbor]) -> State {
    let horizontal = around[0].excitesOrdinary || around[2].excitesOrdinary
    let vertical = around[1].excitesOrdinary || around[3].excitesOrdinary
    switch (horizontal, vertical) {
    case (false, false): return 25
    case (true, false): return 29
    case (false, true): return 30
    case (true, true): return 31
    }
  }
}
