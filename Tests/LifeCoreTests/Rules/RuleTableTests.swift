import LifeCore
import TestSupport
import Testing

/// A table of random transitions, some with bound variables.
struct RandomTable {
  var transitions: Transitions
  var rows: [[Transitions.Symbol]] = []

  init(_ symmetry: TableSymmetry, states: Int, count: Int, seed: Int) {
    var random = Seeded(seed)
    transitions = Transitions(states: states, symmetry: symmetry)
    let all = (0..<states).map { State($0) }
    for name in ["b", "a", "c", "wide"] {
      let size = name == "wide" ? states : Int.random(in: 1...states, using: &random)
      let values = all.shuffled(using: &random).prefix(size)
      _ = transitions.addVariable(Array(name.utf8), values: Array(values))
    }
    while rows.count < count {
      var row = (0..<transitions.width).map { _ -> Transitions.Symbol in
        switch Int.random(in: 0..<4, using: &random) {
        case 0: .state(State.random(in: 0..<State(states), using: &random))
        case 1: .variable(Int.random(in: 0..<3, using: &random))
        default: .variable(3)
        }
      }
      // State 0 without visible neighbors must stay 0.
      row[0] = .state(State.random(in: 1..<State(states), using: &random))
      if !transitions.isDefinite(row) || row.filter({ $0 == .variable(3) }).count > 1 {
        for index in row.indices where row[index] == .variable(3) {
          row[index] = index % 2 == 0 ? .variable(0) : .state(1)
        }
        row[row.count - 1] = row[1]
      }
      guard transitions.isDefinite(row) else { continue }
      transitions.append(row)
      rows.append(row)
    }
  }
}

@Suite(.needsOptimization) struct RuleTableTests {
  static let symmetries = RuleTable.Neighborhood.allCases.flatMap { neighborhood in
    TableSymmetry.groups(of: neighborhood).compactMap { TableSymmetry($0, of: neighborhood) }
  }

  @Test(arguments: symmetries)
  func `a table agrees with its transitions written out`(symmetry: TableSymmetry) throws {
    let isBig = symmetry.group == .permute && symmetry.neighborhood == .moore
    for seed in 1...(isBig ? 2 : Effort.count(12, brief: 2)) {
      let states = 2 + seed % 4
      let random = RandomTable(symmetry, states: states, count: isBig ? 3 : 20, seed: seed)
      let table = try RuleTable(name: "random", random.transitions)
      let plain = PlainTable(random.transitions, rows: random.rows)
      var generator = Seeded(seed + 99)
      for _ in 0..<(isBig ? 60 : 300) {
        var cells = RuleTable.Cells9()
        for lane in 0..<9 { cells[lane] = State.random(in: 0..<State(states), using: &generator) }
        let neighbors = symmetry.neighborhood.lanes.map { cells[$0] }
        #expect(table.next(cells) == plain.next(cells[0], among: neighbors), "seed \(seed)")
      }
    }
  }

  @Test(arguments: symmetries)
  func `states of one class have the same effect`(symmetry: TableSymmetry) throws {
    let random = RandomTable(symmetry, states: 5, count: 3, seed: 7)
    let table = try RuleTable(name: "random", random.transitions)
    var generator = Seeded(3)
    for _ in 0..<500 {
      var cells = RuleTable.Cells9()
      for lane in 0..<9 { cells[lane] = State.random(in: 0..<5, using: &generator) }
      var others = cells
      for lane in 1..<9 {
        let kind = table.stateClasses.ofState[lane][Int(cells[lane])]
        let alike = (0..<5).filter { table.stateClasses.ofState[lane][$0] == kind }
        others[lane] = State(alike.randomElement(using: &generator)!)
      }
      #expect(table.next(cells) == table.next(others))
    }
  }

  @Test(arguments: symmetries)
  func `a table keeps its next states under its symmetry`(symmetry: TableSymmetry) throws {
    let random = RandomTable(symmetry, states: 4, count: 8, seed: 5)
    let table = try RuleTable(name: "random", random.transitions)
    let lanes = symmetry.neighborhood.lanes
    var generator = Seeded(11)
    for image in PlainTable.images(symmetry).shuffled(using: &generator).prefix(16) {
      #expect(table.isInvariant(under: image))
      for _ in 0..<100 {
        var cells = RuleTable.Cells9()
        for lane in 0..<9 { cells[lane] = State.random(in: 0..<4, using: &generator) }
        var moved = cells
        for (neighbor, place) in image.enumerated() { moved[lanes[place]] = cells[lanes[neighbor]] }
        #expect(table.next(cells) == table.next(moved))
      }
    }
  }

