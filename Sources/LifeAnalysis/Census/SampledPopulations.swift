/// The populations of a soup at regular times, and what they say of how it goes on.
///
/// They decide only when a proof is tried, and when a soup is given up.
struct SampledPopulations {
  /// The generations between two samples.
  static let interval = 24
  /// The samples in 120 generations, a multiple of all common periods.
  private static let lag = 5
  /// The samples in the longest period of linear growth that is recognized, 2 304 generations.
  private static let longestLag = 96
  /// The samples that show even growth, 288 generations.
  private static let evenLength = 12
  /// The cells, or the sum of the cells of all generations, after which growth is not followed any
  /// further.
  ///
  /// Of 500 soups of Brian's Brain, none that settled had 512 cells when it grew like that, and all
  /// that are proved to grow for ever grew evenly before an age of 408 generations and 2^18. With
  /// 4 096 cells and 2^21, soups that were given up cost sixteen times as much as others.
  static let manyCells = 1_500
  private static let muchWork = 1 << 19
  /// The same sum for even growth, which may be proved later.
  private static let muchEvenWork = 1 << 21
  /// A soup grows steadily if it has so many times as many cells when it is twice as old.
  private static let steadyGrowth = 1.5
  /// The sum of the cells of all generations after which a soup of two states that grows on need
  /// not be followed if it is irregular, too: it takes as long as soups that soon have more cells
  /// than a census allows.
  ///
  /// Soups of B37/S23 have it at an age of 7 000 to 10 000 generations.
  private static let largeWork = 1 << 24
  /// The samples after which a soup has grown on. Soups that explode at once have more cells than a
  /// census allows before, in a tenth of the time that it takes to see that they are irregular.
  private static let fewestOfGrowth = 100
  /// Nearly the growth of a line, and how many times the age has doubled with it.
  private static let lastingGrowth = 1.75
  private static let doublingsOfGrowth = 3

  private var samples: [Int]
  /// The sum of the populations of all generations.
  private var work = 0

  init(first: Int) { samples = [first] }

  mutating func append(_ population: Int) {
    samples.append(population)
    work += population * Self.interval
  }

  /// Whether the population is the same as 120 generations ago three times in a row.
  var isPeriodic: Bool {
    samples.evenGrowth(in: Self.lag, over: 3) == 0
  }

  /// The shortest time, at most 2 304 generations, after which the population has grown by the same
  /// number for long; nil if there is none.
  var linearPeriod: Int? {
    (1...Self.longestLag).first { lag in
      samples.count > 4 * lag + Self.longestLag
        && samples.grows(in: lag, over: max(3 * lag, Self.longestLag))
    }.map { $0 * Self.interval }
  }

  /// The shortest time, at most 120 generations, after which the population has grown by the same
  /// number again and again; nil if there is none.
  var evenPeriod: Int? {
    (1...Self.lag).first { samples.grows(in: $0, over: Self.evenLength) }
      .map { $0 * Self.interval }
  }

  /// Whether a soup has become large, or has been large for long, and has had half as many cells
  /// again, or more, each of the last two times that its age has doubled. Soups that settle do not
  /// grow so large in that way.
  var growsTooMuch: Bool {
    let last = samples.count - 1
    let isLarge = samples[last] >= Self.manyCells
    guard isLarge || work >= Self.muchWork, hasGrown(by: Self.steadyGrowth, doublings: 2) else {
      return false
    }
    return isLarge || work >= Self.muchEvenWork || evenPeriod == nil
  }

  /// Whether a soup has been large for long, and has grown nearly as a line does, or faster, each
  /// of the last three times that its age has doubled.
  var growsOn: Bool {
    samples.count > Self.fewestOfGrowth && work >= Self.largeWork
      && hasGrown(by: Self.lastingGrowth, doublings: Self.doublingsOfGrowth)
  }

  /// Whether the population grew by a factor each of the last times that the age doubled.
  private func hasGrown(by factor: Double, doublings: Int) -> Bool {
    let last = samples.count - 1
    return (0..<doublings).allSatisfy {
      Double(samples[last >> $0]) >= factor * Double(samples[last >> ($0 + 1)])
    }
  }
}

extension [Int] {
  fileprivate func grows(in period: Int, over length: Int) -> Bool {
    evenGrowth(in: period, over: length) ?? 0 > 0
  }
}
