/// The attempts to prove the growth of one pattern.
struct GrowthAttempts {
  /// The period of the growth of the population.
  let period: Int
  /// The generation at which the growth was seen first.
  let since: Int
  /// The generation of the first attempt. Many cells must have grown regularly for longer, unless
  /// they have been followed for so long that one more vain attempt takes no longer than that. A
  /// large pattern that begins seems to grow in one way after the other: a rake of 20 000 cells
  /// takes 2.7 s in place of 3.9.
  let firstAttempt: Int

  /// - Parameters:
  ///   - population: of the generation at which the growth was seen first.
  ///   - visited: the sum of the populations of all generations up to there.
  init(
    period: Int, since: Int, population: Int = 0, visited: Int = 0,
    after earlier: GrowthAttempts? = nil
  ) {
    self.period = period
    self.since = since
    let workWithOneMore =
      (earlier?.dividingWork ?? 0) + Self.dividingWork(of: population, period: period)
    let evidence = min(Self.mostEvidence, population / Self.cellsPerEvidence)
    let isCheap = population < Self.manyCells || workWithOneMore <= visited
    firstAttempt = isCheap ? since : since + evidence
    guard let earlier else { return }
    dividingWork = earlier.dividingWork
    work = earlier.work
    repeatedWork = earlier.repeatedWork
    triedBefore = earlier.triedBefore.union(earlier.tried)
  }

  /// The generation of the next attempt by objects.
  var next = 0
  /// The number of attempts by objects so far.
  var count = 0

  /// The cells times generations that the proofs have cost so far.
  private(set) var work = 0
  /// The part of it for periods that had been tried before the growth was seen.
  private var repeatedWork = 0
  /// The cells times generations of dividing all cells, once in each attempt.
  private var dividingWork = 0
  private var tried: Set<Int> = []
  /// The periods that were tried when the pattern grew in this way before, in vain.
  private var triedBefore: Set<Int> = []

  /// Work that takes a fraction of a second.
  private static let smallWork = 1 << 25
  /// The generations of a pattern that take as long as a proof takes for each generation of the
  /// period.
  private static let workPerGeneration = 16
  /// The generations of a pattern that take as long as dividing it in all ways.
  private static let workPerAttempt = 1 << 11
  /// The same for each generation of the period.
  private static let workPerDividedGeneration = 4
  /// The generations of regular growth for which a first attempt waits at most, and the cells for
  /// each of which it waits.
  private static let mostEvidence = 512
  private static let cellsPerEvidence = 32
  /// The cells from which on a first attempt waits.
  private static let manyCells = 1_024

  private static func dividingWork(of population: Int, period: Int) -> Int {
    population * (workPerAttempt + workPerDividedGeneration * period)
  }

  /// How many times as much the proofs may cost as following the pattern. A puffer of period 10 150
  /// is seen to grow after two periods, when it has been followed for little longer than that.
  private static let largestShare = 32

  /// The same for periods that were tried before. A rake of period 90 seems to begin again 17 times
  /// until the debris of its beginning has left: 1.5 → 0.3 s.
  private static let largestRepeatedShare = 2

  /// Whether the next attempt by objects may begin. A pattern that is followed further when all
  /// attempts have failed is small; a spaceship may have crossed its streams by then.
  func isDue(at generation: Int) -> Bool {
    generation >= max(firstAttempt, next) && (generation <= lastByObjects || generation > last)
  }

  /// The periods that the next attempt by objects may try now, which count as tried from now on:
  /// all of the attempt, the first of them, or none. While a large pattern begins, its population
  /// often seems to grow; vain attempts must not take much longer than following it.
  ///
  /// - Parameters:
  ///   - exact: the period after which the population grows by the same numbers, if it is known.
  ///   - population: of the generation that is divided.
  ///   - visited: the sum of the populations of all generations so far.
  mutating func takeAffordablePeriods(exact: Int?, population: Int, visited: Int) -> [Int] {
    var affordable: [Int] = []
    var total = 0
    for period in periods(ofAttempt: count + 1, exact: exact) {
      let cost = period * population * Self.workPerGeneration
      guard total + cost <= Self.smallWork || work + cost <= Self.largestShare * visited else {
        break
      }
      if triedBefore.contains(period) {
        let again = cost + population * Self.workPerAttempt
        let most = max(Self.smallWork, Self.largestRepeatedShare * visited)
        guard repeatedWork + again <= most else { break }
        repeatedWork += again
      }
      tried.insert(period)
      work += cost
      total += cost
      affordable.append(period)
    }
    if !affordable.isEmpty { dividingWork += Self.dividingWork(of: population, period: period) }
    return affordable
  }

  /// A core may recur after a multiple of the period of the population, such as one whose debris is
  /// mirrored in each half of its period.
  static let factors = 1...4

  /// The periods of an attempt, counted from 1. In some phases debris is too close to a core to be
  /// told from it, so multiples are tried only after the period itself has failed, and the larger
  /// ones, which cost most, only in two attempts. The second one leaves out the period that has
  /// just failed: a puffer whose period is twice that of its population takes 1.0 s in place of
  /// 2.0.
  private func periods(ofAttempt number: Int, exact: Int?) -> [Int] {
    let factors =
      switch number {
      case 1: 1...1
      case 2: 2...2
      case 4...5: Self.factors
      default: 1...2
      }
    let multiples = factors.map { period * $0 }
    guard number > 2, let exact else { return multiples }
    return multiples + factors.map { exact * $0 }.filter { !multiples.contains($0) }
  }

  /// Whether the proof by a strip is tried, which says less: only after all factors have been tried
  /// by objects, and again when the population has grown regularly for longer by half.
  func allowsStretching(at generation: Int) -> Bool {
    count >= Self.manyAttempts && generation >= nextStretching
  }

  /// The number of attempts by objects after which all factors have been tried.
  static let manyAttempts = 5

  /// The generation of the next attempt by a strip.
  private var nextStretching = 0

  mutating func stretchingFailed(at generation: Int) {
    nextStretching = generation + (generation - since) / 2
  }

  /// The generations of regular growth during which a proof by objects is attempted.
  private var longestAge: Int { max(2_048, 8 * period) }

  private var lastByObjects: Int { firstAttempt + longestAge }
  /// The last generation at which anything is tried for a large pattern.
  var last: Int { firstAttempt + 4 * longestAge }
}
