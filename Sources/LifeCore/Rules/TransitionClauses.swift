/// The transitions of a table, taken apart: which states each input allows, and which inputs must
/// be alike.
struct TransitionClauses: Hashable, Sendable {
  /// The number of transitions.
  let count: Int
  private let states: Int
  private let symmetry: TableSymmetry
  /// The distinct sets of states that terms stand for.
  private(set) var sets: [AllowedStates] = []
  /// For the cell and then each neighbour of transition after transition, the number of its set.
  private(set) var allowed: [Int32] = []
  /// The bound variables of all transitions, those of each in the order in which they are tried.
  private var bound: [Bound] = []
  /// Where the bound variables of each transition begin; one more for the end.
  private var firstBound: [Int] = [0]
  /// The next state, or 256 + the place among its bound variables.
  private var outcomes: [UInt16] = []
  /// For each variable that is bound somewhere, its values in order.
  private(set) var values: [[State]] = []

  /// A variable that stands in several places of a transition.
  struct Bound: Hashable, Sendable {
    /// Its number in ``values``.
    var variable: Int
    /// Its places: bit 0 is the cell, bit *i* neighbour *i* − 1.
    var places: UInt16
  }

  /// The number of inputs: the cell and its neighbours.
  var inputs: Int { symmetry.neighbourhood.lanes.count + 1 }

  init(_ transitions: Transitions) {
    count = transitions.count
    states = transitions.states
    symmetry = transitions.symmetry
    var compiler = ClauseCompiler(transitions)
    for transition in 0..<count {
      let terms = Array(
        transitions.terms[transition * transitions.width..<(transition + 1) * transitions.width])
      allowed += terms.dropLast().map { compiler.set(of: $0) }
      let names = compiler.boundVariables(of: terms)
      for name in names {
        let places = terms.dropLast().indices.reduce(UInt16(0)) {
          terms[$1].variable == name ? $0 | 1 << UInt16($1) : $0
        }
        bound.append(Bound(variable: compiler.values(of: name), places: places))
      }
      firstBound.append(bound.count)
      outcomes.append(compiler.outcome(of: terms, names))
    }
    sets = compiler.sets
    values = compiler.values
  }

  func allows(_ state: State, at input: Int, in transition: Int) -> Bool {
    sets[Int(allowed[transition * inputs + input])].contains(state)
  }

  func bound(in transition: Int) -> ArraySlice<Bound> {
    bound[firstBound[transition]..<firstBound[transition + 1]]
  }

  /// The values of a transition's bound variables for a neighbourhood that it allows; nil if the
  /// places of one are not alike. The neighbours of `view` are in the transitions' order.
  func binding(of view: RuleTable.Cells9, in transition: Int) -> [State]? {
    var binding: [State] = []
    for variable in bound(in: transition) {
      var places = variable.places
      let value = view[places.trailingZeroBitCount]
      places &= places &- 1
      while places != 0 {
        if view[places.trailingZeroBitCount] != value { return nil }
        places &= places &- 1
      }
      binding.append(value)
    }
    return binding
  }

  /// Whether a binding is tried before another one of the same transition.
  func comes(_ binding: [State], before other: [State], in transition: Int) -> Bool {
    for (index, variable) in bound(in: transition).enumerated() where binding[index] != other[index]
    {
      return values[variable.variable].first { $0 == binding[index] || $0 == other[index] }
        == binding[index]
    }
    return false
  }

  func outcome(of transition: Int, _ binding: [State]) -> State {
    let code = outcomes[transition]
    return code < 256 ? State(code) : binding[Int(code) - 256]
  }
}

// MARK: - Kinds

extension TransitionClauses {
  /// States are alike at an input if every transition, and every image of it, treats them alike.
  var kinds: Kinds {
    var kinds = Kinds()
    // Whatever no transition matches stays as it is, so every state is of its own kind.
    kinds.distinguish([0], states: states) { Int($0) }
    let lanes = symmetry.neighbourhood.lanes
    for orbit in symmetry.orbits {
      let places = orbit.map { lane in 1 + (lanes.firstIndex(of: lane) ?? 0) }
      for set in setsUsed(at: places) {
        kinds.distinguish(orbit, states: states) { sets[set].contains($0) ? 1 : 0 }
      }
      let mask = places.reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
      let variables = Set(bound.filter { $0.places & mask != 0 }.map(\.variable))
      for variable in variables {
        let members = AllowedStates(values[variable])
        kinds.distinguish(orbit, states: states) { members.contains($0) ? Int($0) : -1 }
      }
    }
    return kinds
  }

  private func setsUsed(at places: [Int]) -> [Int] {
    var isUsed = [Bool](repeating: false, count: sets.count)
    for transition in 0..<count {
      for place in places { isUsed[Int(allowed[transition * inputs + place])] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }
}

/// Numbers sets and bound variables while transitions are taken apart.
private struct ClauseCompiler {
  private let transitions: Transitions
  private(set) var sets: [AllowedStates] = []
  private var numbers: [AllowedStates: Int32] = [:]
  private var setOfTerm: [Transitions.Term: Int32] = [:]
  private(set) var values: [[State]] = []
  private var valuesOfVariable: [Int: Int] = [:]

  init(_ transitions: Transitions) { self.transitions = transitions }

  mutating func set(of term: Transitions.Term) -> Int32 {
    if let known = setOfTerm[term] { return known }
    let set =
      term.state.map { AllowedStates([$0]) }
      ?? AllowedStates(transitions.variables[term.variable ?? 0].values)
    let number = numbers[set] ?? Int32(sets.count)
    if number == sets.count { sets.append(set) }
    numbers[set] = number
    setOfTerm[term] = number
    return number
  }

  mutating func values(of variable: Int) -> Int {
    if let known = valuesOfVariable[variable] { return known }
    valuesOfVariable[variable] = values.count
    values.append(transitions.variables[variable].values)
    return values.count - 1
  }

  /// The variables that bind places of a transition, in the order in which their values are tried:
  /// the last one by name keeps its value longest.
  func boundVariables(of terms: [Transitions.Term]) -> [Int] {
    var bound: [Int] = []
    for (index, term) in terms.enumerated() {
      guard let variable = term.variable, !bound.contains(variable),
        terms[..<index].contains(term), transitions.variables[variable].values.count > 1
      else { continue }
      bound.append(variable)
    }
    return bound.sorted {
      let (left, right) = (transitions.variables[$0], transitions.variables[$1])
      return right.name.lexicographicallyPrecedes(left.name)
    }
  }

  func outcome(of terms: [Transitions.Term], _ bound: [Int]) -> UInt16 {
    let last = terms[terms.count - 1]
    guard let variable = last.variable else { return UInt16(last.code) }
    if let index = bound.firstIndex(of: variable) { return 256 + UInt16(index) }
    return UInt16(transitions.variables[variable].values[0])
  }
}
