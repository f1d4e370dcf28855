internal import LifeCore

/// Where a neighbourhood's weights change: cells around the counting one, each with a factor.
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

  /// What changes from the cell that is a step back to this one.
  ///
  /// - Complexity: O(range²).
  init(
    _ neighbourhood: LargerThanLife.Neighbourhood, atOddParity odd: Bool, byX stepX: Int,
    y stepY: Int
  ) {
    let weight = { neighbourhood.weight(dx: $0, dy: $1, atOddParity: odd) }
    let (reach, range) = (neighbourhood.reach, neighbourhood.range)
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

  /// The cell itself, `factor` times.
  init(centre factor: Int) {
    terms = factor == 0 ? [] : [Term(dx: 0, dy: 0, factor: Int32(factor))]
  }

  /// The differences of these.
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

  /// The steps by which differences are taken, one after the other.
  private var steps: [(x: Int, y: Int)] {
    switch self {
    case .alongRows: [(1, 0)]
    case .boxes: [(1, 0), (0, 1)]
    case .diagonals: [(1, 1), (-1, 1)]
    case .pyramids: [(1, 0), (0, 1), (1, 0), (0, 1)]
    }
  }

  /// The differences of a neighbourhood in which the cell itself weighs `centre` more.
  func differences(
    _ neighbourhood: LargerThanLife.Neighbourhood, atOddParity odd: Bool, centre: Int
  ) -> Differences {
    let first = steps[0]
    return others(
      Differences(neighbourhood, atOddParity: odd, byX: first.x, y: first.y), centre: centre)
  }

  /// All further differences, once the first have been taken without the cell itself.
  private func others(_ first: Differences, centre: Int) -> Differences {
    let (x, y) = (Int32(steps[0].x), Int32(steps[0].y))
    let whole = first.adding(Differences(centre: centre).taken(byX: x, y: y))
    return steps.dropFirst().reduce(whole) { $0.taken(byX: Int32($1.x), y: Int32($1.y)) }
  }

  /// What adding up costs, in differences.
  private var cost: Int {
    switch self {
    case .alongRows: 0
    case .boxes, .diagonals: 2
    case .pyramids: 6
    }
  }

  /// The cheapest way for a neighbourhood, and how much more the cell itself shall weigh for that:
  /// often there are fewer differences if it counts, too.
  static func best(
    _ neighbourhood: LargerThanLife.Neighbourhood
  ) -> (scheme: SumScheme, centre: Int) {
    let rows = Differences(neighbourhood, atOddParity: false, byX: 1, y: 0)
    let slanted = Differences(neighbourhood, atOddParity: false, byX: 1, y: 1)
    var best: (scheme: SumScheme, centre: Int, cost: Int) = (.alongRows, 0, .max)
    for scheme in allCases {
      for centre in neighbourhood.includesCentre ? [0] : [0, 1] {
        let differences = scheme.others(scheme == .diagonals ? slanted : rows, centre: centre)
        let cost = differences.cost + scheme.cost
        if cost < best.cost { best = (scheme, centre, cost) }
      }
    }
    return (best.scheme, best.centre)
  }
}
