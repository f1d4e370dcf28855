/// The populations of a soup at regular times, and what they say of how it goes on.
///
/// They decide only when a proof is tried, and when a soup is given up.
struct SampledPopulations {
  /// The generations between two samples.
  static let interval = 24
  /// The samples in 120 generations, a multiple of all common periods.
  private static let lag = 5
  /// The samples that show even growth, 288 generations.
  private static let evenLength = 12
  /// The samples in the longest period of linear growth that is recognized, 2 304 generations.
  private static let longestLag = 96
  /// The cells, or the sum of the cells of all generations, after which growth is not followed any
  /// further. Soups of two states take far less time, and some of them settle late.
  private static let manyCells = 1_500
  private static let muchWork = 1 << 19
  private static let muchWorkOfTwoStates = 1 << 24
  /// The samples that a soup of two states has before it is looked at. If it explodes at once, it
  /// soon has more cells than a census allows.
  private static let fewestOfGrowth = 100
  /// A soup grows steadily if it has so many times as many cells when it is twice as old.
  private static let steadyGrowth = 1.5

  private let states: Int
  private var samples: [Int]
  /// The sum of the populations of all generations.
  private var work = 0

  /// - Parameter states: those of the rule.
  init(first: Int, states: Int) {
    self.states = states
    samples = [first]
  }

  mutating func append(_ population: Int) {
    samples.append(population)
    work += population * Self.interval
  }

  /// Whether the population is the same as 120 generations ago three times in a row.
  var isPeriodic: Bool { samples.evenGrowth(in: Self.lag, over: 3) == 0 }

  /// The generations, at most 120, in which the population has grown by the same number again and
  /// again; nil if it has not, or is large.
  var evenPeriod: Int? {
    guard samples[samples.count - 1] <= Self.manyCells else { return nil }
    return (1...Self.lag).first { samples.evenGrowth(in: $0, over: Self.evenLength) ?? 0 > 0 }
      .map { $0 * Self.interval }
  }

  /// Whether the population has grown by the same number for long.
  var growsLinearly: Bool {
    (1...Self.longestLag).contains {
      samples.evenGrowth(in: $0, over: max(3 * $0, Self.longestLag)) ?? 0 > 0
    }
  }

  /// Whether a soup has become large, or has been large for long, and has had half as many cells
  /// again, or more, each of the last two times that its age has doubled. Soups that settle do not
  /// grow so large in that way.
  var growsTooMuch: Bool {
    let last = samples.count - 1
    let isLarge =
      states == 2
      ? work >= Self.muchWorkOfTwoStates && last >= Self.fewestOfGrowth
      : samples[last] >= Self.manyCells || work >= Self.muchWork
    return isLarge
      && (0..<2).allSatisfy {
        Double(samples[last >> $0]) >= Self.steadyGrowth * Double(samples[last >> ($0 + 1)])
      }
  }
}
