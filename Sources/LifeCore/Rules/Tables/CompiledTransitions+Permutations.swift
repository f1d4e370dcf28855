// Matches transitions with the neighbors in any order.
extension CompiledTransitions {
  /// The next state by a transition. Returns `nil` if no permutation of the neighbors matches it.
  ///
  /// - Parameter lanes: the lanes of the neighbors in `cells`.
  func permutedOutcome(
    of cells: RuleTable.Cells9, lanes: [Int], in transition: Int
  ) -> State? {
    var match = PermutedMatch(cell: cells[0])
    for (index, lane) in lanes.enumerated() { match.neighbors[index] = cells[lane] }
    let free = UInt8(truncatingIfNeeded: 1 << lanes.count - 1)
    guard bind(from: 0, &match, free: free, bound: 0, in: transition) else { return nil }
    let code = outcomes[transition]
    return code < 256 ? State(code) : match.binding[Int(code) - 256]
  }

  /// Binds a transition's variables from `index` on to the first matching values.
  ///
  /// - Parameters:
  ///   - free: the neighbors not matched yet, a bit each.
  ///   - boundInputs: the inputs bound so far, a bit each, as in ``BoundVariable/places``.
  private func bind(
    from index: Int, _ match: inout PermutedMatch, free: UInt8,
    bound boundInputs: UInt16, in transition: Int
  ) -> Bool {
    let variables = boundVariables(in: transition)
    guard index < variables.count else {
      return match.meets(demands(of: transition), of: sets, free: free, bound: boundInputs)
    }
    let variable = variables[variables.startIndex + index]
    let needed = (variable.places >> 1).nonzeroBitCount
    for value in values[variable.index] {
      if variable.places & 1 == 1, value != match.cell { continue }
      var equal = match.neighbors(in: value) & free
      guard equal.nonzeroBitCount >= needed else { continue }
      var rest = free
      for _ in 0..<needed {
        rest &= ~(equal & (~equal &+ 1))
        equal &= equal - 1
      }
      match.binding[index] = value
      let nowBound = boundInputs | variable.places
      if bind(from: index + 1, &match, free: rest, bound: nowBound, in: transition) { return true }
    }
    return false
  }
}

/// The neighbors of a cell while they are assigned to the inputs of a transition, one to one.
private struct PermutedMatch {
  let cell: State
  var neighbors = SIMD8<State>()
  /// The values of the bound variables.
  var binding = SIMD8<State>()
  /// The demand met by each neighbor, counted from 1; 0 for none.
  private var demandOfNeighbor = SIMD8<UInt8>()

  init(cell: State) { self.cell = cell }

  /// The neighbors in a state, a bit each.
  func neighbors(in state: State) -> UInt8 {
    var result: UInt8 = 0
    for index in 0..<8 where neighbors[index] == state { result |= 1 << UInt8(index) }
    return result
  }

  private func neighbors(in states: AllowedStates) -> UInt8 {
    var result: UInt8 = 0
    for index in 0..<8 where states.contains(neighbors[index]) { result |= 1 << UInt8(index) }
    return result
  }

  /// Whether the free neighbors meet all demands except those of bound inputs.
  mutating func meets(
    _ demands: ArraySlice<CompiledTransitions.Demand>, of sets: [AllowedStates], free: UInt8,
    bound boundInputs: UInt16
  ) -> Bool {
    demandOfNeighbor = .zero
    var accepted = SIMD8<UInt8>()
    for (index, demand) in demands.enumerated() where demand.place & boundInputs == 0 {
      accepted[index] = neighbors(in: sets[Int(demand.set)]) & free
      var tried: UInt8 = 0
      guard assign(index, accepted, &tried) else { return false }
    }
    return true
  }

  /// Assigns a neighbor to a demand. If the neighbor already meets another demand, that demand gets
  /// another neighbor. Returns false if there is no neighbor left.
  private mutating func assign(
    _ demand: Int, _ accepted: SIMD8<UInt8>, _ tried: inout UInt8
  ) -> Bool {
    var candidates = accepted[demand] & ~tried
    while candidates != 0 {
      let neighbor = candidates.trailingZeroBitCount
      tried |= 1 << UInt8(neighbor)
      let other = Int(demandOfNeighbor[neighbor])
      if other == 0 || assign(other - 1, accepted, &tried) {
        demandOfNeighbor[neighbor] = UInt8(demand + 1)
        return true
      }
      candidates = accepted[demand] & ~tried
    }
    return false
  }
}
