/// What the states of one rule become under another.
package struct StateMapping: Hashable, Sendable {
  /// For every state of the old rule one of the new; nil if it has none.
  private let images: [State?]
  /// What was decided, for people; nil if states keep their numbers.
  package let explanation: String?

  package init(from old: Rule, to new: Rule) {
    let states = 0..<old.states
    let fits = { (state: Int) in state < new.states ? State(state) : nil }
    switch (old.family, new.family) {
    case (.history(let rule), let family) where !family.isHistory:
      let alive = states.filter(rule.kind.isAlive)
      images = states.map { alive.contains($0) ? 1 : 0 }
      explanation = "states \(alive.map(String.init).joined(separator: ", ")) are alive"
    case (.generations, _) where new.states < old.states:
      images = states.map { fits($0) ?? 0 }
      explanation = "states from \(new.states) on, which only fade, are dead"
    default:
      images = states.map(fits)
      explanation = nil
    }
  }

  /// The pattern under the new rule.
  ///
  /// - Throws: ``StateBeyondRule``, ``MemoryExhausted``.
  package func apply(to pattern: Pattern, _ rule: Rule, limit: Int) throws -> Pattern {
    var result = pattern
    result.statedRule = rule
    if pattern.tree != nil, rule.planes == 1, pattern.rule.planes == 1 { return result }
    result = try result.inRows(limit: limit)
    let runs = Store<Run>(purpose: "pattern")
    try result.cells.forEachRun { run in
      guard let image = images[Int(run.state)] else {
        throw StateBeyondRule(state: run.state, states: rule.states)
      }
      var mapped = run
      mapped.state = image
      if image > 0 { try runs.append(mapped, limit: limit) }
    }
    result.cells = try Cells(unordered: runs, limit: limit)
    return try result.packedForRule(limit: limit)
  }
}

extension Rule.Family {
  fileprivate var isHistory: Bool {
    if case .history = self { true } else { false }
  }
}

extension HistoryRule.Kind {
  /// Whether a cell in this state counts as alive for its neighbours.
  fileprivate func isAlive(_ state: Int) -> Bool {
    switch self {
    case .history, .super: !state.isMultiple(of: 2)
    case .investigator: [1, 2, 4, 6, 8, 10, 12, 15, 16].contains(state)
    }
  }
}
