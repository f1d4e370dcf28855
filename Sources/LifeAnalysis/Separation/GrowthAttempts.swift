/// The attempts to prove the growth of one pattern.
struct GrowthAttempts {
  /// The period of the growth of the population.
  let period: Int
  /// The generation at which the growth was seen first.
  let since: Int

  init(period: Int, since: Int, after earlier: GrowthAttempts? = nil) {
    self.period = period
    self.since = since
    work = earlier?.work ?? 0
  }

  /// The generation of the next attempt by objects.
  var next = 0
  var count = 0

  /// The cells times generations that the proofs have cost so far.
  private(set) var work = 0

  /// Work that takes a fraction of a second.
  private static let smallWork = 1 << 25
  /// The generations of a pattern that take as long as a proof for each generation of a period.
  private static let workPerGeneration = 16

  /// How many times as much as following the pattern the proofs may cost. A puffer of period 10 150
  /// is seen to grow after two periods, when it has been followed for little longer than that.
  private static let largestShare = 32

  /// The first of some periods, as many as may be tried now. While a large pattern begins, its
  /// population often seems to grow; vain attempts must not take much longer than following it.
  ///
  /// - Parameters:
  ///   - visited: the sum of the populations of all generations.
  mutating func affordable(_ periods: [Int], population: Int, visited: Int) -> [Int] {
    var affordable: [Int] = []
    var total = 0
    for period in periods {
      let cost = period * population * Self.workPerGeneration
      guard total + cost <= Self.smallWork || work + cost <= Self.largestShare * visited else {
        break
      }
      work += cost
      total += cost
      affordable.append(period)
    }
    return affordable
  }

  /// A core may recur after a multiple of the period of the population, such as one whose debris is
  /// mirrored in each half of its period.
  static let factors = 1...4

  /// The periods to try. In some phases debris is too close to a core to be told from it, so a
  /// multiple counts only if the period itself fails.
  ///
  /// - Parameter exact: after which the population grows by the same numbers, if it is known.
  func periods(exact: Int?) -> [Int] {
    let factors =
      switch count {
      case ...1: 1...1
      case 4...5: Self.factors
      default: 1...2
      }
    let multiples = factors.map { period * $0 }
    guard count > 2, let exact else { return multiples }
    return multiples + factors.map { exact * $0 }.filter { !multiples.contains($0) }
  }

  var allowStretching: Bool { count >= 5 }

  /// The generations of regular growth during which a proof by objects is attempted.
  private static let longestAge = 2_048

  var lastByObjects: Int { since + max(Self.longestAge, 8 * period) }
  /// The last generation at which anything is tried.
  var last: Int { since + 4 * max(Self.longestAge, 8 * period) }
}
