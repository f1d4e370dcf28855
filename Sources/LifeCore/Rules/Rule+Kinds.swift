extension Rule {
  /// Which states of the eight cells around make no difference to each other; nil if the rule looks
  /// farther.
  package var kinds: Kinds? {
    var kinds = Kinds()
    switch family {
    case .twoState(let rule):
      kinds.distinguish([0] + rule.neighbourhood.lanes, states: 2) { Int($0) }
    case .generations(let rule):
      kinds.distinguish([0], states: rule.states) { Int($0) }
      kinds.distinguish(rule.base.neighbourhood.lanes, states: rule.states) { $0 == 1 ? 1 : 0 }
    case .history(let rule):
      kinds.distinguish([0], states: rule.kind.states) { Int($0) }
      kinds.distinguish(rule.base.neighbourhood.lanes, states: rule.kind.states, by: rule.mark)
    case .largerThanLife: return nil
    case .table(let table): return table.kinds
    }
    return kinds
  }
}

extension Neighbourhood {
  /// The neighbours as lanes of ``RuleTable/Cells9``.
  fileprivate var lanes: [Int] {
    let lanesOfPlaces = [8, 1, 2, 7, 0, 3, 6, 5, 4]
    return lanesOfPlaces.indices.filter { mask >> (8 - $0) & 1 == 1 }.map { lanesOfPlaces[$0] }
  }
}
