internal import LifeCore

/// What a rule makes of cells that count as far as its range: every cell adds its weight to all
/// that have it for a neighbour.
struct SumLaw {
  private let rule: LargerThanLife
  private let universe: Universe
  /// The neighbours of cells whose column and row add up to an even and to an odd number.
  private let neighbours: [[(dx: Int, dy: Int, weight: Int)]]
  /// Whether a cell at (0, 0) has an odd column and row, together.
  private let originIsOdd: Bool

  init?(_ rule: Rule, in universe: Universe, origin: Position) {
    guard let rule = rule.largerThanLife else { return nil }
    self.rule = rule
    self.universe = universe
    neighbours = [false, true].map { rule.neighbours(atOddParity: $0) }
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

  /// What each cell counts, of those that count something or live.
  private func sums(_ states: [Cell: State]) -> [Cell: Int] {
    var sums = states.mapValues { _ in 0 }
    for (cell, state) in states {
      let weight = rule.weight(of: state)
      guard weight != 0 else { continue }
      for (odd, neighbours) in [false, true].map({ ($0, self.neighbours[$0 ? 1 : 0]) }) {
        for neighbour in neighbours {
          let from = Cell(x: cell.x - neighbour.dx, y: cell.y - neighbour.dy)
          guard let place = universe.place(from), isOdd(place) == odd else { continue }
          sums[place, default: 0] += neighbour.weight * weight
        }
      }
    }
    return sums
  }

  private func isOdd(_ cell: Cell) -> Bool { ((cell.x + cell.y) & 1 == 1) != originIsOdd }
}
