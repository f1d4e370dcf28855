internal import LifeCore

/// A Larger than Life rule compiled for the kernels: the differences of its neighborhood, ranges of
/// sums, and the width of a sum.
final class SumPlan: Sendable {
  /// Whether differences are integrated from row to row as well as along rows.
  let accumulates: Bool
  /// Bits of a sum: 16 or 32.
  let laneBits: Int
  /// The maximum distance of a neighbor, in columns and in rows.
  let reach: Int
  let range: Int
  let states: Int
  /// Bits of a state.
  let planes: Int
  let neighborhoods: Int
  /// As in ``LargerThanLife/parityStartsAtCorner``.
  let parityStartsAtCorner: Bool
  /// The differences of each neighborhood along a row, and their own differences to the row to the
  /// north, if needed.
  private let lists: [[Differences.Term]]
  let factors: Frozen<Int32>
  /// For each list, the starts of the differences of factor 1, of −1 and of the others, and the
  /// end.
  let places: Frozen<Int>
  /// The weight of each state; `nil` if only state 1 has one, of 1.
  let weights: Frozen<Int8>?
  /// The alternating transitions of successive generations.
  let phases: [Phase]

  /// Ranges of sums: the minimum of each, and its length less one.
  struct Phase {
    let births: Frozen<Int32>
    let survivals: Frozen<Int32>
  }

  init(_ rule: LargerThanLife, phases: [LargerThanLife.Phase]) {
    let neighborhood = rule.neighborhood
    reach = neighborhood.reach
    range = neighborhood.range
    states = rule.states
    planes = Int.bitWidth - (rule.states - 1).leadingZeroBitCount
    let parities = neighborhood.isTriangular ? [false, true] : [false]
    neighborhoods = parities.count
    parityStartsAtCorner = rule.parityStartsAtCorner
    // Counting the cell itself as well often makes fewer differences.
    let centers = neighborhood.includesCenter ? [0] : [0, 1]
    let choices = centers.flatMap { center in
      let alongRows = Differences(neighborhood, atOddParity: false, center: center)
      // Integrating from row to row costs two differences.
      return [
        (center: center, accumulates: false, cost: alongRows.cost),
        (center: center, accumulates: true, cost: alongRows.toTheNorth.cost + 2),
      ]
    }
    let best = choices.min { $0.cost < $1.cost } ?? choices[0]
    let center = best.center
    accumulates = best.accumulates
    lists = parities.flatMap { odd in
      let alongRows = Differences(neighborhood, atOddParity: odd, center: center)
      return [alongRows.byFactor, best.accumulates ? alongRows.toTheNorth.byFactor : []]
    }
    factors = Frozen(lists.joined().map(\.factor))
    places = Frozen(Self.places(of: lists))
    weights =
      neighborhood.stateWeights.isEmpty
      ? nil : Frozen((0..<rule.states).map { Int8(rule.weight(of: State($0))) })
    let sums = Self.sums(rule, center: center)
    laneBits = sums.upperBound - sums.lowerBound < 1 << 16 ? 16 : 32
    self.phases = phases.map { phase in
      // Only a live cell is part of its own sum.
      Phase(
        births: Self.kernelRanges(phase.birth, within: sums),
        survivals: Self.kernelRanges(phase.survival.shifted(by: center), within: sums))
    }
  }

  /// Whether states are not their own weights.
  var hasWeights: Bool { states > 2 || weights != nil }

  func weight(of state: State) -> Int8 {
    if let weights { return unsafe weights.start[Int(state)] }
    return state == 1 ? 1 : 0
  }

  /// The distance in bytes of each difference.
  func offsets(stride: Int) -> Frozen<Int> {
    Frozen(lists.joined().map { Int($0.dy) * stride + Int($0.dx) })
  }

  private static func places(of lists: [[Differences.Term]]) -> [Int] {
    var places: [Int] = []
    var end = 0
    for list in lists {
      let pluses = list.count { $0.factor == 1 }
      let minuses = list.count { $0.factor == -1 }
      places += [end, end + pluses, end + pluses + minuses, end + list.count]
      end += list.count
    }
    return places
  }

  /// The range of possible sums.
  private static func sums(_ rule: LargerThanLife, center: Int) -> ClosedRange<Int> {
    let weights = rule.weightSums
    let states = (0..<rule.states).map { rule.weight(of: State($0)) }
    let lightest = min(0, states.min() ?? 0)
    let heaviest = max(0, states.max() ?? 0)
    let least = weights.lowerBound
    let most = weights.upperBound + center
    return least * heaviest + most * lightest...most * heaviest + least * lightest
  }

  /// Ranges for the kernels, without impossible sums: these would wrap around to possible ones.
  private static func kernelRanges(_ counts: CountSet, within sums: ClosedRange<Int>) -> Frozen<
    Int32
  > {
    let possible = counts.closedRanges.filter { $0.overlaps(sums) }.map { $0.clamped(to: sums) }
    return Frozen(
      possible.flatMap { [Int32($0.lowerBound), Int32($0.upperBound - $0.lowerBound)] })
  }
}
