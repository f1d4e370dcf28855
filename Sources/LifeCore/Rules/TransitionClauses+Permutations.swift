extension TransitionClauses {
  /// What a transition makes of a cell if its neighbours match in some order; nil if in none.
  func permutedOutcome(of cell: State, _ neighbours: [State], in transition: Int) -> State? {
    var search = Permutation(
      free: (1..<inputs).map { sets[Int(allowed[transition * inputs + $0])] },
      neighbours: neighbours, binding: [])
    return bind(0, cell, &search, in: transition).map { outcome(of: transition, $0) }
  }

  /// What is still to be matched while bound variables are given values one after the other.
  fileprivate struct Permutation {
    /// What the neighbours of the transition allow; nil for those that are matched.
    var free: [AllowedStates?]
    var neighbours: [State]
    var binding: [State]
  }

  /// The first values of the bound variables from number `index` on that match.
  private func bind(
    _ index: Int, _ cell: State, _ search: inout Permutation, in transition: Int
  ) -> [State]? {
    let variables = bound(in: transition)
    guard index < variables.count else { return matches(search) ? search.binding : nil }
    let variable = variables[variables.startIndex + index]
    let candidates = values[variable.variable].filter {
      variable.places & 1 == 1 ? $0 == cell : search.neighbours.contains($0)
    }
    for value in candidates {
      var rest = search
      guard rest.take(value, at: variable.places >> 1) else { continue }
      rest.binding.append(value)
      if let binding = bind(index + 1, cell, &rest, in: transition) { return binding }
    }
    return nil
  }

  /// Whether the neighbours that are left can be given to the free places, one to each.
  private func matches(_ search: Permutation) -> Bool {
    let places = search.free.compactMap { $0 }
    // Bit by bit: which sets of neighbours can fill the first places.
    var reached = Set<UInt16>([0])
    for place in places {
      var next = Set<UInt16>()
      for taken in reached {
        for (index, state) in search.neighbours.enumerated()
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
  /// Gives neighbours of this state to places; false if there are too few.
  fileprivate mutating func take(_ value: State, at places: UInt16) -> Bool {
    var places = places
    while places != 0 {
      guard let index = neighbours.firstIndex(of: value) else { return false }
      neighbours.remove(at: index)
      free[places.trailingZeroBitCount] = nil
      places &= places &- 1
    }
    return true
  }
}
