/// A two-state rule whose cells also carry marks, such as "has been alive" or "wall".
///
/// The base rule decides on the parity of states: odd states are alive. The next state also depends
/// on the set of states among the neighbors, but not on where those neighbors are.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Rule:LifeHistory>,
///   <https://conwaylife.com/wiki/Rule:LifeSuper>.
package struct HistoryRule: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Seven states: dead, alive, dead after life, marked cells and a wall.
    case history = "History"
    /// 26 states: those of History and signals in many colors.
    case `super` = "Super"
    /// 21 states: cells that force their neighbors on or off, steadily or every other generation.
    case investigator = "Investigator"

    package var states: Int {
      switch self {
      case .history: 7
      case .super: 26
      case .investigator: 21
      }
    }
  }

  package let base: TwoStateRule
  package let kind: Kind
  /// The map that stored cells obey.
  private let map: MooreMap

  /// - Parameter base: has no B0, or also survives with all neighbors alive, so that its stored
  ///   cells obey one map.
  package init(_ base: TwoStateRule, kind: Kind) {
    precondition(!base.dependsOnParity)
    self.base = base
    self.kind = kind
    map = base.phases[0].map
  }

  /// The next state of the middle cell of nine, given in reading order from the north-west.
  package func next(_ square: [State]) -> State {
    let here = square[4]
    let others = StateSet(square, in: base.neighborhood)
    switch kind {
    case .history:
      return Self.history(here, among: others, isAlive: lives { square[$0] & 1 == 1 })
    case .super:
      return Self.super(here, among: others, isAlive: lives { square[$0] & 1 == 1 })
    case .investigator:
      if let forced = Self.forced(here, among: others) { return forced }
      return lives { Self.isOn(square[$0], in: here) } ? 1 : 0
    }
  }

  /// The equivalence class of a neighbor's state: neighbors in states of one class have the same
  /// effect.
  func neighborClass(_ state: State) -> Int {
    switch kind {
    case .history: state == 6 ? 6 : Int(state & 1)
    case .super:
      switch state {
      case 5: 1
      case 6, 14, 18, 20, 22: Int(state)
      default: state & 1 == 1 ? Int(state) : 0
      }
    case .investigator:
      [
        state == 1, StateSet.quenching.has(Int(state)), StateSet.kindling.has(Int(state)),
        StateSet.shading.has(Int(state)), Self.isOn(state, in: 0), Self.isOn(state, in: 1),
      ].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }

  private func lives(_ isOn: (_ place: Int) -> Bool) -> Bool {
    map[(0..<9).reduce(0) { $0 << 1 | (isOn($1) ? 1 : 0) }]
  }
}

extension HistoryRule: CustomStringConvertible {
  package var description: String {
    (base == TwoStateRule(.init(birth: [3], survival: [2, 3])) ? "Life" : "\(base)")
      + kind.rawValue
  }
}

/// The states that the neighbors of a cell are in, one bit each.
private struct StateSet {
  private let bits: UInt32

  init(_ square: [State], in neighborhood: Neighborhood) {
    bits = (0..<9).reduce(0) { bits, place in
      neighborhood.mask >> (8 - place) & 1 == 1 ? bits | 1 << UInt32(square[place]) : bits
    }
  }

  private init(bits: UInt32) { self.bits = bits }

  init(_ states: ClosedRange<Int>...) {
    bits = states.joined().reduce(0) { $0 | 1 << UInt32($1) }
  }

  func has(_ state: Int) -> Bool { bits >> UInt32(state) & 1 == 1 }
  func meets(_ other: StateSet) -> Bool { bits & other.bits != 0 }
  func common(_ other: StateSet) -> StateSet { StateSet(bits: bits & other.bits) }
  /// The only state in the set; nil if there is none or more than one.
  var single: State? { bits.nonzeroBitCount == 1 ? State(bits.trailingZeroBitCount) : nil }

