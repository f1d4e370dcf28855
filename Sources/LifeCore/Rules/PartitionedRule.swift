/// A PCA or Margolus rule: a table maps the 16 arrangements of four particles to new ones.
///
///     2PCA4,0,4,8,3,…      4       a cell holds at most one particle on each side. Each leaves
///                        2   8     through its side, to the facing side of the neighbor. The state
///                          1       of a cell is the sum of its particles; the table is applied to
///                                  those that enter
///
///     M0,8,4,3,…         ┌───┬───┐   the table is applied to the four cells of a block. Its corner
///                        │ 1 │ 2 │   is in an even column and row at even generations, in an odd
///                        ├───┼───┤   column and row at odd ones: the Margolus neighborhood
///                        │ 4 │ 8 │
///                        └───┴───┘
package struct PartitionedRule: Hashable, Sendable {
  /// The four particles of one look-up in the table.
  package enum Kind: Hashable, Sendable {
    /// The particles entering a cell.
    case pca
    /// The cells of a block.
    case margolus
    /// The cells of a block, in packed form: a stored cell has 16 states and holds a fixed group of
    /// 2 × 2 cells, see ``PartitionedRule/blocks(of:in:)``. Blocks and groups need not coincide: at
    /// even generations, a block begins `x` columns east and `y` rows south of a group's corner,
    /// each 0 or 1. At odd generations, these are 1 − `x` and 1 − `y`.
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

  /// Whether even and odd generations have different blocks; PCA rules have no blocks.
  package var dependsOnParity: Bool { kind != .pca }

  /// The phases of alternating rules, with tables for stored cells. ``next(_:)`` is not told the
  /// generation and always uses the corner of even ones. So in a phase for odd generations, `x` and
  /// `y` of ``Kind/blocks(x:y:)`` are replaced by 1 − `x` and 1 − `y`.
  static func phases(of rules: [PartitionedRule]) -> [Rule.Phase] {
    let background = background(of: rules) ?? rules.map { _ in false }
    let cycles = rules[0].dependsOnParity && !background.count.isMultiple(of: 2) ? 2 : 1
    return (0..<cycles * background.count).map { index in
      let rule = rules[index % rules.count]
      let isComplement = background[index % background.count]
      let givesComplement = background[(index + 1) % background.count]
      var kind = rule.kind
      if case .blocks = kind {
        let corner = rule.corner(atOddGeneration: !index.isMultiple(of: 2))
        kind = .blocks(x: corner.x, y: corner.y)
      }
      let table = (0..<16).map {
        rule.table[isComplement ? 15 - $0 : $0] ^ (givesComplement ? 15 : 0)
      }
      return Rule.Phase(
        rule: Rule(.partitioned(PartitionedRule(kind, table: table))),
        isComplement: isComplement, givesComplement: givesComplement)
    }
  }

  /// For each rule of a cycle, whether the background, dead at first, is alive before its step. If
  /// it is alive after one cycle, the list covers two cycles.
  ///
  /// Returns `nil` if the background becomes partly alive, or is not dead again after two cycles.
  /// Such a rule needs a bounded universe, which holds the true cells.
  static func background(of rules: [PartitionedRule]) -> [Bool]? {
    var background: [Bool] = []
    var isAlive = false
    repeat {
      for rule in rules {
        background.append(isAlive)
        switch rule.table[isAlive ? 15 : 0] {
        case 0: isAlive = false
        case 15 where rule.kind != .pca: isAlive = true
        default: return nil
        }
      }
    } while isAlive && background.count == rules.count
    return isAlive ? nil : background
  }

  /// The next state of the middle cell of nine, given in reading order from the north-west.
  ///
  /// - Precondition: the rule has 16 states, and is the rule of a phase.
  package func next(_ square: [State]) -> State {
    guard case .blocks = kind else {
      let entering =
        square[7] >> 2 & 1 | square[3] >> 2 & 2 | square[1] << 2 & 4 | square[5] << 2 & 8
      return table[Int(entering)]
    }
    let corner = corner(atOddGeneration: false)
    return (0..<4).reduce(0) { next, cell in
      // The nine states are a square of 6 × 6 cells; the middle one has columns and rows 2 and 3.
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

  /// The corner of a block, in columns and rows after the origin, or after the corner of a group.
  package func corner(atOddGeneration odd: Bool) -> (x: Int, y: Int) {
    guard case .blocks(let x, let y) = kind else { return odd ? (1, 1) : (0, 0) }
    return odd ? (1 - x, 1 - y) : (x, y)
  }

  /// The particles of a neighbor that matter to the cell; neighbors with equal ones are equivalent.
  /// `lane` is the neighbor's lane of ``RuleTable/Cells9``.
  func effectiveParticles(of state: State, lane: Int) -> Int {
    let particles =
      kind == .pca ? [0, 1, 0, 2, 0, 4, 0, 8, 0] : [15, 12, 4, 5, 1, 3, 2, 10, 8]
    return Int(state) & particles[lane]
  }
}

extension PartitionedRule {
  /// Alternating Margolus rules as a rule of 16 states, with groups of 2 × 2 cells as cells, and
  /// the corner of group (0, 0). The edges of a bounded universe do not cut a group.
  package static func blocks(
    of rules: [PartitionedRule], in universe: Universe
  ) -> (rule: Rule, universe: Universe, corner: Cell) {
    let width = universe.width / 2
    let height = universe.height / 2
    var topology = universe.topology
    if case .torus(let x, let y) = topology { topology = .torus(shiftX: x / 2, shiftY: y / 2) }
    // With 2, 6, 10 … columns, the western edge is an odd column: groups begin at odd columns, and
    // the blocks of even generations begin one column later.
    let corner = Cell(x: -(width & 1), y: -(height & 1))
    let blocks = rules.map {
      Rule(.partitioned(PartitionedRule(.blocks(x: width & 1, y: height & 1), table: $0.table)))
    }
    return (
      Rule(.alternating(blocks)),
      Universe(topology, width: width, height: height), corner
    )
  }
}

extension PartitionedRule {
  /// The table for running backwards. Returns `nil` if two arrangements have the same result.
  package var inverse: [State]? {
    let inverse = (0..<16).compactMap { number in table.firstIndex(of: number) }
    return inverse.count == 16 ? inverse.map { State($0) } : nil
  }
}

extension PartitionedRule: CustomStringConvertible {
  package var description: String {
    (kind == .pca ? "2PCA4," : "M") + table.map { "\($0)" }.joined(separator: ",")
  }
}

extension Rule {
  /// Whether the rule needs a bounded universe, see ``PartitionedRule/background(of:)``.
  package var fillsSpace: Bool {
    let rules = partitionedRules
    return !rules.isEmpty && PartitionedRule.background(of: rules) == nil
  }

  /// Whether the rule can run backwards. Returns `nil` for other families.
  package var isReversible: Bool? {
    let rules = partitionedRules
    return rules.isEmpty ? nil : rules.allSatisfy { $0.inverse != nil }
  }

  /// Whether each pattern of a universe has exactly one predecessor.
  package func isReversible(in universe: Universe) -> Bool {
    isReversible == true && !universe.losesParticles
  }

  /// The rule that runs stored cells backwards from a generation, and the generation to start it
  /// at: 0, or 1 if the last step used the blocks at odd columns. With PCA, particles must also
  /// move once before and once after the run. Returns `nil` for a rule that cannot run backwards.
  package func inverse(from generation: BigInt) -> (rule: Rule, generation: BigInt)? {
    guard isReversible == true, let partitioned else { return nil }
    let phases = phases
    let start = partitioned.dependsOnParity && !generation.isOdd ? 1 : 0
    let last = phase(at: generation - 1) + start
    let rules = phases.indices.compactMap { index -> Rule? in
      let phase = phases[(last - index + phases.count) % phases.count]
      return phase.rule.partitioned?.inverse.map {
        Rule(.partitioned(PartitionedRule(partitioned.kind, table: $0)))
      }
    }
    return (Rule(.alternating(rules)), BigInt(start))
  }

  /// Whether the number of particles never changes. With blocks, they are the stored live cells.
  package var keepsParticles: Bool {
    phases.allSatisfy { phase in
      phase.rule.partitioned?.table.enumerated().allSatisfy {
        $0.nonzeroBitCount == $1.nonzeroBitCount
      } == true
    }
  }
}

extension Universe {
  /// Whether particles are lost beyond the edges: no rule is then reversible.
  package var losesParticles: Bool { !isUnbounded && topology == .plane }
}
