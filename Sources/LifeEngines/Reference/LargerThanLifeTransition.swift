internal import LifeCore

/// The transition of a Larger than Life rule, by definition: every cell adds its weight to the sums
/// of all cells that it is a neighbor of.
struct LargerThanLifeTransition {
  private let rule: LargerThanLife
  private let universe: Universe
  /// The relative neighbors of cells whose column and row add up to an even and to an odd number.
  private let evenNeighbors: [(dx: Int, dy: Int, weight: Int)]
  private let oddNeighbors: [(dx: Int, dy: Int, weight: Int)]
  /// Whether the absolute column and row of cell (0, 0) add up to an odd number.
  private let originIsOdd: Bool

  init?(_ rule: Rule, in universe: Universe, origin: Position) {
    guard let rule = rule.largerThanLife else { return nil }
    self.rule = rule
    self.universe = universe
    evenNeighbors = rule.neighbors(atOddParity: false)
    oddNeighbors = rule.neighbors(atOddParity: true)
    // In a universe with edges, columns and rows are counted from its corner.
    originIsOdd =
      universe.isUnbounded
      ? (origin.x + origin.y).isOdd : !(universe.left + universe.top).isMultiple(of: 2)
  }

  func next(_ states: [Cell: State], atOdd odd: Bool) -> [Cell: State] {
    let phase = rule.phase(atOdd: odd)
    var next: [Cell: State] = [:]
    for (cell, sum) in sums(states) {
      let state = phase.next(state: states[cell] ?? 0, sum: sum)
      if state != 0 { next[cell] = state }
    }
    return next
  }

  /// The sums of all cells that are alive or have a neighbor of nonzero weight.
  private func sums(_ states: [Cell: State]) -> [Cell: Int] {
    var sums = states.mapValues { _ in 0 }
    for (cell, state) in states {
      let weight = rule.weight(of: state)
      guard weight != 0 else { continue }
      for odd in [false, true] {
        for neighbor in odd ? oddNeighbors : evenNeighbors {
          let from = Cell(x: cell.x - neighbor.dx, y: cell.y - neighbor.dy)
          guard let place = universe.resolve(from), isOdd(place) == odd else { continue }
          sums[place, default: 0] += neighbor.weight * weight
        }
      }
    }
    return sums
  }

  private func isOdd(_ cell: Cell) -> Bool { ((cell.x + cell.y) & 1 == 1) != originIsOdd }
}
