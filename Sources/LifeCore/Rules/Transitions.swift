/// The transitions of a rule table as they are written: which cells with which neighbours turn into
/// what, the first that matches deciding. A cell that none matches stays as it is.
package struct Transitions: Sendable {
  package let states: Int
  package let symmetry: TableSymmetry
  package private(set) var variables: [Variable] = []
  /// The terms of transition after transition: the cell, its neighbours in the order of
  /// ``Neighbourhood/lanes``, and the next state.
  private(set) var terms: [Term] = []

  /// A set of states with a name. Used twice or more in one transition, it stands for the same
  /// state everywhere in it.
  package struct Variable: Hashable, Sendable {
    package let name: [UInt8]
    /// In the order in which they are tried.
    package let values: [State]
  }

  /// A state, or the variable whose number is 256 less.
  package struct Term: Hashable, Sendable, BitwiseCopyable {
    package let code: UInt32

    package static func state(_ state: State) -> Term { Term(code: UInt32(state)) }
    package static func variable(_ number: Int) -> Term { Term(code: 256 + UInt32(number)) }

    package var state: State? { code < 256 ? State(code) : nil }
    package var variable: Int? { code < 256 ? nil : Int(code) - 256 }
  }

  package init(states: Int, symmetry: TableSymmetry) {
    precondition((2...256).contains(states))
    self.states = states
    self.symmetry = symmetry
  }

  /// The number of terms of one transition.
  package var width: Int { symmetry.neighbourhood.lanes.count + 2 }

  /// The number of transitions.
  package var count: Int { terms.count / width }

  /// Adds a variable and gives its number; values that come again are dropped.
  package mutating func addVariable(_ name: [UInt8], _ values: [State]) -> Int {
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

  /// Whether a transition can end in its last term: a state, a variable of one state, or a variable
  /// that is bound by an earlier term.
  package func isDefinite(_ transition: [Term]) -> Bool {
    guard let last = transition.last, let variable = last.variable else { return true }
    return variables[variable].values.count == 1 || transition.dropLast().contains(last)
  }

  package mutating func append(_ transition: [Term]) {
    precondition(transition.count == width && isDefinite(transition))
    terms += transition
  }
}

/// A set of states.
struct AllowedStates: Hashable, Sendable {
  private var words = SIMD4<UInt64>()

  init() {}

  init(_ states: some Sequence<State>) {
    for state in states { insert(state) }
  }

  mutating func insert(_ state: State) { words[Int(state >> 6)] |= 1 << UInt64(state & 63) }

  func contains(_ state: State) -> Bool { words[Int(state >> 6)] >> UInt64(state & 63) & 1 == 1 }
}
