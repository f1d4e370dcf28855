/// A rule given by its next state for every neighborhood: the table or tree of a rule file, or an
/// automaton defined in code.
///
/// The empty plane stays empty: other rules are rejected.
package final class RuleTable: Sendable {
  /// The rule's name, which is also its canonical rulestring.
  package let name: String
  /// The number of states, 0 included; 2 to 256.
  package let states: Int
  package let neighborhood: Neighborhood
  /// The states that are equivalent at each input.
  package let stateClasses: StateClasses
  /// Colors and names of states.
  package let legend: Legend
  /// The text that defines the rule, if it follows the cells in a pattern file; otherwise empty.
  package let source: [UInt8]
  private let definition: Definition

  private enum Definition: Hashable, Sendable {
    case transitions(TransitionMatcher)
    case tree(DecisionTree)
    case automaton(VonNeumannAutomaton)
    /// Nothing but the name and the number of states is known.
    case unknown
  }

  /// A rule of listed transitions.
  ///
  /// - Throws: ``RuleTableError`` if it is too large or changes the empty plane.
  package convenience init(
    name: String, _ transitions: Transitions, legend: Legend = Legend()
  ) throws(RuleTableError) {
    let matcher = try TransitionMatcher(transitions)
    self.init(
      name: name, states: transitions.states, neighborhood: transitions.symmetry.neighborhood,
      stateClasses: matcher.stateClasses, definition: .transitions(matcher), legend: legend)
    try checkEmptyPlane()
  }

  /// A rule in the form of a decision tree.
  ///
  /// - Throws: ``RuleTableError`` if it changes the empty plane.
  package convenience init(
    name: String, _ tree: DecisionTree, legend: Legend = Legend()
  ) throws(RuleTableError) {
    precondition(tree.isComplete)
    self.init(
      name: name, states: tree.states, neighborhood: tree.neighborhood,
      stateClasses: tree.stateClasses, definition: .tree(tree), legend: legend)
    try checkEmptyPlane()
  }

  /// The same rule with another legend's colors or names where its own legend has none, or with the
  /// text that defines it.
  package convenience init(
    _ other: RuleTable, completingLegendFrom legend: Legend = Legend(), source: [UInt8]? = nil
  ) {
    self.init(
      name: other.name, states: other.states, neighborhood: other.neighborhood,
      stateClasses: other.stateClasses, definition: other.definition,
      legend: other.legend.completed(from: legend), source: source ?? other.source)
  }

  /// An automaton defined in code.
  package convenience init(_ automaton: VonNeumannAutomaton) {
    self.init(
      name: automaton.name, states: automaton.states, neighborhood: .vonNeumann,
      stateClasses: automaton.stateClasses, definition: .automaton(automaton),
      legend: automaton.legend)
  }

  /// A rule known only by name: its patterns can be read and written, not run.
  package convenience init(unknown name: String, states: Int = 256) {
    self.init(
      name: name, states: states, neighborhood: .moore, stateClasses: StateClasses(),
      definition: .unknown, legend: Legend())
  }

  private init(
    name: String, states: Int, neighborhood: Neighborhood, stateClasses: StateClasses,
    definition: Definition, legend: Legend, source: [UInt8] = []
  ) {
    self.name = name
    self.states = states
    self.neighborhood = neighborhood
    self.stateClasses = stateClasses
    self.definition = definition
    self.legend = legend
    self.source = source
  }

  private func checkEmptyPlane() throws(RuleTableError) {
    let born = next(Cells9())
    guard born == 0 else {
      throw RuleTableError(
        "the empty plane would turn into state \(born); a cell of state 0 among cells of state 0 "
          + "must keep its state")
    }
  }
}

extension Rule {
  /// Whether the rule is known only by name, so its patterns cannot be run.
  package var isUnknown: Bool {
    if case .table(let table) = family { table.isUnknown } else { false }
  }
}

