internal import LifeCore

/// The transition of any rule of range 1, by definition: the next state of a cell from the states
/// of the nine cells of its Moore neighborhood.
struct MooreTransition {
  private let family: Rule.Family
  /// The next state of a stored cell for each neighborhood, for two-state rules.
  private let map: MooreMap

  init(_ phase: Rule.Phase) {
    family = phase.rule.family
    map = phase.map ?? MooreMap()
  }

  /// - Parameter cells: nine states in reading order.
  func next(_ cells: [State]) -> State {
    switch family {
    case .twoState: return map[Self.index(cells)] ? 1 : 0
    case .generations(let rule): return rule.next(cells[4], index: Self.index(cells))
    case .history(let rule): return rule.next(cells)
    case .largerThanLife: preconditionFailure("a rule of greater range")
    case .alternating: preconditionFailure("not the rule of a phase")
    case .table(let table):
      return table.next(
        cells[4], n: cells[1], ne: cells[2], e: cells[5], se: cells[8], s: cells[7], sw: cells[6],
        w: cells[3],
        nw: cells[0])
    case .partitioned(let rule): return rule.next(cells)
    }
  }

  /// The cells in state 1, as the index of a table.
  private static func index(_ cells: [State]) -> Int {
    cells.reduce(0) { $0 << 1 | ($1 == 1 ? 1 : 0) }
  }
}
