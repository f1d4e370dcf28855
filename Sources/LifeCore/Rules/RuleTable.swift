/// A rule that lists what becomes of a cell for every neighbourhood: a rule file's table or tree,
/// or an automaton that is defined case by case.
///
/// Nothing comes from nothing: a rule under which the empty plane does not stay empty is refused.
package final class RuleTable: Sendable {
  /// The rule's name, which is its rulestring.
  package let name: String
  /// The number of states, 0 included; 2 to 256.
  package let states: Int
  package let neighbourhood: Neighbourhood
  /// Which states each input treats alike.
  package let kinds: Kinds
  /// What the file says of how states look and what they are called.
  package let legend: Legend
  private let law: Law

  /// The forms that such a rule is written in.
  private enum Law: Hashable, Sendable {
    case transitions(TransitionMatcher)
    case tree(DecisionTree)
    case automaton(VonNeumannAutomaton)
  }

  /// - Throws: ``RuleTableError``.
  package convenience init(
    name: String, _ transitions: Transitions, legend: Legend = Legend()
  ) throws(RuleTableError) {
    let matcher = try TransitionMatcher(transitions)
    try self.init(
      name: name, states: transitions.states, transitions.symmetry.neighbourhood, matcher.kinds,
      .transitions(matcher), legend)
  }

  /// - Throws: ``RuleTableError``.
  package convenience init(
    name: String, _ tree: DecisionTree, legend: Legend = Legend()
  ) throws(RuleTableError) {
    try self.init(
      name: name, states: tree.states, tree.neighbourhood, tree.kinds, .tree(tree), legend)
  }

  /// The same rule with what another legend says where this one's says nothing.
  package convenience init(_ other: RuleTable, orElse legend: Legend) {
    do throws(RuleTableError) {
      try self.init(
        name: other.name, states: other.states, other.neighbourhood, other.kinds, other.law,
        other.legend.orElse(legend))
    } catch {
      preconditionFailure("the same rule was one before")
    }
  }

  /// One of the automata that need no file.
  package convenience init(_ automaton: VonNeumannAutomaton) {
    do throws(RuleTableError) {
      try self.init(
        name: automaton.name, states: automaton.states, .vonNeumann, automaton.kinds,
        .automaton(automaton), automaton.legend)
    } catch {
      preconditionFailure("the ground state of \(automaton.name) is quiescent")
    }
  }

  private init(
    name: String, states: Int, _ neighbourhood: Neighbourhood, _ kinds: Kinds, _ law: Law,
    _ legend: Legend
  ) throws(RuleTableError) {
    self.name = name
    self.states = states
    self.neighbourhood = neighbourhood
    self.kinds = kinds
    self.law = law
    self.legend = legend
    let born = next(Cells9())
    guard born == 0 else {
      throw RuleTableError(
        "the empty plane would turn into state \(born); a first transition that keeps a cell of "
          + "state 0 among cells of state 0 as it is would mend that")
    }
  }
}

package extension RuleTable {
  /// A cell and its neighbours. Lane 0 is the cell; lanes 1 to 8 are its neighbours from the north
  /// clockwise:
  ///
  ///      8 1 2
  ///      7 0 3
  ///      6 5 4
  typealias Cells9 = SIMD16<State>

  /// How a rule is written down, and how large it is.
  enum Form: Hashable, Sendable {
    case transitions(Int)
    case tree(Int)
    case automaton
  }

  var form: Form {
    switch law {
    case .transitions(let matcher): .transitions(matcher.count)
    case .tree(let tree): .tree(tree.count)
    case .automaton: .automaton
    }
  }

  /// How a table's transitions may be turned; nil for other forms.
  var symmetry: TableSymmetry? {
    if case .transitions(let matcher) = law { matcher.symmetry } else { nil }
  }

  /// What becomes of a cell; all states are below ``states``.
  func next(_ cells: Cells9) -> State {
    switch law {
    case .transitions(let matcher): matcher.next(cells)
    case .tree(let tree): tree.next(cells)
    case .automaton(let automaton): automaton.next(cells)
    }
  }

  /// What becomes of a cell, its neighbours named from the north clockwise.
  func next(
    _ cell: State, _ n: State, _ ne: State, _ e: State, _ se: State, _ s: State, _ sw: State,
    _ w: State, _ nw: State
  ) -> State {
    var cells = Cells9()
    (cells[0], cells[1], cells[2]) = (cell, n, ne)
    (cells[3], cells[4], cells[5]) = (e, se, s)
    (cells[6], cells[7], cells[8]) = (sw, w, nw)
    return next(cells)
  }
}

extension RuleTable: Hashable {
  package static func == (left: RuleTable, right: RuleTable) -> Bool {
    left === right || left.name == right.name && left.law == right.law
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// A table that is no rule, or none that can be run, and what to do about it.
package struct RuleTableError: Error, Hashable {
  package var message: String

  package init(_ message: String) { self.message = message }
}

package extension RuleTable {
  /// Which cells around a cell a table looks at.
  enum Neighbourhood: String, CaseIterable, Sendable {
    case vonNeumann
    case moore = "Moore"
    /// Six neighbours on the square grid: all but the north-eastern and the south-western one.
    case hexagonal
    /// The neighbours to the west and east.
    case oneDimensional

    /// The neighbours in the order in which a table lists them, as lanes of ``RuleTable/Cells9``.
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

/// How the states of a rule look and what they are called, as far as its file says so.
package struct Legend: Hashable, Sendable {
  package struct Colour: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8) {
      (self.red, self.green, self.blue) = (red, green, blue)
    }
  }

  package var colours: [State: Colour] = [:]
  package var names: [State: String] = [:]

  package init() {}

  /// All colours and all names of this one, or if it has none, those of another.
  func orElse(_ other: Legend) -> Legend {
    var result = self
    if colours.isEmpty { result.colours = other.colours }
    if names.isEmpty { result.names = other.names }
    return result
  }
}
