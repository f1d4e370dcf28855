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
    guard length + period <= count else { return nil }
    let growth = populations[count - 1] - populations[count - 1 - period]
    let isUniform = (count - length..<count).allSatisfy {
      populations[$0] - populations[$0 - period] == growth
    }
    if isUniform { return growth...growth }
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
/// again and again: the mark of a breeder.
///
/// It is told of a pattern that is not identified, and never taken for a proof.
struct QuadraticGrowth {
  let period: Int

  /// The generations that are compared at least.
  private static let shortest = 60

  /// Nil if the last generations have no such period.
  ///
  /// - Parameter populations: of all generations so far.
  init?(_ populations: [Int]) {
    let shortest = (1...max(1, populations.count / 4)).first {
      Self.isPeriod($0, populations: populations)
    }
    guard let shortest else { return nil }
    period = shortest
  }

  private static func isPeriod(_ period: Int, populations: [Int]) -> Bool {
    let count = populations.count
    let length = max(2 * period, shortest)
    guard length + 2 * period <= count else { return false }
    let second = { (place: Int) in
      populations[place] - 2 * populations[place - period] + populations[place - 2 * period]
    }
    let growth = second(count - 1)
    return growth > 0 && (count - length..<count).allSatisfy { second($0) == growth }
  }
}

extension PopulationGrowth {
  /// Whether populations grow faster at last than at first: from the third quarter to the fourth by
  /// more than from the first to the second. The ratio is 1 if the growth is linear and 3 if it is
  /// quadratic; a large beginning makes it smaller.
  static func isAccelerating(_ populations: [Int]) -> Bool {
    let count = populations.count / 4
    let sums = (0..<4).map { quarter in
      populations[quarter * count..<(quarter + 1) * count].reduce(0, +)
    }
    return Double(sums[3] - sums[2]) > 1.05 * Double(sums[1] - sums[0])
  }
}
