/// A rule as a tree of decisions: at each level the state of one neighbour, and of the cell itself
/// last, picks a branch; branches that come to the same are one.
///
///      level 5    4    3    2    1        of a tree with four neighbours
///      input N    W    E    S    cell → next state
///
/// - SeeAlso: A. Trevorrow, T. Rokicki, T. Hutton and others, "RuleTree" in Golly's documentation.
package struct DecisionTree: Hashable, Sendable {
  package let states: Int
  package let neighbourhood: RuleTable.Neighbourhood
  /// The branches of node after node, ``states`` each: nodes of the level below, or next states.
  private let branches: [UInt32]
  /// The level of each node, from 1.
  private let levels: [UInt8]

  /// The inputs from the root down, as lanes of ``RuleTable/Cells9``; nil for other numbers of
  /// neighbours than 4 and 8.
  package static func order(neighbours: Int) -> [Int]? {
    switch neighbours {
    case 4: [1, 7, 3, 5, 0]
    case 8: [8, 2, 6, 4, 1, 7, 3, 5, 0]
    default: nil
    }
  }

  /// The number of nodes.
  var count: Int { levels.count }

  private var order: [Int] {
    neighbourhood == .moore ? [8, 2, 6, 4, 1, 7, 3, 5, 0] : [1, 7, 3, 5, 0]
  }

  /// A tree that grows from its leaves; the last node is the root.
  package struct Builder: Sendable {
    package let states: Int
    package let neighbours: Int
    private(set) var branches: [UInt32] = []
    private(set) var levels: [UInt8] = []

    package init(states: Int, neighbours: Int) {
      precondition(DecisionTree.order(neighbours: neighbours) != nil && (2...256).contains(states))
      self.states = states
      self.neighbours = neighbours
    }

    /// The number of nodes so far.
    package var count: Int { levels.count }

    /// Whether a node of this level may have this branch.
    package func allows(_ branch: Int, atLevel level: Int) -> Bool {
      if level == 1 { return branch < states }
      return branch < levels.count && Int(levels[branch]) == level - 1
    }

    package mutating func append(level: Int, _ branches: [UInt32]) {
      precondition(branches.count == states && (1...neighbours + 1).contains(level))
      precondition(branches.allSatisfy { allows(Int($0), atLevel: level) })
      self.branches += branches
      levels.append(UInt8(level))
    }

    /// Nil if the last node is no root.
    package func finish() -> DecisionTree? {
      levels.last.map(Int.init) == neighbours + 1 ? DecisionTree(self) : nil
    }
  }

  private init(_ builder: Builder) {
    states = builder.states
    neighbourhood = builder.neighbours == 4 ? .vonNeumann : .moore
    branches = builder.branches
    levels = builder.levels
  }

  func next(_ cells: RuleTable.Cells9) -> State {
    var node = levels.count - 1
    for lane in order { node = Int(branches[node * states + Int(cells[lane])]) }
    return State(node)
  }

  /// States are alike at an input if no node there tells them apart.
  var kinds: Kinds {
    var kinds = Kinds()
    for (depth, lane) in order.enumerated() {
      let level = UInt8(order.count - depth)
      for node in levels.indices where levels[node] == level {
        kinds.distinguish([lane], states: states) { Int(branches[node * states + Int($0)]) }
      }
    }
    return kinds
  }
}
