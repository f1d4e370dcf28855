internal import LifeSystem

extension [Int] {
  /// The growth in a period, if it was the same for each of the last `length` numbers, or `nil`.
  func constantGrowth(in period: Int, over length: Int) -> Int? {
    guard length + period <= count else { return nil }
    let growth = self[count - 1] - self[count - 1 - period]
    let isConstant = (count - length..<count).allSatisfy { self[$0] - self[$0 - period] == growth }
    return isConstant ? growth : nil
  }

  /// The numbers are populations at regular times. The sum of the first *t* grows like *t* to this
  /// exponent: 1 for a constant population, 2 for linear and 3 for quadratic growth.
  ///
  /// - Parameter doublings: compares the sums of the first *t* and the first *t* × 2^`doublings`.
  func growthExponent(overDoublings doublings: Int) -> Double {
    let early = count >> doublings
    guard early > 0 else { return 1 }
    let sums = [early, early << doublings].map { prefix($0).reduce(0.0) { $0 + Double($1) } }
    return log2(sums[1] / sums[0]) / Double(doublings)
  }
}

/// The smallest period in which the population grows by the same number as in the period before.
///
/// The number may depend on the phase in which the period starts. For example, a gun may add a
/// spaceship with more cells in some phases than in others.
///
/// This is only a candidate: comparing cells decides. Periods are numbers of observations.
struct PopulationGrowth {
  let period: Int
  /// The growth in each period, or its maximum if it differs between phases.
  let perPeriod: Int
  /// Whether the growth is the same in all phases.
  let isUniform: Bool

  /// The minimum number of observations to compare.
  private static let minObservations = 60
  /// The maximum number of observations to compare beyond one period.
  private static let maxBeyondPeriod = 512

  /// Usual periods of the total population of small objects. They lengthen the period of the
  /// growth. For example, a gun of period 416 emitting a spaceship of period 5 adds the same number
  /// of cells only every 2 080 generations.
  private static let objectPeriods = [1, 4, 5, 6, 12, 28, 60, 96]

  /// A guess at the core's period: the smallest in which the population always grows. The growth
  /// may differ from one observation to the next, but repeats with one of ``objectPeriods``.
  ///
  /// - Parameter populations: the populations of all observations so far.
  /// - Returns: `nil` if the last observations have no such period.
  static func corePeriod(in populations: [Int]) -> Int? {
    (1...max(1, populations.count / 2)).first { period in
      hasGrown(populations, in: period)
        && objectPeriods.contains { $0 <= period && grows(populations, in: period, repeating: $0) }
    }
  }

  /// A quick test that excludes most periods: whether the last populations exceed those a period
  /// before.
  private static func hasGrown(_ populations: [Int], in period: Int) -> Bool {
    let count = populations.count
    guard minObservations + period <= count else { return false }
    return (count - minObservations..<count).allSatisfy {
      populations[$0] > populations[$0 - period]
    }
  }

  private static func grows(
    _ populations: [Int], in period: Int, repeating objectPeriod: Int
  ) -> Bool {
    let count = populations.count
    let length = max(period + min(period, maxBeyondPeriod), minObservations)
    guard length + period + objectPeriod <= count else { return false }
    let growth = { (place: Int) in populations[place] - populations[place - period] }
    return (count - length..<count).allSatisfy {
      growth($0) > 0 && growth($0) == growth($0 - objectPeriod)
    }
  }

  /// Returns `nil` if the growth at the last observations repeats in no period.
  ///
  /// - Parameter populations: the populations of all observations so far.
  init?(_ populations: [Int]) {
    for period in 1...max(1, populations.count / 2) {
      guard let growth = Self.growth(of: populations, in: period) else { continue }
      self.period = period
      perPeriod = growth.upperBound
      isUniform = growth.lowerBound == growth.upperBound
      return
    }
    return nil
  }

  /// The minimum and maximum growth in a `period`, depending on the phase in which it starts. `nil`
  /// if the growth from a phase differs from the growth a period before.
  private static func growth(of populations: [Int], in period: Int) -> ClosedRange<Int>? {
    let count = populations.count
    let length = max(period + min(period, Self.maxBeyondPeriod), Self.minObservations)
    if let growth = populations.constantGrowth(in: period, over: length) { return growth...growth }
    guard length + 2 * period <= count else { return nil }
    let repeats = (count - length..<count).allSatisfy {
      populations[$0] - populations[$0 - period]
        == populations[$0 - period] - populations[$0 - 2 * period]
    }
    guard repeats else { return nil }
    let growths = (count - period..<count).map { populations[$0] - populations[$0 - period] }
    guard let least = growths.min(), let largest = growths.max() else { return nil }
    return least...largest
  }
}

/// The smallest period in which the growth itself has grown by the same number again and again, for
/// example in a breeder.
///
/// It is a measurement, never a proof.
struct QuadraticGrowth {
  /// A number of observations, or `nil` if the growth is less regular.
  let period: Int?

  /// The minimum numbers of observations and of periods to compare.
  private static let minObservations = 128
  private static let minPeriods = 4
  /// The minimum number of observations for growth without a period, and the range of its
  /// `growthExponent`, ideally 3, over each of the last two doublings of time.
  private static let minObservationsWithoutPeriod = 1 << 12
  private static let exponents = 2.7...3.3

  /// Returns `nil` if the population does not grow quadratically.
  ///
  /// - Parameter populations: the populations of all observations so far.
  init?(_ populations: [Int]) {
    let maxPeriod = populations.count / (Self.minPeriods + 2)
    period = (1...max(1, maxPeriod)).first { Self.isPeriod($0, populations: populations) }
    guard period == nil else { return }
    let count = populations.count
    let grown = populations.map { $0 - populations[0] }
    let isQuadratic = [count, count / 2].allSatisfy {
      Self.exponents.contains(Array(grown.prefix($0)).growthExponent(overDoublings: 1))
    }
    guard count >= Self.minObservationsWithoutPeriod, isQuadratic else { return nil }
  }

  private static func isPeriod(_ period: Int, populations: [Int]) -> Bool {
    let count = populations.count
    let length = max(minPeriods * period, minObservations)
    guard length + 2 * period <= count else { return false }
    let second = { (place: Int) in
      populations[place] - 2 * populations[place - period] + populations[place - 2 * period]
    }
    let growth = second(count - 1)
    return growth > 0 && (count - length..<count).allSatisfy { second($0) == growth }
  }
}
