/// For each input of a rule, the partition of states into equivalence classes: exchanging states of
/// one class at that input never changes the next state.
///
/// A rule of 30 states rarely distinguishes 30 neighbors: in von Neumann's automaton a neighbor to
/// the north either points at the cell, in one of few forms, or has no effect. Tables indexed by
/// classes are far smaller than tables indexed by states.
package struct StateClasses: Hashable, Sendable {
  /// For each lane of ``RuleTable/Cells9``, 0…8, the class of each of 256 states. Classes count
  /// from 0, and state 0 is in class 0.
  package private(set) var ofState: [[UInt8]]
  /// For each lane the number of classes, at least 1.
  package private(set) var counts: [Int]

  /// One class at every input.
  init() {
    ofState = Array(repeating: Array(repeating: 0, count: 256), count: 9)
    counts = Array(repeating: 1, count: 9)
  }

  /// Splits the classes of these lanes: afterwards, states with different marks are in different
  /// classes.
  mutating func distinguish(_ lanes: [Int], states: Int, by mark: (State) -> Int) {
    let marks = (0..<states).map { mark(State($0)) }
    for lane in lanes where counts[lane] < states { refine(lane, by: marks) }
  }

  private mutating func refine(_ lane: Int, by marks: [Int]) {
    // States stay in one class if they had the same class and have equal marks.
    var numbers: [Int: UInt8] = [:]
    for (state, mark) in marks.enumerated() {
      let key = mark << 8 | Int(ofState[lane][state])
      let number = numbers[key] ?? UInt8(numbers.count)
      numbers[key] = number
      ofState[lane][state] = number
    }
    counts[lane] = numbers.count
  }
}

extension Rule {
  /// The equivalent states at each input of the Moore neighborhood. Returns `nil` for Larger than
  /// Life, alternating and Margolus rules, and for PCA or block rules whose first number is not 0.
  package var stateClasses: StateClasses? {
    var stateClasses = StateClasses()
    switch family {
    case .twoState(let rule):
      stateClasses.distinguish([0] + rule.neighborhood.lanes, states: 2) { Int($0) }
    case .generations(let rule):
      stateClasses.distinguish([0], states: rule.states) { Int($0) }
      stateClasses.distinguish(rule.base.neighborhood.lanes, states: rule.states) {
        $0 == 1 ? 1 : 0
      }
    case .history(let rule):
      stateClasses.distinguish([0], states: rule.marks.states) { Int($0) }
      stateClasses.distinguish(
        rule.base.neighborhood.lanes, states: rule.marks.states, by: rule.neighborClass)
    case .largerThanLife, .alternating: return nil
    case .table(let table): return table.stateClasses
    case .partitioned(let rule):
      guard rule.kind != .margolus, rule.table[0] == 0 else { return nil }
      for lane in 0..<9 {
        stateClasses.distinguish([lane], states: 16) { rule.effectiveParticles(of: $0, lane: lane) }
      }
    }
    return stateClasses
  }
}

extension Neighborhood {
  /// The neighbors as lanes of ``RuleTable/Cells9``.
  fileprivate var lanes: [Int] {
    let lanesOfPlaces = [8, 1, 2, 7, 0, 3, 6, 5, 4]
    return lanesOfPlaces.indices.filter { mask >> (8 - $0) & 1 == 1 }.map { lanesOfPlaces[$0] }
  }
}
