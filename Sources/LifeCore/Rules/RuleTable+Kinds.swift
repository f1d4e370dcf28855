/// For each input of a rule, which states make no difference to each other there.
///
/// A table of 30 states seldom has 30 kinds of neighbours: in von Neumann's automaton a neighbour
/// to the north either points at the cell, in one of few ways, or does not matter. Engines that
/// look results up by kinds need far smaller tables than by states.
package struct Kinds: Hashable, Sendable {
  /// For each lane of ``RuleTable/Cells9`` the kind of each of 256 states; kinds count from 0, and
  /// state 0 is of kind 0.
  package private(set) var ofState: [[UInt8]]
  /// For each lane the number of kinds, at least 1.
  package private(set) var counts: [Int]

  /// Every state is alike everywhere.
  init() {
    ofState = Array(repeating: Array(repeating: 0, count: 256), count: 9)
    counts = Array(repeating: 1, count: 9)
  }

  /// The same, but what `mark` tells apart is of different kinds in all of these lanes.
  mutating func distinguish(_ lanes: [Int], states: Int, by mark: (State) -> Int) {
    let marks = (0..<states).map { mark(State($0)) }
    for lane in lanes where counts[lane] < states { refine(lane, marks) }
  }

  private mutating func refine(_ lane: Int, _ marks: [Int]) {
    // What tells states apart once their marks have been looked at, too.
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
