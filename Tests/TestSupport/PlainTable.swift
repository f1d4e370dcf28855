import LifeCore

/// A rule table as its format defines it: every transition is written out for every value of its
/// bound variables and every image, and the first match wins.
package struct PlainTable {
  private struct Line {
    var inputs: [Set<State>]
    var outcome: State
  }

  private let symmetry: TableSymmetry
  private var lines: [Line] = []

  package init(_ transitions: Transitions, rows: [[Transitions.Symbol]]) {
    symmetry = transitions.symmetry
    for row in rows { add(row, of: transitions) }
  }

  private mutating func add(_ row: [Transitions.Symbol], of transitions: Transitions) {
    let bound = Set(row.compactMap(\.variable)).filter { variable in
      row.filter { $0.variable == variable }.count > 1
    }
    let order = bound.sorted {
      let left = transitions.variables[$0]
      let right = transitions.variables[$1]
      return right.name.lexicographicallyPrecedes(left.name)
    }
    var bindings: [[Int: State]] = [[:]]
    for variable in order {
      bindings = bindings.flatMap { binding in
        transitions.variables[variable].values.map { binding.merging([variable: $0]) { $1 } }
      }
    }
    for binding in bindings {
      let sets = row.map { term -> Set<State> in
        guard let variable = term.variable else { return [term.state!] }
        return binding[variable].map { [$0] } ?? Set(transitions.variables[variable].values)
      }
      for image in Self.images(symmetry) {
        let neighbors = image.map { sets[1 + $0] }
        lines.append(Line(inputs: [sets[0]] + neighbors, outcome: sets.last!.first!))
      }
    }
  }

  /// The next state of a cell with neighbors in the order of the neighborhood's own list.
  package func next(_ cell: State, among neighbors: [State]) -> State {
    let states = [cell] + neighbors
    let line = lines.first { line in
      zip(line.inputs, states).allSatisfy { $0.contains($1) }
    }
    return line?.outcome ?? cell
  }

  package static func images(_ symmetry: TableSymmetry) -> [[Int]] {
    let count = symmetry.neighborhood.lanes.count
    let ring = Array(0..<count)
    func turned(_ by: Int) -> [Int] { ring.map { ($0 + by) % count } }
    func mirrored(_ list: [Int]) -> [Int] { [list[0]] + list[1...].reversed() }
    func turns(_ parts: Int) -> [[Int]] { (0..<parts).map { turned($0 * count / parts) } }
    switch symmetry.group {
    case .none: return [ring]
    case .rotate2: return turns(2)
    case .rotate3: return turns(3)
    case .rotate4: return turns(4)
    case .rotate6: return turns(6)
    case .rotate8: return turns(8)
    case .rotate4reflect: return turns(4) + turns(4).map(mirrored)
    case .rotate6reflect: return turns(6) + turns(6).map(mirrored)
    case .rotate8reflect: return turns(8) + turns(8).map(mirrored)
    case .reflectHorizontal: return [ring, mirrored(ring)]
    case .reflect: return [ring, ring.reversed()]
    case .permute: return permutations(ring)
    }
  }

  private static func permutations(_ list: [Int]) -> [[Int]] {
    guard list.count > 1 else { return [list] }
    return list.indices.flatMap { index in
      var rest = list
      let head = rest.remove(at: index)
      return permutations(rest).map { [head] + $0 }
    }
  }
}
