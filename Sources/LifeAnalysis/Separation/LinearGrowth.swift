internal import LifeIO

/// The population of a pattern that grows by the same number in each period.
package struct LinearGrowth: Sendable, Hashable {
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
    let cycle = differences.prefix(shortest)
    let moments = (1...3).map { power in
      cycle.reduce(0) { sum, value in
        sum + (1..<power).reduce(value) { product, _ in product * value }
      }
    }
    let digest = MD5.hex(Array("\(moments[1])#\(moments[2])".utf8))
    code = ObjectCode("yl\(shortest)_1_\(moments[0])_\(digest)")
  }
}
