extension Rule {
  /// The states that are equivalent at each input of the Moore neighborhood; nil if the rule's
  /// range is larger than 1.
  package var stateClasses: StateClasses? {
    var stateClasses = StateClasses()
    switch family {
    case .twoState(let rule):
      stateClasses.distinguish([0] + rule.neighborhood.lanes, states: 2) { Int($0) }
    case .generations(let rule):
      stateClasses.distinguish([0], states: rule.states) { Int($0) }
      stateClasses.distinguish(rule.base.neighborhood.lanes, states: rule.states) {
        $0 == 1 ? 1 : 0
      }
    case .history(let rule):
      stateClasses.distinguish([0], states: rule.marks.states) { Int($0) }
      stateClasses.distinguish(
        rule.base.neighborhood.lanes, states: rule.marks.states, by: rule.neighborClass)
    case .largerThanLife: return nil
    case .table(let table): return table.stateClasses
    }
    return stateClasses
  }
}

extension Neighborhood {
  /// The neighbors as lanes of ``RuleTable/Cells9``.
  fileprivate var lanes: [Int] {
    let lanesOfPlaces = [8, 1, 2, 7, 0, 3, 6, 5, 4]
    return lanesOfPlaces.indices.filter { mask >> (8 - $0) & 1 == 1 }.map { lanesOfPlaces[$0] }
  }
}
