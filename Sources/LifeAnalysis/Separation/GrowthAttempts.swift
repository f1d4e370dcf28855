/// The attempts to prove the growth of one pattern.
struct GrowthAttempts {
  /// The period of the growth of the population.
  let period: Int
  /// The generation at which the growth was seen first.
  let since: Int
  /// The generation of the next attempt by objects.
  var next = 0
  var count = 0

  /// The multiples of the period to try. In some phases debris is too close to a core to be told
  /// from it, so a multiple counts only if the period itself fails in several phases.
  var factors: ClosedRange<Int> {
    switch count {
    case ...3: 1...1
    case ...5: GrowthProof.factors
    default: 1...2
    }
  }

  var allowStretching: Bool { count >= 5 }

  /// For how many generations of regular growth it is tried to prove it by objects.
  private static let longestAge = 2_048

  var lastByObjects: Int { since + max(Self.longestAge, 8 * period) }
  /// The last generation at which anything is tried.
  var last: Int { since + 4 * max(Self.longestAge, 8 * period) }
}
