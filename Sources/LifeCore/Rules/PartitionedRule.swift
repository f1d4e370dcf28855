/// A rule of four particles: a table maps their 16 arrangements to new ones.
///
///     2PCA4,0,4,8,3,…      4       a cell has a particle on each side. It leaves through that
///                        2   8     side, to the facing side of the neighbor. The state of a cell
///                          1       is the sum of its particles; the table is applied to those
///                                  that enter
///
///     M0,8,4,3,…         ┌───┬───┐   the four cells of a block meet. The corner of a block is in
///                        │ 1 │ 2 │   an even column and row at even generations, in an odd column
///                        ├───┼───┤   and row at odd ones: the Margolus neighborhood
///                        │ 4 │ 8 │
///                        └───┴───┘
package struct PartitionedRule: Hashable, Sendable {
  /// The four particles of one look-up in the table.
  package enum Kind: Hashable, Sendable {
    /// The particles entering a cell.
    case pca
    /// The cells of a block.
    case margolus
    /// The same, with the cells of four as one cell of 16 states: ``PartitionedRule/blocks(in:)``.
    /// At even generations blocks begin `x` columns and `y` rows, each 0 or 1, after the corner of
    /// such a cell; at odd ones 1 − `x` and 1 − `y`.
    case blocks(x: Int, y: Int)
  }

  package let kind: Kind
  /// The result of each of 16 arrangements.
  package let table: [State]

  package init(_ kind: Kind, table: [State]) {
    precondition(table.count == 16 && table.allSatisfy { $0 < 16 })
    self.kind = kind
    self.table = table
  }

  package var states: Int { kind == .margolus ? 2 : 16 }

  /// Whether even and odd generations differ: in the blocks, or in the meaning of stored cells.
  package var dependsOnParity: Bool { kind != .pca }

  /// Whether empty blocks become full and full ones empty. Then stored cells are the complement of
  /// the true ones at odd generations.
  package var alternates: Bool { table[0] == 15 && table[15] == 0 }

  /// Whether empty space fills up. Such a rule needs a universe with edges.
  package var fillsSpace: Bool { table[0] != 0 && !alternates }

  /// The table of stored cells at a generation of this parity.
  package func table(atOdd odd: Bool) -> [State] {
    guard alternates else { return table }
    return odd ? table.reversed() : table.map { 15 - $0 }
  }

  /// The rules of even and of odd generations: with the table of stored cells, and blocks at their
  /// corners. Each takes its generation to the next as the rule of an even one.
  var phases: [Rule.Phase] {
    [false, true].map { odd in
      var kind = kind
      if case .blocks = kind {
        let corner = corner(atOdd: odd)
        kind = .blocks(x: corner.x, y: corner.y)
      }
      let rule = PartitionedRule(kind, table: table(atOdd: odd))
      return Rule.Phase(
        rule: Rule(.partitioned(rule)), isComplement: alternates && odd,
        givesComplement: alternates && !odd)
    }
  }

  /// The next state of the middle cell of nine, given in reading order from the north-west.
  ///
  /// - Precondition: the rule has 16 states, and is that of a phase.
  package func next(_ square: [State]) -> State {
    guard case .blocks = kind else {
      let entering =
        square[7] >> 2 & 1 | square[3] >> 2 & 2 | square[1] << 2 & 4 | square[5] << 2 & 8
      return table[Int(entering)]
    }
    let corner = corner(atOdd: false)
    return (0..<4).reduce(0) { next, cell in
      // The nine blocks are a square of 6 × 6 cells. Cells 2 and 3 belong to the middle one.
      let dx = (cell & 1 + corner.x) & 1
      let dy = (cell >> 1 + corner.y) & 1
      var meeting = 0
      for other in 0..<4 {
        let x = 2 + cell & 1 - dx + other & 1
        let y = 2 + cell >> 1 - dy + other >> 1
        let alive = square[y / 2 * 3 + x / 2] >> State(y % 2 * 2 + x % 2) & 1
        meeting |= Int(alive) << other
      }
      return next | (table[meeting] >> State(dy * 2 + dx) & 1) << State(cell)
    }
  }

  /// The corner of the first block, in columns and rows after the corner of a cell of four.
  package func corner(atOdd odd: Bool) -> (x: Int, y: Int) {
    guard case .blocks(let x, let y) = kind else { return odd ? (1, 1) : (0, 0) }
    return odd ? (1 - x, 1 - y) : (x, y)
  }

  /// A mark of a neighbor's state, equal for states of equal effect, by its lane of
  /// ``RuleTable/Cells9``.
  func neighborMark(_ state: State, lane: Int) -> Int {
    let particles =
      kind == .pca ? [0, 1, 0, 2, 0, 4, 0, 8, 0] : [15, 12, 4, 5, 1, 3, 2, 10, 8]
    return Int(state) & particles[lane]
  }
}

extension PartitionedRule {
  /// The rule of 16 states with the blocks of a Margolus rule as cells, and the corner of the first
  /// block: a corner of the universe if it has edges.
  package func blocks(in universe: Universe) -> (rule: Rule, universe: Universe, corner: Cell) {
    let width = universe.width / 2
    let height = universe.height / 2
    var topology = universe.topology
    if case .torus(let x, let y) = topology { topology = .torus(shiftX: x / 2, shiftY: y / 2) }
    // With 2 or 6 columns, the western edge is an odd column. Its block in the universe of blocks
    // begins at an even one.
    let corner = Cell(x: -(width & 1), y: -(height & 1))
    let rule = PartitionedRule(.blocks(x: width & 1, y: height & 1), table: table)
    return (
      Rule(.partitioned(rule)), Universe(topology, width: width, height: height), corner
    )
  }
}

extension PartitionedRule {
  /// The table for running backwards. Returns `nil` if two arrangements have the same result.
  package var inverse: [State]? {
    let inverse = (0..<16).compactMap { number in table.firstIndex(of: number) }
    return inverse.count == 16 ? inverse.map { State($0) } : nil
  }

  /// Whether the number of particles, of live cells as they are stored, never changes.
  package var keepsParticles: Bool {
    [false, true].allSatisfy { odd in
      table(atOdd: odd).enumerated().allSatisfy { $0.nonzeroBitCount == $1.nonzeroBitCount }
    }
  }
}

extension PartitionedRule: CustomStringConvertible {
  package var description: String {
    (kind == .pca ? "2PCA4," : "M") + table.map { "\($0)" }.joined(separator: ",")
  }
}
