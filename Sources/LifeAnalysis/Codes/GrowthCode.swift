#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension ObjectCode {
  static let replicator = ObjectCode("zz_REPLICATOR")

  /// The code of growth by the exponent with which the sum of all populations grows; nil for a
  /// population that does not grow, whose sum is proportional to time.
  init?(growthExponent exponent: Double) {
    switch exponent {
    case ..<1.2: return nil
    case ..<1.65: self = .replicator
    case ..<2.1: self.init("zz_LINEAR")
    case ..<2.9: self.init("zz_EXPLOSIVE")
    default: self.init("zz_QUADRATIC")
    }
  }
}

extension Identification {
  /// The code of growth that is faster than linear; nil for other patterns.
  var codeOfGrowth: ObjectCode? {
    switch kind {
    // The sum of a population that grows quadratically is cubic.
    case .breeder, .quadraticGrowth: ObjectCode(growthExponent: 3)
    // When its age doubles, a replicator of n copies has had 1 + n times as many cells.
    case .replicator: copies.flatMap { ObjectCode(growthExponent: log2(1 + Double($0))) }
    default: nil
    }
  }
}
