internal import LifeCore
internal import LifeEngines
internal import LifeIO

/// The population of a pattern that grows by the same number in each period.
package struct LinearGrowth: Sendable, Hashable {
  /// The generations after which the population has grown by the same number; a multiple of the
  /// period of the core.
  package let period: Int
  /// The number of live cells that each period adds.
  package let perPeriod: Int
  /// The first generation from which every period adds them.
  package let start: Int
  /// The smallest number of generations after which the differences of the population repeat.
  package let populationPeriod: Int
  /// The code of the growth, from the differences of the population alone.
  ///
  ///      yl144_1_16_afb5f3db909e60548f086e22ee3353ac
  ///         │  │ │  └ MD5 of the sums of the second and third powers of the differences
  ///         │  │ └ the cells that are added in the period of the differences
  ///         │  └ the generations of each difference, always 1
  ///         └ the smallest period of the differences
  package let code: ObjectCode

  /// - Parameters:
  ///   - populations: of all generations, the last `period` of which are followed by the same
  ///     differences again and again; more than `period` of them.
  init(_ populations: [Int], period: Int) {
    let count = populations.count
    let growth = populations[count - 1] - populations[count - 1 - period]
    self.period = period
    perPeriod = growth
    var start = count - 1 - period
    while start > 0, populations[start - 1 + period] - populations[start - 1] == growth {
      start -= 1
    }
    self.start = start
    let differences = (count - 1 - period..<count - 1).map { populations[$0 + 1] - populations[$0] }
    let shortest =
      period.divisors.first { divisor in
        differences.indices.allSatisfy { differences[$0] == differences[$0 % divisor] }
      } ?? period
    populationPeriod = shortest
    code = ObjectCode(linearGrowth: differences.prefix(shortest))
  }
}

extension LinearGrowth {
  /// The growth in the shortest multiple of a period after which it is the same in all of the last
  /// generations; nil if there is none.
  ///
  /// - Parameters:
  ///   - populations: of all generations.
  ///   - longest: the longest multiple.
  ///   - length: the number of generations after which the growth in each multiple is known to
  ///     repeat.
  init?(
    _ populations: [Int], inMultiplesOf period: Int, upTo longest: Int, repeating length: Int
  ) {
    let even = stride(from: period, through: longest, by: period).first {
      populations.evenGrowth(in: $0, over: length) != nil
    }
    guard let even else { return nil }
    self.init(populations, period: even)
  }
}

extension ObjectCode {
  /// The code of linear growth, see ``LinearGrowth/code``.
  ///
  /// - Parameter differences: of the population, in each generation of their smallest period.
  init(linearGrowth differences: some Collection<Int>) {
    let sum = differences.reduce(0) { $0 + $1 }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    let cubes = differences.reduce(0) { $0 + $1 * $1 * $1 }
    let digest = MD5.hex(Array("\(squares)#\(cubes)".utf8))
    self.init("yl\(differences.count)_1_\(sum)_\(digest)")
  }
}

extension LinearGrowth {
  /// The most generations after which the population is compared.
  private static let longestPeriod = 1 << 14

  /// The growth of a pattern whose core recurs; nil if the population does not grow by the same
  /// number again and again after some periods of the core, or if measuring it is interrupted.
  ///
  /// It does not if a core emits, always in the same of their phases, objects whose population
  /// depends on the phase.
  ///
  /// - Parameters:
  ///   - evolution: a generation from which on the growth is proved; is stepped further.
  ///   - populations: of all generations up to it.
  init?(
    of core: GrowthProof.Recurrence, _ evolution: inout Evolution, populations: [Int]
  ) throws {
    var populations = populations
    let period = core.period
    let objectPeriod = core.objectPeriod
    guard objectPeriod <= Self.longestPeriod else { return nil }
    let factors = min(
      objectPeriod / greatestCommonDivisor(objectPeriod, period),
      max(1, Self.longestPeriod / period))
    do {
      for _ in 0..<period * factors + objectPeriod {
        try evolution.advance(by: 1)
        populations.append(evolution.population)
      }
    } catch is Stopped {
      return nil
    }
    self.init(
      populations, inMultiplesOf: period, upTo: period * factors, repeating: objectPeriod)
  }
}
