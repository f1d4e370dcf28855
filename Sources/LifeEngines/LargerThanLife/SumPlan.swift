internal import LifeCore

/// A rule as the kernels want it: differences, ranges of counts, the width of a number.
final class SumPlan: Sendable {
  let scheme: SumScheme
  /// Bits of the numbers that counts are held in.
  let laneBits: Int
  /// How many columns and rows away the farthest neighbours are.
  let reach: Int
  let range: Int
  /// How many rows north and south of a row its differences need.
  let rowsNorth: Int
  let rowsSouth: Int
  let states: Int
  /// The bits that hold a state.
  let planes: Int
  let neighbourhoods: Int
  /// Column, row and factor of each difference.
  let terms: Frozen<Int32>
  /// How many differences have the factor 1, −1 and others, for each neighbourhood.
  let termCounts: Frozen<Int>
  /// What each state counts for, if it is not only state 1 that does.
  let weights: Frozen<Int8>?
  /// The phases of even and of odd generations.
  private let phases: [Phase]

  /// Ranges of counts: where each begins, and how many follow.
  struct Phase {
    let births: Frozen<Int32>
    let survivals: Frozen<Int32>
  }

  init(_ rule: LargerThanLife) {
    let neighbourhood = rule.neighbourhood
    reach = neighbourhood.reach
    range = neighbourhood.range
    states = rule.states
    planes = Int.bitWidth - (rule.states - 1).leadingZeroBitCount
    let parities = neighbourhood.alternates ? [false, true] : [false]
    neighbourhoods = parities.count
    let (scheme, centre) = SumScheme.best(neighbourhood)
    self.scheme = scheme
    let terms = parities.map { odd in
      Self.kinds(scheme.differences(neighbourhood, atOddParity: odd, centre: centre).terms)
    }
    let all = terms.joined().joined()
    self.terms = Frozen(all.flatMap { [$0.dx, $0.dy, $0.factor] })
    termCounts = Frozen(terms.joined().map(\.count))
    rowsNorth = Int(-all.reduce(0) { min($0, $1.dy) })
    rowsSouth = Int(all.reduce(0) { max($0, $1.dy) })
    let stateWeights = neighbourhood.stateWeights
    self.weights =
      stateWeights.isEmpty
      ? nil : Frozen(stateWeights.indices.map { Int8(rule.weight(of: State($0))) })
    let sums = Self.sums(rule, centre: centre)
    laneBits = [8, 16].first { sums.upperBound - sums.lowerBound < 1 << $0 } ?? 32
    phases = rule.phases.map { phase in
      // Only a living cell can have counted itself.
      Phase(
        births: Self.kernelRanges(phase.birth, sums),
        survivals: Self.kernelRanges(phase.survival.shifted(by: centre), sums))
    }
  }

  func phase(atOdd odd: Bool) -> Phase { phases[odd ? phases.count - 1 : 0] }

  var termCount: Int { terms.count / 3 }

  /// Those with factor 1, those with −1 and the others, which must be multiplied.
  private static func kinds(_ terms: [Differences.Term]) -> [[Differences.Term]] {
    [
      terms.filter { $0.factor == 1 }, terms.filter { $0.factor == -1 },
      terms.filter { abs($0.factor) != 1 },
    ]
  }

  /// The least and the most that the weights of living cells can add up to.
  private static func sums(_ rule: LargerThanLife, centre: Int) -> ClosedRange<Int> {
    let weights = rule.weightSums
    let states = (0..<rule.states).map { rule.weight(of: State($0)) }
    let (lightest, heaviest) = (min(0, states.min() ?? 0), max(0, states.max() ?? 0))
    let (least, most) = (weights.lowerBound, weights.upperBound + centre)
    return least * heaviest + most * lightest...most * heaviest + least * lightest
  }

  /// Where each range of counts begins and how many follow; what cannot be counted is left out,
  /// as numbers that wrap around would take it for something else.
  private static func kernelRanges(_ counts: CountSet, _ sums: ClosedRange<Int>) -> Frozen<Int32> {
    let possible = counts.ranges.filter { $0.overlaps(sums) }.map { $0.clamped(to: sums) }
    return Frozen(
      possible.flatMap { [Int32($0.lowerBound), Int32($0.upperBound - $0.lowerBound)] })
  }
}

/// Numbers at a place that does not change, for the kernels.
@safe
final class Frozen<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  let count: Int
  /// The first of them; to be used no longer than they live.
  @unsafe let start: UnsafePointer<Element>

  init(_ elements: [Element]) {
    count = elements.count
    // Never nothing, so that there is a place at all.
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, count))
    for index in elements.indices { unsafe (memory + index).initialize(to: elements[index]) }
    unsafe start = UnsafePointer(memory)
  }

  deinit { unsafe start.deallocate() }
}
