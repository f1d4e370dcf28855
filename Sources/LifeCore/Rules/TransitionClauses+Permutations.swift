extension TransitionClauses {
  /// The next state by a transition if some permutation of the neighbors matches it; else nil.
  func permutedOutcome(of cell: State, _ neighbors: [State], in transition: Int) -> State? {
    var search = Permutation(
      free: (1..<inputs).map { sets[Int(allowed[transition * inputs + $0])] },
      neighbors: neighbors, binding: [])
    return bind(from: 0, cell: cell, search: &search, in: transition).map {
      outcome(of: transition, binding: $0)
    }
  }

  /// The inputs and neighbors that are not yet matched while variables are bound one by one.
  fileprivate struct Permutation {
    /// The allowed states of each neighbor of the transition; nil where it is matched.
    var free: [AllowedStates?]
    var neighbors: [State]
    var binding: [State]
  }

  /// The first values of the bound variables from `index` on under which the transition matches.
  private func bind(
    from index: Int, cell: State, search: inout Permutation, in transition: Int
  ) -> [State]? {
    let variables = bound(in: transition)
    guard index < variables.count else { return matches(search) ? search.binding : nil }
    let variable = variables[variables.startIndex + index]
    let candidates = values[variable.variable].filter {
      variable.places & 1 == 1 ? $0 == cell : search.neighbors.contains($0)
    }
    for value in candidates {
      var rest = search
      guard rest.take(value, at: variable.places >> 1) else { continue }
      rest.binding.append(value)
      if let binding = bind(from: index + 1, cell: cell, search: &rest, in: transition) {
        return binding
      }
    }
    return nil
  }

  /// Whether the remaining neighbors can be assigned to the free inputs, one to one.
  private func matches(_ search: Permutation) -> Bool {
    let places = search.free.compactMap { $0 }
    // The sets of neighbors, as bits, that can fill the inputs considered so far: at most 2^8.
    var reached = Set<UInt16>([0])
    for place in places {
      var next = Set<UInt16>()
      for taken in reached {
        for (index, state) in search.neighbors.enumerated()
        where taken >> UInt16(index) & 1 == 0 && place.contains(state) {
          next.insert(taken | 1 << UInt16(index))
        }
      }
      reached = next
    }
    return !reached.isEmpty
  }
}

extension TransitionClauses.Permutation {
  /// Assigns neighbors in a state to inputs; false if there are too few.
  fileprivate mutating func take(_ value: State, at places: UInt16) -> Bool {
    var places = places
    while places != 0 {
      guard let index = neighbors.firstIndex(of: value) else { return false }
      neighbors.remove(at: index)
      free[places.trailingZeroBitCount] = nil
      places &= places &- 1
    }
    return true
  }
}