  /// Trees of random tables, with each rearrangement of the four neighbors.
  @Test(arguments: TableSymmetry.groups(of: .vonNeumann))
  func `the symmetries of a tree are found`(group: TableSymmetry.Group) throws {
    let symmetry = try #require(TableSymmetry(group, of: .vonNeumann))
    let random = RandomTable(symmetry, states: 3, count: 4, seed: 2)
    let table = try RuleTable(name: "random", random.transitions)
    let tree = try RuleTable(name: "tree", tree(of: table))
    let lanes = symmetry.neighborhood.lanes
    let every = try #require(TableSymmetry(.permute, of: .vonNeumann))
    for image in PlainTable.images(every) {
      let isSame = (0..<243).allSatisfy { number in
        var cells = RuleTable.Cells9()
        var rest = number
        for lane in [0] + lanes {
          cells[lane] = State(rest % 3)
          rest /= 3
        }
        var moved = cells
        for (neighbor, place) in image.enumerated() { moved[lanes[place]] = cells[lanes[neighbor]] }
        return table.next(cells) == table.next(moved)
      }
      #expect(tree.isInvariant(under: image) == isSame)
    }
  }

  /// A table of four neighbors as a tree.
  private func tree(of table: RuleTable) throws -> DecisionTree {
    var tree = DecisionTree(states: table.states, neighbors: 4)
    func add(_ cells: RuleTable.Cells9, _ lanes: ArraySlice<Int>) -> UInt32 {
      guard let lane = lanes.first else { return UInt32(table.next(cells)) }
      let branches = (0..<table.states).map { state in
        var cells = cells
        cells[lane] = State(state)
        return add(cells, lanes.dropFirst())
      }
      tree.append(level: lanes.count, branches)
      return UInt32(tree.count - 1)
    }
    _ = add(RuleTable.Cells9(), DecisionTree.orderOfFour[...])
    #expect(tree.isComplete)
    return tree
  }

  @Test func `the last variable by name is the outermost loop of values`() throws {
    let symmetry = try #require(TableSymmetry(.permute, of: .vonNeumann))
    var transitions = Transitions(states: 4, symmetry: symmetry)
    let z = transitions.addVariable(Array("z".utf8), values: [1, 2])
    let b = transitions.addVariable(Array("b".utf8), values: [1, 2])
    let zTerm = Transitions.Symbol.variable(z)
    let bTerm = Transitions.Symbol.variable(b)
    transitions.append([.state(0), zTerm, bTerm, bTerm, zTerm, zTerm])
    let table = try RuleTable(name: "order", transitions)
    // z is 1 for every value of b, before it is 2 for any.
    #expect(table.next(0, n: 1, ne: 0, e: 2, se: 0, s: 1, sw: 0, w: 2, nw: 0) == 1)
  }

  @Test func `a table that needs too much memory is rejected`() throws {
    let symmetry = try #require(TableSymmetry(.rotate8, of: .moore))
    var transitions = Transitions(states: 256, symmetry: symmetry)
    let any = transitions.addVariable(Array("any".utf8), values: Array(0...255))
    // Each transition tells all states apart in eight places, for a cell of any state.
    for number in 0..<70_000 {
      var row = [Transitions.Symbol](repeating: .state(State(number & 255)), count: 10)
      row[0] = .variable(any)
      row[1 + number % 8] = .state(State(number >> 8 & 255))
      transitions.append(row)
    }
    let error = #expect(throws: RuleTableError.self) {
      try RuleTable(name: "large", transitions)
    }
    #expect(error?.message.contains("too large: 70000 transitions") == true)
  }

  @Test func `a table that changes the empty plane is rejected`() throws {
    let symmetry = try #require(TableSymmetry(.none, of: .oneDimensional))
    var transitions = Transitions(states: 2, symmetry: symmetry)
    transitions.append([.state(0), .state(0), .state(0), .state(1)])
    #expect(throws: RuleTableError.self) { try RuleTable(name: "light", transitions) }
  }
}

@Suite struct DecisionTreeTests {
  /// A tree of four neighbors and two states: alive next if north and cell differ.
  private func tree() throws -> DecisionTree {
    var tree = DecisionTree(states: 2, neighbors: 4)
    tree.append(level: 1, [0, 1])
    tree.append(level: 1, [1, 0])
    for level in 2...4 {
      let below = UInt32(tree.count - 2)
      tree.append(level: level, [below, below])
      tree.append(level: level, [below + 1, below + 1])
    }
    tree.append(level: 5, [UInt32(tree.count - 2), UInt32(tree.count - 1)])
    #expect(tree.isComplete)
    return tree
  }

  @Test func `a decision tree takes its inputs from the north to the cell itself`() throws {
    let table = try RuleTable(name: "tree", tree())
    for bits in 0..<512 {
      var cells = RuleTable.Cells9()
      for lane in 0..<9 { cells[lane] = State(bits >> lane & 1) }
      #expect(table.next(cells) == cells[0] ^ cells[1])
    }
    #expect(table.stateClasses.counts == [2, 2, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `the last node of a decision tree is its root`() {
    var tree = DecisionTree(states: 2, neighbors: 4)
    tree.append(level: 1, [0, 1])
    #expect(!tree.isComplete)
    #expect(tree.allows(0, atLevel: 2) && !tree.allows(1, atLevel: 2))
    #expect(!tree.allows(0, atLevel: 3) && !tree.allows(2, atLevel: 1))
  }
}
