internal import LifeCore

/// A Larger than Life rule compiled for the kernels: the differences of its neighborhood, ranges of
/// sums, and the width of a sum.
final class SumPlan: Sendable {
  /// Whether differences are integrated from row to row as well as along rows.
  let accumulates: Bool
  /// Bits of a sum: 16 or 32.
  let laneBits: Int
  /// The greatest distance of a neighbor, in columns and in rows.
  let reach: Int
  let range: Int
  /// Rows north and south of a row that its differences read.
  let rowsNorth: Int
  let rowsSouth: Int
  let states: Int
  /// Bits of a state.
  let planes: Int
  let neighborhoods: Int
  /// Column, row and factor of each difference.
  let terms: Frozen<Int32>
  /// The numbers of differences with the factor 1, −1 and others, for each neighborhood.
  let termCounts: Frozen<Int>
  /// The weight of each state; nil if only state 1 has one.
  let weights: Frozen<Int8>?
  /// The transitions of even and of odd generations.
  private let phases: [Phase]

  /// Ranges of sums: the least of each, and its length less one.
  struct Phase {
    let births: Frozen<Int32>
    let survivals: Frozen<Int32>
  }

  init(_ rule: LargerThanLife) {
    let neighborhood = rule.neighborhood
    reach = neighborhood.reach
    range = neighborhood.range
    states = rule.states
    planes = Int.bitWidth - (rule.states - 1).leadingZeroBitCount
    let parities = neighborhood.alternates ? [false, true] : [false]
    neighborhoods = parities.count
    // There are often fewer differences if the cell itself is counted as well.
    let centers = neighborhood.includesCenter ? [0] : [0, 1]
    let choices = centers.flatMap { center in
      let alongRows = Differences(neighborhood, atOddParity: false, center: center)
      // To integrate from row to row costs two differences.
      return [
        (center: center, accumulates: false, cost: alongRows.cost),
        (center: center, accumulates: true, cost: alongRows.toTheNorth.cost + 2),
      ]
    }
    let best = choices.min { $0.cost < $1.cost } ?? choices[0]
    let center = best.center
    accumulates = best.accumulates
    let terms = parities.map { odd in
      let alongRows = Differences(neighborhood, atOddParity: odd, center: center)
      return Self.byFactor((best.accumulates ? alongRows.toTheNorth : alongRows).terms)
    }
    let all = terms.joined().joined()
    self.terms = Frozen(all.flatMap { [$0.dx, $0.dy, $0.factor] })
    termCounts = Frozen(terms.joined().map(\.count))
    rowsNorth = Int(-all.reduce(0) { min($0, $1.dy) })
    rowsSouth = Int(all.reduce(0) { max($0, $1.dy) })
    let stateWeights = neighborhood.stateWeights
    self.weights =
      stateWeights.isEmpty
      ? nil : Frozen(stateWeights.indices.map { Int8(rule.weight(of: State($0))) })
    let sums = Self.sums(rule, center: center)
    laneBits = sums.upperBound - sums.lowerBound < 1 << 16 ? 16 : 32
    phases = rule.phases.map { phase in
      // Only a live cell is part of its own sum.
      Phase(
        births: Self.kernelRanges(phase.birth, within: sums),
        survivals: Self.kernelRanges(phase.survival.shifted(by: center), within: sums))
    }
  }

  func phase(atOdd odd: Bool) -> Phase { phases[odd ? phases.count - 1 : 0] }

  var termCount: Int { terms.count / 3 }

  /// The terms with factor 1, those with −1, and the others, which need a multiplication.
  private static func byFactor(_ terms: [Differences.Term]) -> [[Differences.Term]] {
    [
      terms.filter { $0.factor == 1 }, terms.filter { $0.factor == -1 },
      terms.filter { abs($0.factor) != 1 },
    ]
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

  /// Ranges for the kernels, without impossible sums: these would wrap around to other ones.
  private static func kernelRanges(_ counts: CountSet, within sums: ClosedRange<Int>) -> Frozen<
    Int32
  > {
    let possible = counts.ranges.filter { $0.overlaps(sums) }.map { $0.clamped(to: sums) }
    return Frozen(
      possible.flatMap { [Int32($0.lowerBound), Int32($0.upperBound - $0.lowerBound)] })
  }
}