package extension RuleTable {
  /// A cell and its neighbors. Lane 0 is the cell; lanes 1 to 8 are its neighbors from the north
  /// clockwise:
  ///
  ///      8 1 2
  ///      7 0 3
  ///      6 5 4
  typealias Cells9 = SIMD16<State>

  var isUnknown: Bool { if case .unknown = definition { true } else { false } }

  /// The form of the rule in words.
  var form: String {
    switch definition {
    case .transitions(let matcher): "a table of \(matcher.count) transitions"
    case .tree(let tree): "a tree of \(tree.count) nodes"
    case .automaton: "an automaton for self-reproducing machines"
    case .unknown: "a table of 0 transitions"
    }
  }

  /// Whether the transitions are declared for all eight neighbors in any order.
  var permitsAnyPermutation: Bool { neighborhood == .moore && symmetry?.group == .permute }

  /// The symmetry of a table's transitions. Returns `nil` for other forms.
  var symmetry: TableSymmetry? {
    if case .transitions(let matcher) = definition { matcher.symmetry } else { nil }
  }

  /// Whether every next state stays the same if neighbor *i*, in the order of
  /// ``Neighborhood/lanes``, moves to the place of neighbor `image[i]`. Of a table, only the
  /// declared symmetry counts; the states of an automaton have directions.
  func isInvariant(under image: [Int]) -> Bool {
    switch definition {
    case .transitions(let matcher): matcher.symmetry.contains(image)
    case .tree(let tree): tree.isInvariant(under: image)
    case .automaton, .unknown: image == Array(image.indices)
    }
  }

  /// Whether the rule is about as quick to evaluate as a look-up in a large table.
  var isQuick: Bool {
    if case .transitions(let matcher) = definition { matcher.isQuick } else { false }
  }

  /// The next state of the cell in lane 0. All states must be less than ``states``.
  func next(_ cells: Cells9) -> State {
    switch definition {
    case .transitions(let matcher): matcher.next(cells)
    case .tree(let tree): tree.next(cells)
    case .automaton(let automaton): automaton.next(cells)
    case .unknown: 0
    }
  }

  /// The next state of a cell, with its neighbors from the north clockwise.
  func next(
    _ cell: State, n: State, ne: State, e: State, se: State, s: State, sw: State,
    w: State, nw: State
  ) -> State {
    var cells = Cells9()
    cells[0] = cell
    for (index, neighbor) in [n, ne, e, se, s, sw, w, nw].enumerated() {
      cells[index + 1] = neighbor
    }
    return next(cells)
  }

  /// Writes the next states of `count` cells, from west to east. The first cell's north-western
  /// neighbor is `corner`. Rows are `pitch` cells apart.
  @unsafe
  func step(
    _ corner: UnsafePointer<State>, pitch: Int, count: Int,
    into target: UnsafeMutablePointer<State>
  ) {
    if case .transitions(let matcher) = definition {
      return unsafe matcher.step(corner, pitch: pitch, count: count, into: target)
    }
    for x in 0..<count { unsafe target[x] = next(Cells9(corner: corner + x, pitch: pitch)) }
  }
}

extension RuleTable.Cells9 {
  /// The 3 × 3 cells from the north-western one at `corner` on, with rows `pitch` cells apart.
  @unsafe
  init(corner: UnsafePointer<State>, pitch: Int) {
    let middle = unsafe corner + pitch
    let south = unsafe middle + pitch
    self.init()
    unsafe self[0] = middle[1]
    unsafe self[1] = corner[1]
    unsafe self[2] = corner[2]
    unsafe self[3] = middle[2]
    unsafe self[4] = south[2]
    unsafe self[5] = south[1]
    unsafe self[6] = south[0]
    unsafe self[7] = middle[0]
    unsafe self[8] = corner[0]
  }
}

extension RuleTable: Hashable {
  package static func == (left: RuleTable, right: RuleTable) -> Bool {
    left === right || left.name == right.name && left.definition == right.definition
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

package extension RuleTable {
  /// The neighborhood of a table.
  enum Neighborhood: String, CaseIterable, Sendable {
    case vonNeumann
    case moore = "Moore"
    /// Six neighbors on the square grid: all except the north-eastern and the south-western one.
    case hexagonal
    /// The neighbors to the west and east.
    case oneDimensional

    /// The neighbors in the order of a table's columns, as lanes of ``RuleTable/Cells9``.
    package var lanes: [Int] {
      switch self {
      case .vonNeumann: [1, 3, 5, 7]
      case .moore: [1, 2, 3, 4, 5, 6, 7, 8]
      case .hexagonal: [1, 3, 4, 5, 7, 8]
      case .oneDimensional: [7, 3]
      }
    }
  }
}

/// A table cannot be run: the reason, for example that it is too large.
package struct RuleTableError: Error, Hashable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

/// Colors and names of a rule's states, from its file.
package struct Legend: Hashable, Sendable {
  /// The colors as `0xrrggbb`.
  package var colors: [State: UInt32] = [:]
  package var names: [State: String] = [:]

  package init() {}

  /// This legend, with the other's colors if it has no colors and the other's names if it has none.
  func completed(from other: Legend) -> Legend {
    var result = self
    if colors.isEmpty { result.colors = other.colors }
    if names.isEmpty { result.names = other.names }
    return result
  }
}
