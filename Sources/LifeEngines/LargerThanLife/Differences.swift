internal import LifeCore

/// The differences of a neighborhood's weights along a direction: relative cells, each with a
/// factor.
///
/// From one cell to the next, the weighted sum changes only by the cells entering and leaving the
/// neighborhood: for example, a square gains one column and loses one. These are few, and the
/// kernels integrate them to sums (SumKernel.swift).
struct Differences {
  /// A relative cell and its nonzero factor.
  struct Term {
    var dx: Int32
    var dy: Int32
    var factor: Int32
  }

  /// In reading order.
  private(set) var terms: [Term]

  /// The differences between a cell's sum and that of the cell to the west. The weight of the cell
  /// itself is increased by `center`.
  ///
  /// - Complexity: O(range²).
  init(_ neighborhood: LargerThanLife.Neighborhood, atOddParity odd: Bool, center: Int) {
    let weight = { dx, dy in
      neighborhood.weight(dx: dx, dy: dy, atOddParity: odd) + (dx == 0 && dy == 0 ? center : 0)
    }
    let reach = neighborhood.reach
    let range = neighborhood.range
    terms = []
    for dy in -range - 1...range + 1 {
      for dx in -reach - 1...reach + 1 {
        let factor = weight(dx, dy) - weight(dx + 1, dy)
        if factor != 0 {
          terms.append(Term(dx: Int32(dx), dy: Int32(dy), factor: Int32(factor)))
        }
      }
    }
  }

  /// The differences between these differences and those of the row to the north.
  var toTheNorth: Differences {
    var result = self
    let moved = terms.map { Term(dx: $0.dx, dy: $0.dy - 1, factor: -$0.factor) }
    var factors: [SIMD2<Int32>: Int32] = [:]
    for term in terms + moved { factors[SIMD2(term.dy, term.dx), default: 0] += term.factor }
    result.terms = factors.filter { $0.value != 0 }
      .map { Term(dx: $0.key.y, dy: $0.key.x, factor: $0.value) }
      .sorted { ($0.dy, $0.dx) < ($1.dy, $1.dx) }
    return result
  }

  /// The terms of factor 1, then those of −1, then the others, which need a multiplication.
  var byFactor: [Term] {
    terms.filter { $0.factor == 1 } + terms.filter { $0.factor == -1 }
      + terms.filter { abs($0.factor) != 1 }
  }

  /// The cost of adding them up. A multiplication doubles it.
  var cost: Int { terms.reduce(0) { $0 + (abs($1.factor) == 1 ? 1 : 2) } }
}
