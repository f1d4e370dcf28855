#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension [Int] {
  /// By how much a population has grown in a period, if that was the same at each of the last
  /// `length` numbers; else nil.
  func evenGrowth(in period: Int, over length: Int) -> Int? {
    guard length + period <= count else { return nil }
    let growth = self[count - 1] - self[count - 1 - period]
    let isEven = (count - length..<count).allSatisfy { self[$0] - self[$0 - period] == growth }
    return isEven ? growth : nil
  }

  /// The exponent with which the sum of all populations has grown, at regular times: 1 if they are
  /// constant, 2 if they grow as a line does, 3 if they grow as an area does.
  ///
  /// - Parameter doublings: of the time, at both ends of which sums are compared.
  func growthExponent(overDoublings doublings: Int) -> Double {
    let early = count >> doublings
    guard early > 0 else { return 1 }
    let sums = [early, early << doublings].map { prefix($0).reduce(0.0) { $0 + Double($1) } }
    return log2(sums[1] / sums[0]) / Double(doublings)
  }
}

/// The shortest period after which the population has grown by the same number again and again.
///
/// The number may differ between the phases of the period: a gun adds a spaceship, which itself has
/// more cells in some of its phases than in others.
///
/// A candidate only: cells decide.
struct PopulationGrowth {
  let period: Int
  /// The growth in each period; the largest one if it differs between phases.
  let perPeriod: Int
  /// Whether the growth is the same in all phases.
  let isUniform: Bool

  /// The generations that are compared at least.
  private static let shortest = 60
  /// The generations that are compared beyond one period at most.
  private static let mostRepeats = 512

  /// The common periods of the populations of small objects. A core that emits objects of one of
  /// these periods repeats before the growth of the population does: a gun of period 416 that emits
  /// a spaceship of period 5 adds the same number of cells only every 2 080 generations.
  private static let objectPeriods = [1, 4, 5, 6, 12, 28, 60, 96]

  /// The shortest period after which the population has always grown, by numbers that repeat with
  /// the period of a small object.
  ///
  /// - Parameter populations: of all generations so far.
  /// - Returns: nil if the last generations have none.
  static func shortestPeriod(in populations: [Int]) -> Int? {
    (1...max(1, populations.count / 2)).first { period in
      hasGrown(populations, in: period)
        && objectPeriods.contains { $0 <= period && grows(populations, in: period, repeating: $0) }
    }
  }

  /// Whether the last populations are larger than those a period before, which says of most periods
  /// that the population does not grow in them.
  private static func hasGrown(_ populations: [Int], in period: Int) -> Bool {
    let count = populations.count
    guard shortest + period <= count else { return false }
    return (count - shortest..<count).allSatisfy { populations[$0] > populations[$0 - period] }
  }

  private static func grows(
    _ populations: [Int], in period: Int, repeating objectPeriod: Int
  ) -> Bool {
    let count = populations.count
    let length = max(period + min(period, mostRepeats), shortest)
    guard length + period + objectPeriod <= count else { return false }
    let growth = { (place: Int) in populations[place] - populations[place - period] }
    return (count - length..<count).allSatisfy {
      growth($0) > 0 && growth($0) == growth($0 - objectPeriod)
    }
  }

  /// Nil if the last generations have no such period.
  ///
  /// - Parameter populations: of all generations so far.
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

  /// The least and the largest growth after each `period` among the last generations; nil if it is
  /// not always the same in equal phases.
  private static func growth(of populations: [Int], in period: Int) -> ClosedRange<Int>? {
    let count = populations.count
    let length = max(period + min(period, Self.mostRepeats), Self.shortest)
    if let growth = populations.evenGrowth(in: period, over: length) { return growth...growth }
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

/// The shortest period after which the growth of the population has itself grown by the same number
/// again and again, as that of a breeder does.
///
/// It is measured, and never taken for a proof.
struct QuadraticGrowth {
  /// Nil if the growth is not so regular.
  let period: Int?

  /// The generations that are compared at least, and the periods.
  private static let fewestGenerations = 128
  private static let fewestPeriods = 4
  /// The generations, and the exponents of the last two times that they have doubled, that show
  /// growth without a period.
  private static let fewestWithoutPeriod = 1 << 12
  private static let exponents = 2.7...3.3

  /// Nil if the population does not grow like that.
  ///
  /// - Parameter populations: of all generations so far.
  init?(_ populations: [Int]) {
    let longest = populations.count / (Self.fewestPeriods + 2)
    period = (1...max(1, longest)).first { Self.isPeriod($0, populations: populations) }
    guard period == nil else { return }
    let count = populations.count
    let grown = populations.map { $0 - populations[0] }
    let isQuadratic = [count, count / 2].allSatisfy {
      Self.exponents.contains(Array(grown.prefix($0)).growthExponent(overDoublings: 1))
    }
    guard count >= Self.fewestWithoutPeriod, isQuadratic else { return nil }
  }

  private static func isPeriod(_ period: Int, populations: [Int]) -> Bool {
    let count = populations.count
    let length = max(fewestPeriods * period, fewestGenerations)
    guard length + 2 * period <= count else { return false }
    let second = { (place: Int) in
      populations[place] - 2 * populations[place - period] + populations[place - 2 * period]
    }
    let growth = second(count - 1)
    return growth > 0 && (count - length..<count).allSatisfy { second($0) == growth }
  }
}
