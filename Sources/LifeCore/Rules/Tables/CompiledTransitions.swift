/// The transitions of a table, ready for matching: the allowed states of each input, and groups of
/// inputs with equal states, bound by a variable.
struct CompiledTransitions: Hashable, Sendable {
  /// The number of transitions.
  let count: Int
  private let states: Int
  private let symmetry: TableSymmetry
  /// The distinct sets of states of all symbols.
  private(set) var sets: [AllowedStates] = []
  /// The indices in ``sets`` of all inputs of all transitions: the cell's, then each neighbor's.
  private(set) var allowed: [Int32] = []
  /// The bound variables of each transition in turn. The first is that of Golly's outermost loop.
  private var boundVariables: [BoundVariable] = []
  /// The index in ``boundVariables`` of each transition's first one, and the end.
  private var firstBound: [Int] = [0]
  /// For each transition, the next state, or 256 + an index among its bound variables.
  private(set) var outcomes: [UInt16] = []
  /// The demands of all transitions, in each transition those with the fewest states first.
  private var demands: [Demand] = []
  /// The index in ``demands`` of each transition's first one, and the end.
  private var firstDemand: [Int] = [0]
  /// For each variable bound in some transition, its values in the order in which it takes them.
  private(set) var values: [[State]] = []

  /// A variable at several inputs of a transition, or at one input and as its next state.
  struct BoundVariable: Hashable, Sendable {
    /// Its index in ``values``.
    var index: Int
    /// The inputs it binds: bit 0 is the cell, bit *i* neighbor *i* − 1.
    var places: UInt16

    var firstPlace: Int { places.trailingZeroBitCount }
  }

  /// A transition's demand that a neighbor is in a set of states, if the set lacks some state.
  struct Demand: Hashable, Sendable {
    /// Bit *i* for neighbor *i* − 1, as in ``BoundVariable/places``.
    var place: UInt16
    /// Its index in ``sets``.
    var set: Int32
  }

  /// The number of inputs: the cell and its neighbors.
  var inputs: Int { symmetry.neighborhood.lanes.count + 1 }

  init(_ transitions: Transitions) {
    count = transitions.count
    states = transitions.states
    symmetry = transitions.symmetry
    var compiler = TransitionCompiler(transitions)
    for transition in 0..<count {
      let symbols = Array(
        transitions.symbols[transition * transitions.width..<(transition + 1) * transitions.width])
      allowed += symbols.dropLast().map { compiler.setIndex(of: $0) }
      let variables = compiler.boundVariables(of: symbols)
      for variable in variables {
        var places: UInt16 = 0
        for input in symbols.dropLast().indices where symbols[input].variable == variable {
          places |= 1 << UInt16(input)
        }
        boundVariables.append(.init(index: compiler.valuesIndex(of: variable), places: places))
      }
      firstBound.append(boundVariables.count)
      outcomes.append(compiler.outcome(of: symbols, bound: variables))
    }
    sets = compiler.sets
    values = compiler.values
    for transition in 0..<count { addDemands(of: transition) }
  }

  private mutating func addDemands(of transition: Int) {
    let wanted = (1..<inputs).map { input in
      Demand(place: 1 << UInt16(input), set: allowed[transition * inputs + input])
    }.filter { sets[Int($0.set)].count < states }
    demands += wanted.sorted { sets[Int($0.set)].count < sets[Int($1.set)].count }
    firstDemand.append(demands.count)
  }

  /// A pattern for each distinct image of each transition, in their order.
  ///
  /// - Parameter images: neighbor *i* of a transition is neighbor `image[i]` of the cell.
  func patterns(images: [[Int]]) -> [MatchPattern] {
    (0..<count).flatMap { transition in
      let sets = neighborSets(of: transition)
      var distinct: [[Int32?]] = []
      for image in images {
        var accepted = sets
        for (neighbor, place) in image.enumerated() { accepted[place] = sets[neighbor] }
        if !distinct.contains(accepted) { distinct.append(accepted) }
      }
      return distinct.map { pattern(of: transition, neighbors: $0) }
    }
  }

  /// A pattern for each transition: the sets of its demands, those with the fewest states first,
  /// then `nil` until all patterns have the same length.
  func patternsOfDemands() -> [MatchPattern] {
    let maxDemands = (0..<count).reduce(0) { max($0, demands(of: $1).count) }
    return (0..<count).map { transition in
      let demanded = demands(of: transition).map { Optional($0.set) }
      let padding = [Int32?](repeating: nil, count: maxDemands - demanded.count)
      return pattern(of: transition, neighbors: demanded + padding)
    }
  }

  private func pattern(of transition: Int, neighbors: [Int32?]) -> MatchPattern {
    MatchPattern(
      transition: Int32(transition), cell: allowed[transition * inputs], neighbors: neighbors)
  }

  /// The set of each neighbor; `nil` if it has every state.
  private func neighborSets(of transition: Int) -> [Int32?] {
    allowed[transition * inputs + 1..<(transition + 1) * inputs].map {
      sets[Int($0)].count < states ? $0 : nil
    }
  }

  /// The next state by a transition without bound variables. Returns `nil` if it has some.
  func constantOutcome(of transition: Int) -> State? {
    firstBound[transition] == firstBound[transition + 1] ? State(outcomes[transition]) : nil
  }

  /// Whether the neighbors at the lanes of an image meet all demands of a transition.
  func meetDemands(
    of transition: Int, _ cells: RuleTable.Cells9, image: SIMD8<UInt8>
  ) -> Bool {
    for index in firstDemand[transition]..<firstDemand[transition + 1] {
      let demand = demands[index]
      let lane = Int(image[demand.place.trailingZeroBitCount - 1])
      if !sets[Int(demand.set)].contains(cells[lane]) { return false }
    }
    return true
  }

