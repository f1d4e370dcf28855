/// Decides which of ``CycleSearch/growthSteps`` is tried, and when, while a pattern is followed.
///
/// A proof that fails must not take much longer than following the pattern: a large pattern that
/// begins seems to grow in one way after the other. A puffer of period 10 150, on the other hand,
/// is seen to grow after two periods, and then its proof takes longer than the pattern was
/// followed.
struct GrowthAttempts {
  /// The period of the growth of the population.
  let period: Int
  /// The generation at which the growth was seen first.
  let since: Int
  /// The generation of the next attempt, and the number of those before.
  private var next = 0
  private var count = 0
  /// The cells times generations that the proofs have cost so far, and the part of it for periods
  /// that had been tried before this growth was seen.
  private var work = 0
  private var repeatedWork = 0
  private var tried: Set<Int> = []
  private var triedBefore: Set<Int> = []

  /// The generations of a pattern that take as long as dividing it, and those that take as long as
  /// a proof for each generation of the period.
  private static let workPerDivision = 1 << 11
  private static let workPerGeneration = 16
  /// Work that takes a fraction of a second.
  private static let smallWork = 1 << 25
  /// How many times as much as following the pattern the proofs may cost, and those for periods
  /// that were tried before: a rake of period 90 seems to begin again 17 times.
  private static let largestShare = 32
  private static let largestRepeatedShare = 2

  /// - Parameter earlier: the attempts at growth that was seen before.
  init(period: Int, since: Int, after earlier: GrowthAttempts? = nil) {
    self.period = period
    self.since = since
    guard let earlier else { return }
    work = earlier.work
    repeatedWork = earlier.repeatedWork
    triedBefore = earlier.triedBefore.union(earlier.tried)
  }

  /// The periods that are tried now, which count as tried from now on: all of an attempt, the first
  /// of them, or none if it is too early.
  ///
  /// - Parameters:
  ///   - exact: the period after which the population grows by the same numbers, if it is known.
  ///   - population: of the generation that is divided.
  ///   - visited: the sum of the populations of all generations so far.
  mutating func takePeriods(
    at generation: Int, exact: Int?, population: Int, visited: Int
  ) -> [Int] {
    guard generation >= next, generation <= lastAttempt || generation > last else {
      return []
    }
    var taken: [Int] = []
    var total = 0
    for period in periods(exact: exact) {
      let cost = period * population * Self.workPerGeneration
      guard total + cost <= Self.smallWork || work + cost <= Self.largestShare * visited else {
        break
      }
      if triedBefore.contains(period) {
        let again = cost + population * Self.workPerDivision
        let most = max(Self.smallWork, Self.largestRepeatedShare * visited)
        guard repeatedWork + again <= most else { break }
        repeatedWork += again
      }
      tried.insert(period)
      work += cost
      total += cost
      taken.append(period)
    }
    // They may be tried when the pattern has been followed for longer.
    if taken.isEmpty { return [] }
    count += 1
    next = generation + max(CycleSearch.shortestInterval, generation - since)
    return taken
  }

  private func periods(exact: Int?) -> [Int] {
    let steps = CycleSearch.growthSteps
    let step = steps[min(count, steps.count - 1)]
    let multiples = step.factors.map { period * $0 }
    guard step.triesRepeats, let exact else { return multiples }
    return multiples + step.factors.map { exact * $0 }.filter { !multiples.contains($0) }
  }

  /// The generations of regular growth during which a proof is attempted. A pattern that is
  /// followed further when all attempts have failed is small; a spaceship may have crossed its
  /// streams by then.
  private var longestAge: Int { max(2_048, 8 * period) }
  private var lastAttempt: Int { since + longestAge }
  /// The last generation at which a large pattern is followed for a proof.
  var last: Int { since + 4 * longestAge }
}
