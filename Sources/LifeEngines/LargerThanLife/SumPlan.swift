internal import LifeCore

/// A rule as the kernels want it: differences, ranges of counts, the width of a number.
final class SumPlan: Sendable {
  let scheme: SumScheme
  /// Bits of the numbers that counts are held in.
  let laneBits: Int
  /// How far the halves of a neighbourhood reach to the west and east.
  let reach: Int
  /// How many rows north and south of a row its differences need.
  let rowsNorth: Int
  let rowsSouth: Int
  let range: Int
  let states: Int
  /// The bits that hold a state.
  let planes: Int
  let neighbourhoods: Int
  /// Column, row and factor of each difference.
  let terms: Frozen<Int32>
  let termCounts: Frozen<Int>
  /// What each state counts for, if it is not only state 1 that does.
  let weights: Frozen<Int8>?
  /// The phases of even and of odd generations.
  private let phases: [(births: Frozen<Int32>, survivals: Frozen<Int32>)]

  init(_ rule: LargerThanLife) {
    let neighbourhood = rule.neighbourhood
    scheme = SumScheme.best(neighbourhood)
    reach = neighbourhood.reach
    range = neighbourhood.range
    states = rule.states
    planes = Int.bitWidth - (rule.states - 1).leadingZeroBitCount
    let sums = Self.sums(rule)
    laneBits = [8, 16].first { sums.upperBound - sums.lowerBound < 1 << $0 } ?? 32
    neighbourhoods = neighbourhood.alternates ? 2 : 1
    var terms: [Differences.Term] = []
    var counts: [Int] = []
    for odd in neighbourhoods == 2 ? [false, true] : [false] {
      let some = scheme.differences(Differences(neighbourhood, atOddParity: odd)).terms
      terms += some.pluses + some.minuses + some.others
      counts += [some.pluses.count, some.minuses.count, some.others.count]
    }
    self.terms = Frozen(terms.flatMap { [$0.dx, $0.dy, $0.factor] })
    termCounts = Frozen(counts)
    rowsNorth = Int(-terms.reduce(0) { min($0, $1.dy) })
    rowsSouth = Int(terms.reduce(0) { max($0, $1.dy) })
    let stateWeights = neighbourhood.stateWeights
    weights =
      stateWeights.isEmpty
      ? nil : Frozen(stateWeights.indices.map { Int8(rule.weight(of: State($0))) })
    phases = rule.phases.map { phase in
      (Self.kernelRanges(phase.birth, sums), Self.kernelRanges(phase.survival, sums))
    }
  }

  func phase(atOdd odd: Bool) -> (births: Frozen<Int32>, survivals: Frozen<Int32>) {
    phases[odd ? phases.count - 1 : 0]
  }

  /// The most terms that one of the neighbourhoods has.
  var termCount: Int { terms.count / 3 }

  /// The least and the most that the weights of living cells can add up to.
  private static func sums(_ rule: LargerThanLife) -> ClosedRange<Int> {
    let weights = rule.neighbourhood.weightSums
    let states = (0..<rule.states).map { rule.weight(of: State($0)) }
    let (least, most) = (min(0, states.min() ?? 0), max(0, states.max() ?? 0))
    return weights.lowerBound * most + weights.upperBound * least
      ... weights.upperBound * most + weights.lowerBound * least
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
