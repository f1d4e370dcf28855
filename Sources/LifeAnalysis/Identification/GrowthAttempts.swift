/// Decides when to try which of ``CycleSearch/growthSteps``.
///
/// A failed proof must not take much longer than following the pattern: a large young pattern seems
/// to grow in one way after another. On the other hand, the growth of a puffer of period 10 150
/// shows after two periods, and its proof then takes longer than following it so far.
struct GrowthAttempts {
  /// The period of the population's growth.
  let period: Int
  /// The generation in which the growth first showed.
  let since: Int
  /// The generation of the next attempt, and the number of previous attempts.
  private var next = 0
  private var count = 0
  /// The cost of all proofs so far in cells times generations, and its share for periods tried
  /// before this growth showed.
  private var work = 0
  private var repeatedWork = 0
  /// The cost of dividing the cells, once in each attempt.
  private var dividingWork = 0
  private var tried: Set<Int> = []
  private var triedBefore: Set<Int> = []

  /// The cost of a division, of one for each generation of its period, and of a proof for each, as
  /// multiples of the population.
  private static let workPerDivision = 1 << 11
  private static let workPerDividedGeneration = 4
  private static let workPerGeneration = 16
  /// Work up to this number is always allowed.
  private static let smallWork = 1 << 25
  /// The maximum cost of all proofs, and of those for periods tried before, as multiples of the
  /// cost of following the pattern. For example, a rake of period 90 seems to begin again 17 times.
  private static let maxShare = 28
  private static let maxRepeatedShare = 2
  /// Before the first attempt, a pattern of 6 000 cells must have grown in this way for 300
  /// generations, one for so many cells; a larger one for at most ``maxEvidence``.
  private static let cellsPerEvidence = 20
  private static let maxEvidence = 1_400

  /// - Parameter earlier: the attempts for the growth before this one.
  init(period: Int, since: Int, after earlier: GrowthAttempts? = nil) {
    self.period = period
    self.since = since
    guard let earlier else { return }
    work = earlier.work
    repeatedWork = earlier.repeatedWork
    dividingWork = earlier.dividingWork
    triedBefore = earlier.triedBefore.union(earlier.tried)
  }

  /// Takes the periods to try now and marks them as tried: all periods of an attempt, or only the
  /// first few if the next one costs too much. None if it is too early or the first costs too much.
  ///
  /// - Parameters:
  ///   - growthPeriod: the period of the population's growth, if it is known.
  ///   - population: the population of the generation to divide.
  ///   - visited: the sum of the populations of all generations so far.
  mutating func takePeriods(
    at generation: Int, growthPeriod: Int?, population: Int, visited: Int
  ) -> [Int] {
    let division = population * (Self.workPerDivision + Self.workPerDividedGeneration * period)
    // Small patterns need no evidence, nor others if all divisions cost less than following them.
    let isCheap = population <= CycleSearch.manyCells || dividingWork + division <= visited
    let evidence = isCheap ? 0 : min(Self.maxEvidence, population / Self.cellsPerEvidence)
    guard generation >= max(next, since + evidence),
      generation <= lastAttempt || generation > lastFollowed
    else { return [] }
    var taken: [Int] = []
    var total = 0
    for period in periods(growthPeriod: growthPeriod) {
      let cost = period * population * Self.workPerGeneration
      guard total + cost <= Self.smallWork || work + cost <= Self.maxShare * visited else {
        break
      }
      if triedBefore.contains(period) {
        let again = cost + population * Self.workPerDivision
        let most = max(Self.smallWork, Self.maxRepeatedShare * visited)
        guard repeatedWork + again <= most else { break }
        repeatedWork += again
      }
      tried.insert(period)
      work += cost
      total += cost
      taken.append(period)
    }
    // A later attempt may afford them, after the pattern has been followed for longer.
    if taken.isEmpty { return [] }
    count += 1
    dividingWork += division
    next = generation + max(CycleSearch.minInterval, generation - since)
    return taken
  }

  private func periods(growthPeriod: Int?) -> [Int] {
    let steps = CycleSearch.growthSteps
    let step = steps[min(count, steps.count - 1)]
    let multiples = step.factors.map { period * $0 }
    guard step.triesGrowthPeriod, let growthPeriod else { return multiples }
    return multiples + step.factors.map { growthPeriod * $0 }.filter { !multiples.contains($0) }
  }

  /// The number of generations with attempts at a proof. There are more after ``lastFollowed``, for
  /// small patterns: a spaceship may have crossed their streams by then.
  private var maxAge: Int { max(2_048, 8 * period) }
  private var lastAttempt: Int { since + maxAge }
  /// The last generation for following a large pattern.
  var lastFollowed: Int { since + 4 * maxAge }
}