  static let odd = StateSet(bits: 0xaaaa_aaaa)
  /// Investigator's states that kill live neighbors, that give birth, and that prevent birth.
  static let quenching = StateSet(2...3, 6...7, 14...14, 16...16)
  static let kindling = StateSet(8...9, 12...14)
  static let shading = StateSet(15...16)
}

// MARK: - The three kinds

extension HistoryRule {
  private static func history(_ here: State, among others: StateSet, isAlive: Bool) -> State {
    if others.has(6), let killed = killed(here) { return killed }
    if isAlive {
      if here & 1 == 1 || here == 6 { return here }
      return here == 4 ? 3 : 1
    }
    if here & 1 == 0 { return here }
    return here == 5 ? 4 : here + 1
  }

  /// The state of a live cell that a wall beside it kills; nil for states that a wall does not
  /// kill.
  private static func killed(_ here: State) -> State? {
    switch here {
    case 1: 2
    case 3, 5: 4
    default: nil
    }
  }

  private static func `super`(_ here: State, among others: StateSet, isAlive: Bool) -> State {
    if others.has(6) {
      if let killed = killed(here) { return killed }
      switch here {
      case 7, 8, 13...: return 0
      case 9, 11: return here + 1
      default: break
      }
    }
    if isAlive {
      if here & 1 == 1 || here == 6 { return here }
      switch here {
      case 4: return 3
      case 8: return 7
      default: return color(ofBirthAmong: others)
      }
    }
    return dead(here, among: others)
  }

  /// The state of a newborn cell, inherited from its live neighbors.
  private static func color(ofBirthAmong others: StateSet) -> State {
    if !others.meets(StateSet(1...1, 3...3, 5...5, 7...7)) {
      if let one = others.common(.odd).common(StateSet(9...25)).single { return one }
    }
    let signals = others.common(.odd).common(StateSet(13...25))
    if others.has(3), !others.meets(StateSet(1...1, 5...5, 7...7, 9...9, 11...11)) {
      if let one = signals.single { return one }
    }
    let pair = others.common(StateSet(9...9, 11...11))
    if others.has(7), !others.meets(StateSet(1...1, 3...3, 5...5)), signals.isEmpty {
      if let one = pair.single { return one }
    }
    if others.has(7) || !signals.isEmpty,
      !others.meets(StateSet(1...1, 3...3, 5...5, 9...9, 11...11))
    {
      return 13
    }
    return 1
  }

  /// The next state of a cell that is dead under the base rule.
  private static func dead(_ here: State, among others: StateSet) -> State {
    switch here {
    case 5: 4
    case 1, 3, 7, 9, 11: here + 1
    case 13, 15, 17, 19, 21, 23, 25, 14: 0
    case 16: others.meets(.odd) || others.has(14) ? 14 : 16
    case 18: others.has(22) ? 22 : 18
    case 20: others.has(18) ? 18 : 20
    case 22: others.has(20) ? 20 : 22
    case 24: others.meets(.odd) || others.has(14) || others.has(18) ? 18 : 24
    default: here
    }
  }

  /// The next state where Investigator's marks decide; nil where the base rule decides.
  private static func forced(_ here: State, among others: StateSet) -> State? {
    switch here {
    case 6, 10, 12, 19: here + 1
    case 7, 11, 13, 20: here - 1
    case 2...: here
    case 1: others.meets(.quenching) ? 0 : nil
    default:
      if others.meets(.kindling) {
        1
      } else {
        others.meets(.shading) && !others.has(1) ? 0 : nil
      }
    }
  }

  /// Whether a neighbor counts as alive for a cell that is in state 0 or 1.
  private static func isOn(_ state: State, in here: State) -> Bool {
    switch state {
    case 1, 2, 4, 6, 8, 10, 12, 15, 16: true
    case 17, 19: here == 0
    case 18, 20: here == 1
    default: false
    }
  }
}

extension StateSet {
  fileprivate var isEmpty: Bool { bits == 0 }
}
