internal import LifeCore

/// A neighbourhood's weights, or where they change: cells around the counting one, each with a
/// factor.
///
/// What a cell counts differs from what the cell a step back counts by the neighbours that enter
/// and leave, so differences are few, and the counts are got by adding up.
struct Differences {
  /// One of the cells whose weights are added up, and its factor, which is not 0.
  struct Term {
    var dx: Int32
    var dy: Int32
    var factor: Int32
  }

  /// Row by row, west to east.
  private(set) var terms: [Term]

  /// The weights themselves.
  init(_ neighbourhood: LargerThanLife.Neighbourhood, atOddParity odd: Bool) {
    terms = neighbourhood.neighbours(atOddParity: odd).map {
      Term(dx: Int32($0.dx), dy: Int32($0.dy), factor: Int32($0.weight))
    }
  }

  /// The cell itself, `factor` times.
  init(centre factor: Int32) {
    terms = factor == 0 ? [] : [Term(dx: 0, dy: 0, factor: factor)]
  }

  /// What changes from the cell that is a step back to this one.
  func taken(byX stepX: Int32, y stepY: Int32) -> Differences {
    adding(terms.map { Term(dx: $0.dx - stepX, dy: $0.dy - stepY, factor: -$0.factor) })
  }

  func adding(_ other: Differences) -> Differences { adding(other.terms) }

  /// Merges two lists of the same order.
  private func adding(_ others: [Term]) -> Differences {
    var sum: [Term] = []
    sum.reserveCapacity(terms.count + others.count)
    var (mine, theirs) = (0, 0)
    while mine < terms.count && theirs < others.count {
      let (a, b) = (terms[mine], others[theirs])
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

  /// How many there are, those that must be multiplied twice as dear.
  var cost: Int { terms.reduce(0) { $0 + (abs($1.factor) == 1 ? 1 : 2) } }
}

/// The ways of taking differences that the kernels know, by their numbers.
enum SumScheme: Int, CaseIterable {
  case alongRows
  case boxes
  case diagonals
  case pyramids

  func differences(_ weights: Differences) -> Differences {
    switch self {
    case .alongRows: weights.taken(byX: 1, y: 0)
    case .boxes: weights.taken(byX: 1, y: 0).taken(byX: 0, y: 1)
    case .diagonals: weights.taken(byX: 1, y: 1).taken(byX: -1, y: 1)
    case .pyramids: Self.boxes.differences(Self.boxes.differences(weights))
    }
  }

  /// What adding up costs, in differences.
  private var cost: Int {
    switch self {
    case .alongRows: 0
    case .boxes, .diagonals: 2
    case .pyramids: 6
    }
  }

  /// The way that is cheapest for some weights, their differences, and the cell itself's further
  /// weight: often there are fewer differences if it counts, too.
  static func best(
    _ weights: Differences, mayCountCentre: Bool
  ) -> (scheme: SumScheme, centre: Int) {
    let others = mayCountCentre ? [0, 1] : [0]
    var best: (scheme: SumScheme, centre: Int, cost: Int) = (.alongRows, 0, .max)
    for scheme in allCases {
      let differences = scheme.differences(weights)
      for centre in others {
        let whole = differences.adding(scheme.differences(Differences(centre: Int32(centre))))
        let cost = whole.cost + scheme.cost
        if cost < best.cost { best = (scheme, centre, cost) }
      }
    }
    return (best.scheme, best.centre)
  }
}
