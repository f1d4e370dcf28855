/// The mapping of states when a pattern gets another rule.
package struct StateMapping: Hashable, Sendable {
  /// The new state for each state of the old rule; `nil` if the new rule has none for it.
  private let newStates: [State?]
  /// A sentence about the mapping for the user; `nil` if states keep their numbers.
  package let explanation: String?

  package init(from old: Rule, to new: Rule) {
    let states = 0..<old.states
    let fits = { (state: Int) in state < new.states ? State(state) : nil }
    switch (old.family, new.family) {
    case (.history(let rule), let family) where !family.isHistory:
      let alive = states.filter { rule.marks.isAlive(State($0)) }
      newStates = states.map { alive.contains($0) ? 1 : 0 }
      explanation = "states \(alive.map(String.init).joined(separator: ", ")) are alive"
    case (.generations, _) where new.states < old.states,
      (.largerThanLife, _) where new.states < old.states:
      newStates = states.map { fits($0) ?? 0 }
      explanation = "states from \(new.states) on, which are dying, become dead"
    case _ where old.states > 2 && new.states == 2:
      newStates = states.map { $0 > 0 ? 1 : 0 }
      explanation = "every state but 0 is alive"
    default:
      newStates = states.map(fits)
      let mayMeanOthers =
        old.states > 2 && new.states > 2 && !new.family.givesStatesTheMeaning(of: old.family)
      explanation = mayMeanOthers ? "states keep their numbers, which may mean something else" : nil
    }
  }

  /// The pattern with the new rule and its states mapped.
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  package func apply(to pattern: Pattern, rule: Rule, limit: Int) throws -> Pattern {
    var result = pattern
    result.statedRule = rule
    if pattern.tree != nil, rule.planes == 1, pattern.rule.planes == 1 { return result }
    result = try result.inRows(limit: limit)
    var rasterizer = Cells.Rasterizer(Cells.Builder(planes: rule.planes, limit: limit))
    try result.cells.forEachRun { run in
      guard let newState = newStates[Int(run.state)] else {
        throw StateBeyondRule(state: run.state, states: rule.states)
      }
      var mapped = run
      mapped.state = newState
      if newState > 0 { try rasterizer.add(mapped) }
    }
    result.cells = try rasterizer.finish()
    return result
  }
}

extension Rule.Family {
  fileprivate var isHistory: Bool {
    if case .history = self { true } else { false }
  }

  /// Whether states of the same number mean the same in both families.
  fileprivate func givesStatesTheMeaning(of other: Rule.Family) -> Bool {
    switch (self, other) {
    case (.history, .history), (.generations, .generations), (.largerThanLife, .largerThanLife):
      true
    case (.table(let table), .table(let other)): table.name == other.name
    case (.alternating(let rules), _): rules[0].family.givesStatesTheMeaning(of: other)
    case (_, .alternating(let rules)): givesStatesTheMeaning(of: rules[0].family)
    case (.partitioned, .partitioned): true
    default: false
    }
  }
}

/// A cell's state does not exist in the rule.
package struct StateBeyondRule: Error, Hashable {
  package var state: State
  /// The number of states of the rule.
  package var states: Int
}
