/// The shortest period after which the population has grown by the same number again and again.
///
/// A candidate only: cells decide.
struct PopulationGrowth {
  let period: Int
  /// The growth in each period.
  let perPeriod: Int

  /// The generations that are compared at least.
  private static let shortest = 60
  /// The generations that are compared beyond one period at most.
  private static let mostRepeats = 512

  /// Nil if the last generations have no such period.
  ///
  /// - Parameter populations: of all generations so far.
  init?(_ populations: [Int]) {
    for period in 1...max(1, populations.count / 2) {
      guard let growth = Self.growth(populations, period) else { continue }
      (self.period, perPeriod) = (period, growth)
      return
    }
    return nil
  }

  /// The growth after each `period` among the last generations; nil if it is not always the same.
  private static func growth(_ populations: [Int], _ period: Int) -> Int? {
    let count = populations.count
    let length = max(period + min(period, Self.mostRepeats), Self.shortest)
    guard length + period <= count else { return nil }
    let growth = populations[count - 1] - populations[count - 1 - period]
    let isConstant = (count - length..<count).allSatisfy {
      populations[$0] - populations[$0 - period] == growth
    }
    return isConstant ? growth : nil
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
    let shortest = (1...max(1, populations.count / 4)).first { Self.isPeriod($0, populations) }
    guard let shortest else { return nil }
    period = shortest
  }

  private static func isPeriod(_ period: Int, _ populations: [Int]) -> Bool {
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
