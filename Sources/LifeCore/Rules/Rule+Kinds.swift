extension Rule {
  /// Which states of the cells around make no difference to each other.
  package var kinds: Kinds {
    var kinds = Kinds()
    let around = Array(1...8)
    switch family {
    case .twoState: kinds.distinguish([0] + around, states: 2) { $0 }
    case .generations(let rule):
      kinds.distinguish([0], states: rule.states) { $0 }
      kinds.distinguish(around, states: rule.states) { $0 == 1 }
    case .history(let rule): kinds.distinguish([0] + around, states: rule.kind.states) { $0 }
    case .table(let table): kinds = table.kinds
    }
    return kinds
  }
}
