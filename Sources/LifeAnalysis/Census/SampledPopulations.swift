/// The populations of a soup at regular times, as a hint of its future.
///
/// They only decide when to try a proof and when to give up a soup.
struct SampledPopulations {
  /// The generations between two samples.
  static let interval = 24
  /// The number of samples in 120 generations, a multiple of all common periods.
  private static let lag = 5
  /// The minimum number of samples for constant growth: 288 generations.
  private static let growthLength = 12
  /// The number of samples in the maximum period of linear growth: 2 304 generations.
  private static let maxLag = 96
  /// Limits on following growth: the population, and the sum of the populations of all
  /// generations. Two-state soups are far faster, and some of them settle late.
  private static let manyCells = 1_500
  private static let muchWork = 1 << 19
  private static let muchWorkOfTwoStates = 1 << 29
  /// The minimum number of samples before a two-state soup is judged. An exploding one is given up
  /// sooner, by ``AnalysisLimits/population``.
  private static let minGrowthSamples = 100
  /// The minimum growth factor of a steadily growing soup while its age doubles.
  private static let steadyGrowth = 1.5

  private let states: Int
  private var samples: [Int]
  /// The sum of the populations of all generations.
  private var work = 0

  /// - Parameter states: the number of states of the rule.
  init(first: Int, states: Int) {
    self.states = states
    samples = [first]
  }

  mutating func append(_ population: Int) {
    samples.append(population)
    work += population * Self.interval
  }

  /// Whether three samples in a row equal the samples 120 generations earlier.
  var isPeriodic: Bool { samples.constantGrowth(in: Self.lag, over: 3) == 0 }

  /// The smallest multiple of 24 generations, at most 120, in which the growth is constant. `nil`
  /// without such growth or if the population is large.
  var growthPeriod: Int? {
    guard samples[samples.count - 1] <= Self.manyCells else { return nil }
    return (1...Self.lag).first { samples.constantGrowth(in: $0, over: Self.growthLength) ?? 0 > 0 }
      .map { $0 * Self.interval }
  }

  /// Whether the population grew by the same number in each period: for some period of at most
  /// 2 304 generations, during at least three periods and 2 304 generations.
  var growsLinearly: Bool {
    (1...Self.maxLag).contains {
      samples.constantGrowth(in: $0, over: max(3 * $0, Self.maxLag)) ?? 0 > 0
    }
  }

  /// Whether a soup is large, and grew by a factor of at least 1.5 in each of its last two
  /// doublings of age, unlike settling soups. With two states, it is large if the populations of
  /// all generations add up to `muchWorkOfTwoStates`; with more, if they add up to `muchWork` or
  /// the last one is at least `manyCells`.
  var growsTooMuch: Bool {
    let last = samples.count - 1
    let isLarge =
      states == 2
      ? work >= Self.muchWorkOfTwoStates && last >= Self.minGrowthSamples
      : samples[last] >= Self.manyCells || work >= Self.muchWork
    return isLarge
      && (0..<2).allSatisfy {
        Double(samples[last >> $0]) >= Self.steadyGrowth * Double(samples[last >> ($0 + 1)])
      }
  }
}
