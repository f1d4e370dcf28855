internal import LifeCore

/// Describes a rule table.
extension RuleTable {
  /// A drawing of the neighborhood: `x` is the cell and `o` are its neighbors.
  var neighborhoodDrawing: [String] {
    let name =
      switch neighborhood {
      case .vonNeumann: "von Neumann, 4 cells"
      case .moore: "Moore, 8 cells"
      case .hexagonal: "hexagonal, 6 cells"
      case .oneDimensional: "west and east"
      }
    let square = [[8, 1, 2], [7, 0, 3], [6, 5, 4]]
    return square.enumerated().map { row, lanes in
      let letters = lanes.map { lane in
        if lane == 0 { return "x" }
        return neighborhood.lanes.contains(lane) ? "o" : "."
      }
      return letters.joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }
}

extension TableSymmetry.Group {
  /// The permutations of neighbors that keep the transitions, as text.
  var words: String {
    switch self {
    case .none: "none"
    case .reflectHorizontal: "west and east may be exchanged"
    case .reflect: "the neighbors may be mirrored"
    case .permute: "the neighbors may be permuted"
    case .rotate2, .rotate3, .rotate4, .rotate6, .rotate8:
      "the neighbors may be rotated (\(rawValue))"
    case .rotate4reflect, .rotate6reflect, .rotate8reflect:
      "the neighbors may be rotated and mirrored (\(rawValue))"
    }
  }
}

extension LargerThanLife {
  /// A remark on the survival counts if they include the cell.
  var countingItself: String {
    if case .ranges(countsCenter: true) = spelling { ", including the cell itself" } else { "" }
  }
}

extension HistoryRule.Marks {
  var words: String {
    switch self {
    case .history: "Life that marks cells that were alive"
    case .super: "Life with colors, history, marks and walls"
    case .investigator: "Life with switches and probes for testing patterns"
    }
  }
}

extension Rule {
  /// The number of states, followed by the named states.
  var describedStates: [String] {
    let names = stateNames.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    let further: [String]
    switch family {
    case .history(let rule) where rule.marks == .super:
      return [
        "\(states)", "0 to 6 as in History", "odd alive, even dead",
        "odd states from 9 to 25: colors that a new cell inherits from its parents",
      ]
    case .history(let rule) where rule.marks == .investigator:
      further = ["2 to 20 switches and probes"]
    case .alternating(let rules): return rules[0].describedStates
    default: further = []
    }
    return ["\(states)"] + names + further
  }
}
