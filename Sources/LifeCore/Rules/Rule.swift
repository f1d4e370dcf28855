/// A cellular-automaton rule: the function from a neighborhood to a cell's next state.
///
/// Rules with equal canonical rulestrings are equal, with two exceptions: rule tables may share a
/// name, and a rule of packed blocks (``PartitionedRule/Kind/blocks(x:y:)``) is written like its
/// Margolus rule.
///
/// Files and engines hold *stored* cells. They are the true cells, unless the rule has B0. Then, by
/// Golly's convention, they are the complement in some generations, see ``phases``.
package struct Rule: Hashable, Sendable {
  /// The families of rules, each with the type that computes it.
  package enum Family: Hashable, Sendable {
    /// Two states, Moore neighborhood or part of it.
    case twoState(TwoStateRule)
    /// Live cells age through further states before they die.
    case generations(GenerationsRule)
    /// A two-state rule with marks on cells.
    case history(HistoryRule)
    /// Sums over a neighborhood of any range.
    case largerThanLife(LargerThanLife)
    /// A table, a tree, or an automaton defined in code.
    case table(RuleTable)
    /// Several rules in turn: `B3/S23|B36/S23` makes generation 1 with the first rule, generation 2
    /// with the second, and so on. They are of one family and have the same number of states. A
    /// rulestring gives 2 to 16 of them, not all equal.
    case alternating([Rule])
    /// PCA and Margolus rules: a table for the 16 arrangements of four particles or cells.
    case partitioned(PartitionedRule)
  }

  package let family: Family

  package init(_ family: Family) { self.family = family }
  package init(_ rule: LifeLike) { family = .twoState(TwoStateRule(rule)) }

  /// Conway's Life, `B3/S23`.
  package static let life = Rule(LifeLike(birth: [3], survival: [2, 3]))

  /// The canonical rulestring, for example `B3/S23`.
  package var canonical: String {
    switch family {
    case .twoState(let rule): "\(rule)"
    case .generations(let rule): "\(rule)"
    case .history(let rule): "\(rule)"
    case .largerThanLife(let rule): "\(rule)"
    case .table(let table): table.name
    case .alternating(let rules): rules.map(\.canonical).joined(separator: "|")
    case .partitioned(let rule): "\(rule)"
    }
  }

  /// The number of states including the dead state 0; 2…256.
  package var states: Int {
    switch family {
    case .twoState: 2
    case .generations(let rule): rule.states
    case .history(let rule): rule.marks.states
    case .largerThanLife(let rule): rule.states
    case .table(let table): table.states
    case .alternating(let rules): rules[0].states
    case .partitioned(let rule): rule.states
    }
  }

  /// The names of the states, if the rule gives them: from a rule file, or from a family with named
  /// states.
  package var stateNames: [State: String] {
    switch family {
    case .table(let table): table.legend.names
    case .history(let rule): rule.marks.stateNames
    case .generations(let rule): Self.agingNames(states: rule.states)
    case .largerThanLife(let rule): Self.agingNames(states: rule.states)
    case .alternating(let rules): rules[0].stateNames
    case .partitioned(let rule) where rule.kind == .pca:
      [1: "south", 2: "west", 4: "north", 8: "east"]
    default: [:]
    }
  }

  /// The names of the states of a rule in which cells age: "alive" and "dying", or "dying 1" and
  /// "dying 2" if they age for longer.
  private static func agingNames(states: Int) -> [State: String] {
    if states == 2 { return [:] }
    if states == 3 { return [1: "alive", 2: "dying"] }
    var names: [State: String] = [1: "alive"]
    for state in 2..<states { names[State(state)] = "dying \(state - 1)" }
    return names
  }

  /// A name for each state from 1 on, such as `electron head` or `state 1`.
  package var liveStateNames: [String] {
    let names = stateNames
    return (1..<states).map { names[State($0)] ?? "state \($0)" }
  }

  /// The number of bit-planes of a state; 1…8.
  package var planes: Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

  /// The distance of the farthest neighbor, in cells along an axis; at least 1.
  package var range: Int {
    largerThanLife.map { max($0.range, $0.neighborhood.reach) } ?? 1
  }

  /// The births and survivals of a two-state, Generations or History rule.
  package var base: TwoStateRule? {
    switch family {
    case .twoState(let rule): rule
    case .generations(let rule): rule.base
    case .history(let rule): rule.base
    case .largerThanLife, .table, .alternating, .partitioned: nil
    }
  }

  /// The rule of MCell's game "Weighted Life". Returns `nil` for other notations.
  package var weighted: WeightedLife? {
    if case .weighted(let weighted) = base?.spelling { weighted } else { nil }
  }

  /// The two-state rule. Returns `nil` for other families.
  package var twoState: TwoStateRule? {
    if case .twoState(let rule) = family { rule } else { nil }
  }

  /// The Larger than Life rule, or the first of several alternating ones: they share the
  /// neighborhood and the number of states. Returns `nil` for other families.
  package var largerThanLife: LargerThanLife? {
    switch family {
    case .largerThanLife(let rule): rule
    case .alternating(let rules): rules[0].largerThanLife
    default: nil
    }
  }

  /// The alternating rules. Returns `nil` for a single rule.
  package var alternating: [Rule]? {
    if case .alternating(let rules) = family { rules } else { nil }
  }

  /// The PCA or Margolus rule, or the first of several alternating ones: they are of the same kind.
  /// Returns `nil` for other families.
  package var partitioned: PartitionedRule? { partitionedRules.first }

  /// The alternating PCA or Margolus rules, or the only one. Empty for other families.
  package var partitionedRules: [PartitionedRule] {
    switch family {
    case .partitioned(let rule): [rule]
    case .alternating(let rules): rules.flatMap(\.partitionedRules)
    default: []
    }
  }

  /// Whether the rule is a table, a tree, or an automaton defined in code.
  package var isTable: Bool {
    if case .table = family { true } else { false }
  }

  /// Whether the cells are hexagons, as in `B2/S34H`.
  package var isHexagonal: Bool {
    switch family {
    case .twoState, .generations, .history: base?.neighborhood.isHexagonal == true
    case .largerThanLife(let rule):
      rule.neighborhood.shape == .hexagonal || rule.neighborhood.tiling == .hexagonal
    case .table(let table): table.neighborhood == .hexagonal
    case .alternating(let rules): rules.allSatisfy(\.isHexagonal)
    case .partitioned: false
    }
  }

  /// Whether the cells are triangles. Their neighbors depend on where they point.
  package var isTriangular: Bool { largerThanLife?.neighborhood.isTriangular == true }

  /// Whether a moved pattern evolves in the same way. Margolus rules need moves by even numbers,
  /// triangles moves by an even sum.
  package func allowsMoves(by offset: Offset) -> Bool {
    if isTriangular { return (offset.x + offset.y).isMultiple(of: 2) }
    return partitioned?.dependsOnParity != true || (offset.x | offset.y).isMultiple(of: 2)
  }

  /// The two-state rule as an outer-totalistic one; `nil` if it is not, and for other families.
  package var lifeLike: LifeLike? { twoState?.map.lifeLike }
}

