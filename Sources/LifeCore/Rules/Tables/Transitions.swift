/// The transitions of a rule table as written: each lists a cell, its neighbors and the next state.
///
/// The first matching transition applies. Without a match a cell keeps its state.
///
/// - SeeAlso: <https://golly.sourceforge.io/Help/formats.html#rule>, section `@TABLE`.
package struct Transitions: Sendable {
  package let states: Int
  package let symmetry: TableSymmetry
  package private(set) var variables: [Variable] = []
  /// The symbols of all transitions, ``width`` each: the cell, its neighbors in the order of
  /// ``RuleTable/Neighborhood/lanes``, and the next state.
  private(set) var symbols: [Symbol] = []

  /// A named set of states. Used twice or more in one transition, a variable is bound: it has the
  /// same value at all its places.
  package struct Variable: Hashable, Sendable {
    package let name: [UInt8]
    /// Distinct states, in the order in which a bound variable takes them.
    package let values: [State]
  }

  /// One entry of a transition: a state, or a variable as 256 plus its index.
  package struct Symbol: Hashable, Sendable, BitwiseCopyable {
    package let code: UInt32

    package static func state(_ state: State) -> Symbol { Symbol(code: UInt32(state)) }
    package static func variable(_ number: Int) -> Symbol { Symbol(code: 256 + UInt32(number)) }

    package var state: State? { code < 256 ? State(code) : nil }
    package var variable: Int? { code < 256 ? nil : Int(code) - 256 }
  }

  package init(states: Int, symmetry: TableSymmetry) {
    precondition((2...256).contains(states))
    self.states = states
    self.symmetry = symmetry
  }

  /// The number of symbols of one transition: the cell, its neighbors and the next state.
  package var width: Int { symmetry.neighborhood.lanes.count + 2 }

  /// The number of transitions.
  package var count: Int { symbols.count / width }

  /// Adds a variable and returns its index in ``variables``; repeated values are dropped.
  package mutating func addVariable(_ name: [UInt8], values: [State]) -> Int {
    precondition(!values.isEmpty && values.allSatisfy { $0 < states })
    var distinct: [State] = []
    var seen = AllowedStates()
    for value in values where !seen.contains(value) {
      seen.insert(value)
      distinct.append(value)
    }
    variables.append(Variable(name: name, values: distinct))
    return variables.count - 1
  }

  /// Whether the last symbol determines one next state: it is a state, a variable of one state, or
  /// a variable bound by an earlier symbol.
  package func isDefinite(_ transition: [Symbol]) -> Bool {
    guard let last = transition.last, let variable = last.variable else { return true }
    return variables[variable].values.count == 1 || transition.dropLast().contains(last)
  }

  /// Adds a transition of ``width`` symbols. It must be definite.
  package mutating func append(_ transition: [Symbol]) {
    precondition(transition.count == width && isDefinite(transition))
    symbols += transition
  }
}

/// A set of states: bit *s* & 63 of word *s* / 64 is state *s*.
struct AllowedStates: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  init() {}

  init(_ states: some Sequence<State>) {
    for state in states { insert(state) }
  }

  var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

  mutating func insert(_ state: State) { words[Int(state >> 6)] |= 1 << UInt64(state & 63) }

  func contains(_ state: State) -> Bool { words[Int(state >> 6)] >> UInt64(state & 63) & 1 == 1 }
}
