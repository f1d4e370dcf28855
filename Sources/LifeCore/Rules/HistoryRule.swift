/// A two-state rule with marks on cells, for example "has been alive" or "wall".
///
/// The base rule sees only dead and live cells; in History and Super, odd states are alive. The
/// next state also depends on the set of states among the neighbors, but not on where those
/// neighbors are.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Rule:LifeHistory>,
///   <https://conwaylife.com/wiki/Rule:LifeSuper>.
package struct HistoryRule: Hashable, Sendable {
  /// The kind of marks. The raw value ends the name of the rule.
  package enum Marks: String, Hashable, Sendable, CaseIterable {
    /// Seven states: dead, alive, dead after life, marked cells and a wall.
    case history = "History"
    /// 26 states: those of History and signals in many colors.
    case `super` = "Super"
    /// 21 states: some cells turn their neighbors on or off, always or every other generation.
    case investigator = "Investigator"

    package var states: Int {
      switch self {
      case .history: 7
      case .super: 26
      case .investigator: 21
      }
    }

    package var stateNames: [State: String] {
      switch self {
      case .history, .super:
        [
          0: "dead", 1: "alive", 2: "dead, was alive", 3: "alive, marked", 4: "dead, marked",
          5: "alive since the start, marked", 6: "wall: live neighbors die",
        ]
      case .investigator: [0: "dead", 1: "alive"]
      }
    }

    /// Whether cells in this state count as alive for every cell. Investigator's states 17 to 20
    /// count only for cells in state 0, or only for cells in state 1.
    func isAlive(_ state: State) -> Bool {
      switch self {
      case .history, .super: state & 1 == 1
      case .investigator:
        switch state {
        case 1, 2, 4, 6, 8, 10, 12, 15, 16: true
        default: false
        }
      }
    }
  }

  package let base: TwoStateRule
  package let marks: Marks
  /// The map of stored cells.
  private let map: MooreMap

  /// - Parameter base: has no B0, or has B0 and survives with all neighbors alive, so that one map
  ///   steps the stored cells.
  package init(_ base: TwoStateRule, marks: Marks) {
    precondition(!base.map[0] || base.map[MooreMap.count - 1])
    self.base = base
    self.marks = marks
    map = base.map[0] ? base.map.conjugate : base.map
  }

  /// The next state of the middle cell of nine, given in reading order from the north-west.
  package func next(_ square: [State]) -> State {
    let here = square[4]
    let others = StateSet(square, in: base.neighborhood)
    switch marks {
    case .history, .super:
      return Self.nextInSuper(here, among: others, livesNext: livesNext(around: square))
    case .investigator:
      if let forced = Self.forced(here, among: others) { return forced }
      return livesNext(around: square) ? 1 : 0
    }
  }

  /// The equivalence class of a neighbor's state: neighbors in states of one class have the same
  /// effect.
  func neighborClass(_ state: State) -> Int {
    switch marks {
    case .history: state == 6 ? 6 : Int(state & 1)
    case .super:
      switch state {
      case 5: 1
      case 6, 14, 18, 20, 22: Int(state)
      default: state & 1 == 1 ? Int(state) : 0
      }
    case .investigator:
      effectInInvestigator(of: state)
    }
  }

  /// The properties of a neighbor's state that matter in Investigator, one bit each.
  private func effectInInvestigator(of state: State) -> Int {
    [
      state == 1, StateSet.killing.has(state), StateSet.birthing.has(state),
      StateSet.preventingBirth.has(state), isOn(state, for: 0), isOn(state, for: 1),
    ].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
  }

  /// Whether the middle cell of a square is alive next by the base rule.
  private func livesNext(around square: [State]) -> Bool {
    var index = 0
    for state in square { index = index << 1 | (isOn(state, for: square[4]) ? 1 : 0) }
    return map[index]
  }

  /// Whether a cell in `state`, a neighbor or itself, counts as alive for a cell in state `here`.
  private func isOn(_ state: State, for here: State) -> Bool {
    switch (marks, state) {
    case (.investigator, 17), (.investigator, 19): here == 0
    case (.investigator, 18), (.investigator, 20): here == 1
    default: marks.isAlive(state)
    }
  }
}

extension HistoryRule: CustomStringConvertible {
  package var description: String {
    (base == TwoStateRule(.init(birth: [3], survival: [2, 3])) ? "Life" : "\(base)")
      + marks.rawValue
  }
}

/// The states of a cell's neighbors, one bit each.
private struct StateSet {
  private let bits: UInt32

