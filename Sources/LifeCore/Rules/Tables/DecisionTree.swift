/// A rule as a decision diagram: at each level the state of one input selects a branch, with the
/// cell itself at the lowest level. Equal subtrees are shared.
///
///      level 5    4    3    2    1        of a tree with four neighbors
///      input N    W    E    S    cell → next state
///
/// - SeeAlso: A. Trevorrow, T. Rokicki, T. Hutton and others, "RuleTree" in Golly's documentation.
package struct DecisionTree: Hashable, Sendable {
  package let states: Int
  package let neighborhood: RuleTable.Neighborhood
  /// The branches of all nodes, ``states`` each: indices of nodes one level below or, at level 1,
  /// next states. Nodes come after those below them; the last one is the root.
  private var branches: [UInt32] = []
  /// The level of each node; leaves are level 1.
  private var levels: [UInt8] = []

  /// The inputs from the root down, as lanes of ``RuleTable/Cells9``.
  package static let orderOfFour = [1, 7, 3, 5, 0]
  private static let orderOfEight = [8, 2, 6, 4, 1, 7, 3, 5, 0]

  /// A tree without nodes, to be built from the leaves up.
  package init(states: Int, neighbors: Int) {
    precondition([4, 8].contains(neighbors) && (2...256).contains(states))
    self.states = states
    neighborhood = neighbors == 4 ? .vonNeumann : .moore
  }

  /// The number of nodes.
  package var count: Int { levels.count }

  private var order: [Int] { neighborhood == .moore ? Self.orderOfEight : Self.orderOfFour }

  /// Whether the last node is at the level of the root.
  package var isComplete: Bool { levels.last.map(Int.init) == order.count }

  /// Whether a node at a level may have a branch: a state at level 1, else a node one level below.
  package func allows(_ branch: Int, atLevel level: Int) -> Bool {
    if level == 1 { return branch < states }
    return branch < levels.count && Int(levels[branch]) == level - 1
  }

  /// Adds a node with a branch for each state.
  package mutating func append(level: Int, _ branches: [UInt32]) {
    precondition(branches.count == states && (1...order.count).contains(level))
    precondition(branches.allSatisfy { allows(Int($0), atLevel: level) })
    self.branches += branches
    levels.append(UInt8(level))
  }

  /// The next state of the cell in lane 0.
  ///
  /// - Complexity: O(number of inputs).
  func next(_ cells: RuleTable.Cells9) -> State {
    var node = levels.count - 1
    for lane in order { node = Int(branches[node * states + Int(cells[lane])]) }
    return State(node)
  }

  /// States are equivalent at an input if no node distinguishes them there.
  var stateClasses: StateClasses {
    var stateClasses = StateClasses()
    for (depth, lane) in order.enumerated() {
      let level = UInt8(order.count - depth)
      for node in levels.indices where levels[node] == level {
        stateClasses.distinguish([lane], states: states) { Int(branches[node * states + Int($0)]) }
      }
    }
    return stateClasses
  }
}

// MARK: - Symmetry

extension DecisionTree {
  /// See ``RuleTable/isInvariant(under:)``. Wrong with a probability below 10⁻⁸.
  func isInvariant(under image: [Int]) -> Bool {
    let lanes = neighborhood.lanes
    var places = Array(0..<9)
    for (neighbor, place) in image.enumerated() { places[lanes[neighbor]] = lanes[place] }
    return fingerprint(places) == fingerprint(Array(0..<9))
  }

  /// The sum over all neighborhoods of the next state times a random factor for the state in each
  /// lane, modulo a prime. It is a polynomial in the factors, of degree 5 or 9 (the number of
  /// inputs), and different polynomials rarely have the same value (Schwartz–Zippel lemma).
  ///
  /// - Parameter places: for each lane, the lane whose factors it takes.
  /// - Complexity: O(branches).
  private func fingerprint(_ places: [Int]) -> UInt64 {
    let prime: UInt64 = 1 << 31 - 1
    let factors = (0..<9 * states).map { Self.mixed(UInt64($0)) % prime }
    var sums: [UInt64] = []
    for (node, level) in levels.enumerated() {
      let place = places[order[order.count - Int(level)]]
      var sum: UInt64 = 0
      for state in 0..<states {
        let branch = branches[node * states + state]
        let value = level == 1 ? UInt64(branch) : sums[Int(branch)]
        sum = (sum + value * factors[place * states + state]) % prime
      }
      sums.append(sum)
    }
    return sums[sums.count - 1]
  }

  /// A hash of a number (SplitMix64).
  private static func mixed(_ number: UInt64) -> UInt64 {
    var hash = (number + 1) &* 0x9e37_79b9_7f4a_7c15
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    return hash ^ hash >> 31
  }
}
