import LifeCore

/// What is to be said about a rule that a file or an automaton's definition lists case by case.
extension RuleTable {
  var family: String {
    switch form {
    case .transitions(let count): "a table of \(count) transitions"
    case .tree(let nodes): "a tree of \(nodes) nodes"
    case .automaton: "an automaton for machines that build machines"
    }
  }

  /// The number of states, and below it those that have a name.
  var namesOfStates: [String] {
    let names = legend.names.sorted { $0.key < $1.key }
    return ["\(states)"] + names.map { "\($0.key) \($0.value)" }
  }

  /// The square around a cell, with a mark where its neighbours are.
  var neighbourhoodPicture: [String] {
    let name =
      switch neighbourhood {
      case .vonNeumann: "von Neumann, 4 cells"
      case .moore: "Moore, 8 cells"
      case .hexagonal: "hexagonal, 6 cells"
      case .oneDimensional: "west and east"
      }
    let square = [[8, 1, 2], [7, 0, 3], [6, 5, 4]]
    return square.enumerated().map { row, lanes in
      lanes.map { $0 == 0 ? "x" : neighbourhood.lanes.contains($0) ? "o" : "." }
        .joined(separator: " ") + (row == 0 ? "   \(name)" : "")
    }
  }
}
