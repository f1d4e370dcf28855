/// The greatest common divisor of two numbers of at least 0.
package func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
  var a = a
  var b = b
  while b != 0 {
    let remainder = a % b
    a = b
    b = remainder
  }
  return a
}

/// The least common multiple of two positive numbers. Returns `Int.max` if it overflows.
package func leastCommonMultiple(_ one: Int, _ other: Int) -> Int {
  let factor = one / greatestCommonDivisor(one, other)
  let (product, overflow) = factor.multipliedReportingOverflow(by: other)
  return overflow ? .max : product
}

extension Int {
  /// The divisors of a positive number, ascending.
  package var divisors: [Int] {
    var small: [Int] = []
    var large: [Int] = []
    var candidate = 1
    while candidate * candidate <= self {
      if isMultiple(of: candidate) {
        small.append(candidate)
        if candidate * candidate != self { large.append(self / candidate) }
      }
      candidate += 1
    }
    return small + large.reversed()
  }

  /// The prime divisors of a positive number, ascending.
  package var primeFactors: [Int] {
    var rest: Int = self
    var factors: [Int] = []
    var candidate = 2
    while candidate * candidate <= rest {
      if rest.isMultiple(of: candidate) {
        factors.append(candidate)
        while rest.isMultiple(of: candidate) { rest /= candidate }
      }
      candidate += 1
    }
    return rest > 1 ? factors + [rest] : factors
  }
}