  init(_ square: [State], in neighborhood: Neighborhood) {
    var bits: UInt32 = 0
    for place in 0..<9 where neighborhood.mask >> (8 - place) & 1 == 1 {
      bits |= 1 << UInt32(square[place])
    }
    self.bits = bits
  }

  private init(bits: UInt32) { self.bits = bits }

  init(_ states: some Sequence<State>) {
    bits = states.reduce(0) { $0 | 1 << UInt32($1) }
  }

  var isEmpty: Bool { bits == 0 }

  func has(_ state: State) -> Bool { bits >> UInt32(state) & 1 == 1 }
  func hasAny(of other: StateSet) -> Bool { bits & other.bits != 0 }
  func intersection(_ other: StateSet) -> StateSet { StateSet(bits: bits & other.bits) }
  /// The only state in the set. Returns `nil` if there is none or more than one.
  var single: State? { bits.nonzeroBitCount == 1 ? State(bits.trailingZeroBitCount) : nil }

  static let odd = StateSet(bits: 0xaaaa_aaaa)
  /// Investigator's states that kill live neighbors, turn dead ones on, or keep dead ones off.
  static let killing = StateSet([2, 3, 6, 7, 14, 16])
  static let birthing = StateSet([8, 9, 12, 13, 14])
  static let preventingBirth = StateSet([15, 16])
}

// MARK: - The three sets of marks

extension HistoryRule {
  /// A wall. It kills the live cells beside it.
  package static let wall: State = 6

  /// The next state of a cell in state 1, 3 or 5 beside a wall. Returns `nil` for other states.
  private static func killed(_ here: State) -> State? {
    switch here {
    case 1: 2
    case 3, 5: 4
    default: nil
    }
  }

  /// The next state in Super. History is the part of it with the states 0 to 6.
  private static func nextInSuper(_ here: State, among others: StateSet, livesNext: Bool) -> State {
    if others.has(wall) {
      if let killed = killed(here) { return killed }
      switch here {
      case 7, 8, 13...: return 0
      case 9, 11: return here + 1
      default: break
      }
    }
    if livesNext {
      if here & 1 == 1 || here == 6 { return here }
      switch here {
      case 4: return 3
      case 8: return 7
      default: return color(ofBirthAmong: others)
      }
    }
    return nextInSuperIfDead(here, among: others)
  }

  /// The state of a newborn cell, inherited from its live neighbors.
  private static func color(ofBirthAmong others: StateSet) -> State {
    let alive = others.intersection(.odd)
    if !others.hasAny(of: StateSet([1, 3, 5, 7])) {
      if let one = alive.intersection(StateSet(9...25)).single { return one }
    }
    let signals = alive.intersection(StateSet(13...25))
    if others.has(3), !others.hasAny(of: StateSet([1, 5, 7, 9, 11])) {
      if let one = signals.single { return one }
    }
    if others.has(7), !others.hasAny(of: StateSet([1, 3, 5])), signals.isEmpty {
      if let one = others.intersection(StateSet([9, 11])).single { return one }
    }
    if others.has(7) || !signals.isEmpty, !others.hasAny(of: StateSet([1, 3, 5, 9, 11])) {
      return 13
    }
    return 1
  }

  /// The next state of a cell that the base rule makes dead, or leaves dead.
  private static func nextInSuperIfDead(_ here: State, among others: StateSet) -> State {
    switch here {
    case 5: 4
    case 1, 3, 7, 9, 11: here + 1
    case 13, 15, 17, 19, 21, 23, 25, 14: 0
    case 16: others.hasAny(of: .odd) || others.has(14) ? 14 : 16
    case 18: others.has(22) ? 22 : 18
    case 20: others.has(18) ? 18 : 20
    case 22: others.has(20) ? 20 : 22
    case 24: others.hasAny(of: .odd) || others.has(14) || others.has(18) ? 18 : 24
    default: here
    }
  }

  /// The next state decided by Investigator's marks. Returns `nil` if the base rule decides.
  private static func forced(_ here: State, among others: StateSet) -> State? {
    switch here {
    case 6, 10, 12, 19: here + 1
    case 7, 11, 13, 20: here - 1
    case 2...: here
    case 1: others.hasAny(of: .killing) ? 0 : nil
    default:
      if others.hasAny(of: .birthing) {
        1
      } else {
        others.hasAny(of: .preventingBirth) && !others.has(1) ? 0 : nil
      }
    }
  }
}