/// A parsed rulestring: the rule, and the universe after its colon.
package struct RuleAndUniverse: Hashable, Sendable {
  package var rule: Rule
  /// `nil` if the rulestring has no colon.
  package var universe: Universe?

  package init(rule: Rule, universe: Universe?) {
    self.rule = rule
    self.universe = universe
  }

  /// Parses a rulestring, for example `B3/S23`, `b36s23`, `23/3`, `/2/3` or `B3/S23:T100,50`, or
  /// the name of a well-known rule.
  ///
  /// - Throws: ``RuleError`` with byte offsets in `text`.
  package init(parsing text: some Collection<UInt8>) throws(RuleError) {
    let bytes = Array(text)
    let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
    rule = try Rule(parsing: bytes[..<colon])
    guard colon < bytes.endIndex else { return }
    let suffix = Array(bytes[(colon + 1)...])
    if let bar = suffix.firstIndex(of: UInt8(ascii: "|")) {
      throw RuleError(
        "write the universe once, after the last rule, as in B3/S23|B36/S23:T100,50",
        at: colon..<colon + 1 + bar)
    }
    do throws(RuleError) {
      if let rule = rule.largerThanLife {
        universe = try rule.universe(parsing: suffix)
      } else {
        universe = try rule.fitted(Universe(parsing: suffix), at: 0..<suffix.count)
      }
    } catch {
      throw error.shifted(by: colon + 1)
    }
  }
}
