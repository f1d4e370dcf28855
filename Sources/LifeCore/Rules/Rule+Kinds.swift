extension Rule {
  /// Which states of the eight cells around make no difference to each other; nil if the rule looks
  /// farther.
  package var kinds: Kinds? {
    var kinds = Kinds()
    let around = Array(1...8)
    switch family {
    case .twoState: kinds.distinguish([0] + around, states: 2) { $0 }
    case .generations(let rule):
      kinds.distinguish([0], states: rule.states) { $0 }
      kinds.distinguish(around, states: rule.states) { $0 == 1 }
    case .history(let rule): kinds.distinguish([0] + around, states: rule.kind.states) { $0 }
    case .largerThanLife: return nil
    case .table(let table): return table.kinds
    }
    return kinds
  }
}
