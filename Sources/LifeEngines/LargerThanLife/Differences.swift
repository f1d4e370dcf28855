internal import LifeCore

/// A neighbourhood's weights, or where they change, as a table around the counting cell.
///
/// What a cell counts differs from what the cell a step back counts by the neighbours that enter
/// and leave, so a table of differences has few entries and the counts are got by adding up.
struct Differences {
  private let reach: Int
  private let range: Int
  /// Row by row from the north-west on.
  private var factors: [Int32]

  /// Room around the weights for differences, which begin a step earlier each time they are taken.
  private static let margin = 2

  private init(reach: Int, range: Int) {
    self.reach = reach
    self.range = range
    factors = [Int32](repeating: 0, count: (2 * reach + 1) * (2 * range + 1))
  }

  /// The weights themselves.
  init(_ neighbourhood: LargerThanLife.Neighbourhood, atOddParity odd: Bool) {
    self.init(
      reach: neighbourhood.reach + Self.margin, range: neighbourhood.range + Self.margin)
    for dy in -neighbourhood.range...neighbourhood.range {
      for dx in -neighbourhood.reach...neighbourhood.reach {
        let weight = neighbourhood.weight(dx: dx, dy: dy, atOddParity: odd)
        factors[index(dx, dy)] = Int32(weight)
      }
    }
  }

  private func index(_ dx: Int, _ dy: Int) -> Int {
    (dy + range) * (2 * reach + 1) + dx + reach
  }

  /// What changes from the cell that is a step back to this one.
  func taken(byX stepX: Int, y stepY: Int) -> Differences {
    var result = Differences(reach: reach, range: range)
    for dy in -range...range - stepY {
      for dx in -reach + max(0, -stepX)...reach - max(0, stepX) {
        let here = index(dx, dy)
        result.factors[here] = factors[here] - factors[index(dx + stepX, dy + stepY)]
      }
    }
    return result
  }

  /// One of the cells whose weights are added up, and its factor.
  struct Term {
    var dx: Int32
    var dy: Int32
    var factor: Int32
  }

  /// Those with factor 1, those with −1 and the others, which must be multiplied.
  var terms: (pluses: [Term], minuses: [Term], others: [Term]) {
    var terms: (pluses: [Term], minuses: [Term], others: [Term]) = ([], [], [])
    for dy in -range...range {
      for dx in -reach...reach {
        let factor = factors[index(dx, dy)]
        guard factor != 0 else { continue }
        let term = Term(dx: Int32(dx), dy: Int32(dy), factor: factor)
        switch factor {
        case 1: terms.pluses.append(term)
        case -1: terms.minuses.append(term)
        default: terms.others.append(term)
        }
      }
    }
    return terms
  }

  /// How many differences there are, those that must be multiplied twice as dear.
  var cost: Int { factors.reduce(0) { $0 + ($1 == 0 ? 0 : abs($1) == 1 ? 1 : 2) } }
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

  /// The cheapest way for a neighbourhood.
  static func best(_ neighbourhood: LargerThanLife.Neighbourhood) -> SumScheme {
    let weights = Differences(neighbourhood, atOddParity: false)
    let costs = allCases.map { ($0, $0.differences(weights).cost + $0.cost) }
    return costs.min { $0.1 < $1.1 }?.0 ?? .alongRows
  }
}
