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

extension TableSymmetry.Kind {
  /// What may be done to the neighbours without a difference, in words.
  var words: String {
    switch self {
    case .none: "none"
    case .reflectHorizontal: "west and east may be exchanged"
    case .reflect: "the neighbours may be mirrored"
    case .permute: "any neighbour may stand in any neighbour's place"
    case .rotate2, .rotate3, .rotate4, .rotate6, .rotate8:
      "the neighbours may be turned (\(rawValue))"
    case .rotate4reflect, .rotate6reflect, .rotate8reflect:
      "the neighbours may be turned and mirrored (\(rawValue))"
    }
  }
}

extension LargerThanLife {
  /// What a reader of the counts of survival must know.
  var countingItself: String {
    if case .ranges(countsCentre: true) = spelling { ", the cell itself counted" } else { "" }
  }
}

extension HistoryRule.Kind {
  var words: String {
    switch self {
    case .history: "life that remembers where it was"
    case .super: "life in colours, with memory, marks and walls"
    case .investigator: "life among cells that are switched on and off to test it"
    }
  }

  /// The states below which something is to be said.
  var namesOfStates: [String] {
    switch self {
    case .history:
      [
        "0 dead", "1 alive", "2 dead, has lived", "3 alive, marked", "4 dead, marked",
        "5 alive, marked once", "6 wall: what lives beside it dies",
      ]
    case .super:
      [
        "0 to 6 as in History", "odd alive, even dead",
        "9 to 25, if odd, colours that a new cell has from its parents",
      ]
    case .investigator: ["0 dead", "1 alive", "2 to 20 switches and probes"]
    }
  }
}
