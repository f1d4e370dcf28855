/// What decides a cell's next state, in its one canonical spelling.
///
/// Files and engines hold *stored* cells. They are the true ones, unless the rule has B0, where the
/// world's convention stores the complement: see ``TwoStateRule/phases``.
package struct Rule: Hashable, Sendable {
  package enum Family: Hashable, Sendable {
    case twoState(TwoStateRule)
    case generations(GenerationsRule)
    case history(HistoryRule)
    case largerThanLife(LargerThanLife)
    case table(RuleTable)
  }

  package let family: Family

  package init(_ family: Family) { self.family = family }
  package init(_ rule: LifeLike) { family = .twoState(TwoStateRule(rule)) }

  package static let life = Rule(LifeLike(birth: [3], survival: [2, 3]))

  /// The canonical rulestring, such as `B3/S23`.
  package var canonical: String {
    switch family {
    case .twoState(let rule): "\(rule)"
    case .generations(let rule): "\(rule)"
    case .history(let rule): "\(rule)"
    case .largerThanLife(let rule): "\(rule)"
    case .table(let table): table.name
    }
  }

  /// The number of states, the dead one included.
  package var states: Int {
    switch family {
    case .twoState: 2
    case .generations(let rule): rule.states
    case .history(let rule): rule.kind.states
    case .largerThanLife(let rule): rule.states
    case .table(let table): table.states
    }
  }

  /// The bits that hold a state.
  package var planes: Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

  /// How many cells away the farthest neighbours of a cell are.
  package var range: Int {
    largerThanLife.map { max($0.range, $0.neighbourhood.reach) } ?? 1
  }

  /// The rule, if it has two states and looks at the eight neighbours.
  package var twoState: TwoStateRule? {
    if case .twoState(let rule) = family { rule } else { nil }
  }

  /// The rule, if it adds up weights as far as its range.
  package var largerThanLife: LargerThanLife? {
    if case .largerThanLife(let rule) = family { rule } else { nil }
  }

  /// The rule by its counts, if nothing else matters.
  package var lifeLike: LifeLike? { twoState?.map.lifeLike }

  /// What stored cells obey at even and at odd generations, if only their counts matter.
  package var countingPhases: [LifeLike]? {
    if let largerThanLife { return largerThanLife.countingPhases }
    guard let twoState else { return nil }
    let phases = [twoState.phase(atOdd: false).lifeLike, twoState.phase(atOdd: true).lifeLike]
    return phases.contains(nil) ? nil : phases.compactMap { $0 }
  }

  /// Whether the stored cells at a generation of this parity are the dead ones of the true state.
  package func storesComplement(atOdd odd: Bool) -> Bool {
    switch family {
    case .twoState(let rule): rule.storesComplement(atOdd: odd)
    case .generations, .table: false
    case .history(let rule): rule.base.storesComplement(atOdd: odd)
    case .largerThanLife(let rule): rule.storesComplement(atOdd: odd)
    }
  }

  /// Whether a pattern means something else at an odd generation, so that files must carry it.
  package var dependsOnParity: Bool {
    twoState?.dependsOnParity ?? largerThanLife?.dependsOnParity ?? false
  }
}
