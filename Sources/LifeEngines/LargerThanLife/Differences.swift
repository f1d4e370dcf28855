internal import LifeCore

/// The differences of a neighborhood's weights along a direction: relative cells, each with a
/// factor.
///
/// The weighted sum of a cell differs from that of the cell one step back by the cells that enter
/// and leave the neighborhood. These are few, and the kernels integrate them to sums
/// (SumSchemes.swift).
struct Differences {
  /// A relative cell and its factor, which is not 0.
  struct Term {
    var dx: Int32
    var dy: Int32
    var factor: Int32
  }

  /// In reading order.
  private(set) var terms: [Term]

  /// The differences to the cell that is one step back.
  ///
  /// - Complexity: O(range²).
  init(
    _ neighborhood: LargerThanLife.Neighborhood, atOddParity odd: Bool, byX stepX: Int,
    y stepY: Int
  ) {
    let weight = { neighborhood.weight(dx: $0, dy: $1, atOddParity: odd) }
    let reach = neighborhood.reach
    let range = neighborhood.range
    terms = []
    for dy in -range - 1...range + 1 {
      for dx in -reach - 1...reach + 1 {
        let factor = weight(dx, dy) - weight(dx + stepX, dy + stepY)
        if factor != 0 {
          terms.append(Term(dx: Int32(dx), dy: Int32(dy), factor: Int32(factor)))
        }
      }
    }
  }

  /// The cell itself, with a factor.
  init(center factor: Int) {
    terms = factor == 0 ? [] : [Term(dx: 0, dy: 0, factor: Int32(factor))]
  }

  /// The differences of these differences.
  func taken(byX stepX: Int32, y stepY: Int32) -> Differences {
    adding(terms.map { Term(dx: $0.dx - stepX, dy: $0.dy - stepY, factor: -$0.factor) })
  }

  func adding(_ other: Differences) -> Differences { adding(other.terms) }

  /// Merges two lists of the same order.
  private func adding(_ others: [Term]) -> Differences {
    var sum: [Term] = []
    sum.reserveCapacity(terms.count + others.count)
    var mine = 0
    var theirs = 0
    while mine < terms.count && theirs < others.count {
      let a = terms[mine]
      let b = others[theirs]
      if a.dy == b.dy && a.dx == b.dx {
        let factor = a.factor + b.factor
        if factor != 0 { sum.append(Term(dx: a.dx, dy: a.dy, factor: factor)) }
        mine += 1
        theirs += 1
      } else if (a.dy, a.dx) < (b.dy, b.dx) {
        sum.append(a)
        mine += 1
      } else {
        sum.append(b)
        theirs += 1
      }
    }
    sum += terms[mine...] + others[theirs...]
    var result = self
    result.terms = sum
    return result
  }

  /// The cost of adding them up: those that need a multiplication cost twice as much.
  var cost: Int { terms.reduce(0) { $0 + (abs($1.factor) == 1 ? 1 : 2) } }
}

/// The schemes for which the kernels have loops; the raw value is the kernels' number.
enum SumMethod: Int, CaseIterable {
  case rows
  case boxes
  case diagonals
  case pyramids
  /// No differences, but ``Windows``: of all rows of the neighborhood, or of those that differ.
  case windows
  case slidingWindows

  /// The schemes that integrate differences.
  private static let integrating = [rows, boxes, diagonals, pyramids]

  /// The directions of the differences, one after the other.
  private var steps: [(x: Int, y: Int)] {
    switch self {
    case .windows, .slidingWindows: []
    case .rows: [(1, 0)]
    case .boxes: [(1, 0), (0, 1)]
    case .diagonals: [(1, 1), (-1, 1)]
    case .pyramids: [(1, 0), (0, 1), (1, 0), (0, 1)]
    }
  }

  /// The differences of a neighborhood in which the weight of the cell itself is increased by
  /// `center`.
  func differences(
    _ neighborhood: LargerThanLife.Neighborhood, atOddParity odd: Bool, center: Int
  ) -> Differences {
    let first = steps[0]
    return others(
      Differences(neighborhood, atOddParity: odd, byX: first.x, y: first.y), center: center)
  }

  /// The other differences, after the first have been taken without the increase.
  private func others(_ first: Differences, center: Int) -> Differences {
    let x = Int32(steps[0].x)
    let y = Int32(steps[0].y)
    let whole = first.adding(Differences(center: center).taken(byX: x, y: y))
    return steps.dropFirst().reduce(whole) { $0.taken(byX: Int32($1.x), y: Int32($1.y)) }
  }

  /// The cost of integrating, in differences.
  private var cost: Int {
    switch self {
    case .rows, .windows, .slidingWindows: 0
    case .boxes, .diagonals: 2
    case .pyramids: 6
    }
  }

  /// The cheapest scheme for a neighborhood, and the increase of the cell's own weight that it
  /// needs: there are often fewer differences if the cell is counted as well.
  static func best(
    _ neighborhood: LargerThanLife.Neighborhood
  ) -> (scheme: SumMethod, center: Int, cost: Int) {
    let rows = Differences(neighborhood, atOddParity: false, byX: 1, y: 0)
    let slanted = Differences(neighborhood, atOddParity: false, byX: 1, y: 1)
    var best: (scheme: SumMethod, center: Int, cost: Int) = (.rows, 0, .max)
    for scheme in integrating {
      for center in neighborhood.includesCenter ? [0] : [0, 1] {
        let differences = scheme.others(scheme == .diagonals ? slanted : rows, center: center)
        let cost = differences.cost + scheme.cost
        if cost < best.cost { best = (scheme, center, cost) }
      }
    }
    return best
  }
}