  func demands(of transition: Int) -> ArraySlice<Demand> {
    demands[firstDemand[transition]..<firstDemand[transition + 1]]
  }

  func boundVariables(in transition: Int) -> ArraySlice<BoundVariable> {
    boundVariables[firstBound[transition]..<firstBound[transition + 1]]
  }

  /// Whether the inputs of each bound variable are equal. Lane *i* of `view` is neighbor *i* − 1 of
  /// the transition.
  func isBound(_ view: RuleTable.Cells9, in transition: Int) -> Bool {
    boundVariables(in: transition).allSatisfy { variable in
      let value = view[variable.firstPlace]
      var places = variable.places
      while places != 0 {
        if view[places.trailingZeroBitCount] != value { return false }
        places &= places &- 1
      }
      return true
    }
  }

  /// Whether Golly's loops over the bound variables of a transition reach the values in `view`
  /// before the values in `other`.
  func comes(
    _ view: RuleTable.Cells9, before other: RuleTable.Cells9, in transition: Int
  ) -> Bool {
    for variable in boundVariables(in: transition) {
      let value = view[variable.firstPlace]
      let otherValue = other[variable.firstPlace]
      guard value != otherValue else { continue }
      return values[variable.index].first { $0 == value || $0 == otherValue } == value
    }
    return false
  }

  /// The next state by a transition matching a view.
  func outcome(of transition: Int, in view: RuleTable.Cells9) -> State {
    let code = outcomes[transition]
    guard code >= 256 else { return State(code) }
    return view[boundVariables[firstBound[transition] + Int(code) - 256].firstPlace]
  }
}

// MARK: - State classes

extension CompiledTransitions {
  /// States are equivalent at an input if no set and no bound variable distinguishes them there, in
  /// any image of any transition.
  var stateClasses: StateClasses {
    var stateClasses = StateClasses()
    // Without a matching transition a cell keeps its state, so each state is its own class.
    stateClasses.distinguish([0], states: states) { Int($0) }
    let lanes = symmetry.neighborhood.lanes
    for orbit in symmetry.orbits {
      let places = orbit.map { lane in 1 + (lanes.firstIndex(of: lane) ?? 0) }
      for set in setsUsed(at: places) {
        stateClasses.distinguish(orbit, states: states) { sets[set].contains($0) ? 1 : 0 }
      }
      let mask = places.reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
      let variables = Set(boundVariables.filter { $0.places & mask != 0 }.map(\.index))
      for variable in variables {
        let members = AllowedStates(values[variable])
        stateClasses.distinguish(orbit, states: states) { members.contains($0) ? Int($0) : -1 }
      }
    }
    return stateClasses
  }

  private func setsUsed(at places: [Int]) -> [Int] {
    var isUsed = [Bool](repeating: false, count: sets.count)
    for transition in 0..<count {
      for place in places { isUsed[Int(allowed[transition * inputs + place])] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }
  }
}

/// Assigns indices to distinct sets and to bound variables.
private struct TransitionCompiler {
  private let transitions: Transitions
  private(set) var sets: [AllowedStates] = []
  private var numbers: [AllowedStates: Int32] = [:]
  private var setOfSymbol: [Transitions.Symbol: Int32] = [:]
  private(set) var values: [[State]] = []
  private var valuesOfVariable: [Int: Int] = [:]

  init(_ transitions: Transitions) { self.transitions = transitions }

  /// The index in ``sets`` of a symbol's states.
  mutating func setIndex(of symbol: Transitions.Symbol) -> Int32 {
    if let known = setOfSymbol[symbol] { return known }
    var set = AllowedStates()
    if let state = symbol.state { set.insert(state) }
    if let variable = symbol.variable {
      set = AllowedStates(transitions.variables[variable].values)
    }
    let number = numbers[set] ?? Int32(sets.count)
    if number == sets.count { sets.append(set) }
    numbers[set] = number
    setOfSymbol[symbol] = number
    return number
  }

  /// The index in ``values`` of a bound variable.
  mutating func valuesIndex(of variable: Int) -> Int {
    if let known = valuesOfVariable[variable] { return known }
    valuesOfVariable[variable] = values.count
    values.append(transitions.variables[variable].values)
    return values.count - 1
  }

  /// The bound variables of a transition, from the alphabetically last name to the first. Golly
  /// expands them by nested loops in this order: with `a` and `b`, the outer loop is over `b`.
  func boundVariables(of symbols: [Transitions.Symbol]) -> [Int] {
    var bound: [Int] = []
    for (index, symbol) in symbols.enumerated() {
      guard let variable = symbol.variable, !bound.contains(variable),
        symbols[..<index].contains(symbol), transitions.variables[variable].values.count > 1
      else { continue }
      bound.append(variable)
    }
    return bound.sorted {
      let left = transitions.variables[$0]
      let right = transitions.variables[$1]
      return right.name.lexicographicallyPrecedes(left.name)
    }
  }

  /// The next state of a transition, in the form of ``CompiledTransitions/outcomes``.
  func outcome(of symbols: [Transitions.Symbol], bound: [Int]) -> UInt16 {
    let last = symbols[symbols.count - 1]
    guard let variable = last.variable else { return UInt16(last.code) }
    if let index = bound.firstIndex(of: variable) { return 256 + UInt16(index) }
    return UInt16(transitions.variables[variable].values[0])
  }
}
