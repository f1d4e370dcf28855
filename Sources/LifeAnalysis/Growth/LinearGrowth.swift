internal import LifeCore
internal import LifeEngines
internal import LifeIO

/// The growth of a population that gains the same number of cells in each period.
package struct LinearGrowth: Sendable, Hashable {
  /// The generations in which ``perPeriod`` cells are added; a multiple of the core's period.
  package let period: Int
  /// The number of live cells added in each period.
  package let perPeriod: Int
  /// The first generation from which every period adds this number.
  package let start: Int
  /// The smallest period of the population's differences.
  package let populationPeriod: Int
  /// The code of the growth, computed from the differences of the population.
  ///
  ///      yl144_1_16_afb5f3db909e60548f086e22ee3353ac
  ///         │  │ │  └ MD5 of the sums of the second and third powers of the differences
  ///         │  │ └ the cells added in one period of the differences
  ///         │  └ the generations of each difference, see ``AnalysisRule/interval``
  ///         └ the number of differences in their smallest period
  package let code: ObjectCode

  /// The growth in the smallest multiple of `period` with a constant gain: the last `length`
  /// populations all exceed those one multiple earlier by the same number. `nil` if there is none.
  ///
  /// - Parameters:
  ///   - populations: the populations of all observations. The differences of the last multiple
  ///     repeat forever.
  ///   - period: a number of observations.
  ///   - maxPeriod: the maximum multiple.
  ///   - length: the number of last observations to check: at least the period of the gains.
  ///   - interval: the generations from one observation to the next.
  init?(
    _ populations: [Int], inMultiplesOf period: Int, upTo maxPeriod: Int, repeating length: Int,
    every interval: Int = 1
  ) {
    let multiple = stride(from: period, through: maxPeriod, by: period).first {
      populations.constantGrowth(in: $0, over: length) != nil
    }
    guard let multiple else { return nil }
    let last = populations.count - 1
    let growth = populations[last] - populations[last - multiple]
    self.period = multiple * interval
    perPeriod = growth
    var start = last - multiple
    while start > 0, populations[start - 1 + multiple] - populations[start - 1] == growth {
      start -= 1
    }
    self.start = start * interval
    let differences = (last - multiple..<last).map { populations[$0 + 1] - populations[$0] }
    let shortest =
      multiple.divisors.first { divisor in
        differences.indices.allSatisfy { differences[$0] == differences[$0 % divisor] }
      } ?? multiple
    populationPeriod = shortest * interval
    code = ObjectCode(linearGrowth: differences.prefix(shortest), every: interval)
  }
}

extension ObjectCode {
  /// The code of linear growth, see ``LinearGrowth/code``.
  ///
  /// - Parameter differences: the differences of the population over their smallest period.
  init(linearGrowth differences: some Collection<Int>, every interval: Int) {
    let sum = differences.reduce(0) { $0 + $1 }
    let squares = differences.reduce(0) { $0 + $1 * $1 }
    let cubes = differences.reduce(0) { $0 + $1 * $1 * $1 }
    let digest = MD5.hex(Array("\(squares)#\(cubes)".utf8))
    self.init("yl\(differences.count)_\(interval)_\(sum)_\(digest)")
  }
}

extension LinearGrowth {
  /// The maximum period for comparing populations.
  private static let maxPeriod = 1 << 14

  /// The growth of a pattern with a recurring core. `nil` if the population does not grow by a
  /// constant number after any multiple of the core's period, or if measuring it is interrupted.
  ///
  /// For example, it is `nil` if all emitted spaceships are in the same phase at any one time, and
  /// their phases have different populations.
  ///
  /// - Parameters:
  ///   - evolution: a generation from which on the growth is proved; it is stepped further.
  ///   - populations: the populations of all observations up to it.
  init?(
    of core: GrowthProof.Recurrence, _ evolution: inout Evolution, populations: [Int]
  ) throws {
    var populations = populations
    let interval = evolution.rule.interval
    let period = core.period / interval
    let objectPeriod = max(1, core.objectPeriod / interval)
    guard objectPeriod <= Self.maxPeriod else { return nil }
    let factors = min(
      objectPeriod / greatestCommonDivisor(objectPeriod, period),
      max(1, Self.maxPeriod / period))
    do {
      for _ in 0..<period * factors + objectPeriod {
        try evolution.advance(by: interval)
        populations.append(evolution.population)
      }
    } catch is Stopped {
      return nil
    }
    self.init(
      populations, inMultiplesOf: period, upTo: period * factors, repeating: objectPeriod,
      every: interval)
  }
}
