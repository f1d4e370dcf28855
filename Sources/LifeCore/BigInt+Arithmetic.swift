// MARK: - Sums

package extension BigInt {
  static prefix func - (value: BigInt) -> BigInt {
    if case .small(let small) = value.storage, small != .min { return BigInt(-small) }
    return BigInt(negative: !value.isNegative, limbs: value.limbs)
  }

  static func + (lhs: BigInt, rhs: BigInt) -> BigInt {
    if case .small(let left) = lhs.storage, case .small(let right) = rhs.storage {
      let (sum, overflow) = left.addingReportingOverflow(right)
      if !overflow { return BigInt(sum) }
    }
    return largeSum(of: lhs, and: rhs)
  }

  static func - (lhs: BigInt, rhs: BigInt) -> BigInt {
    if case .small(let left) = lhs.storage, case .small(let right) = rhs.storage {
      let (difference, overflow) = left.subtractingReportingOverflow(right)
      if !overflow { return BigInt(difference) }
    }
    return largeSum(of: lhs, and: -rhs)
  }

  static func + (lhs: BigInt, rhs: Int) -> BigInt { lhs + BigInt(rhs) }
  static func - (lhs: BigInt, rhs: Int) -> BigInt { lhs - BigInt(rhs) }
  static func += (lhs: inout BigInt, rhs: BigInt) { lhs = lhs + rhs }
  static func += (lhs: inout BigInt, rhs: Int) { lhs = lhs + rhs }
  static func -= (lhs: inout BigInt, rhs: BigInt) { lhs = lhs - rhs }
  static func -= (lhs: inout BigInt, rhs: Int) { lhs = lhs - rhs }
}

private extension BigInt {
  static func largeSum(of left: BigInt, and right: BigInt) -> BigInt {
    let a = left.limbs
    let b = right.limbs
    if left.isNegative == right.isNegative {
      return BigInt(negative: left.isNegative, limbs: sum(of: a, and: b))
    }
    return isLess(a, than: b)
      ? BigInt(negative: right.isNegative, limbs: difference(b, minus: a))
      : BigInt(negative: left.isNegative, limbs: difference(a, minus: b))
  }
}

// MARK: - Products

package extension BigInt {
  /// - Complexity: O(*n* · *m*) in the numbers of limbs.
  static func * (lhs: BigInt, rhs: BigInt) -> BigInt {
    if case .small(let left) = lhs.storage, case .small(let right) = rhs.storage {
      let (product, overflow) = left.multipliedReportingOverflow(by: right)
      if !overflow { return BigInt(product) }
    }
    let negative = lhs.isNegative != rhs.isNegative
    return BigInt(negative: negative, limbs: product(of: lhs.limbs, and: rhs.limbs))
  }

  static func * (lhs: BigInt, rhs: Int) -> BigInt { lhs * BigInt(rhs) }
  static func *= (lhs: inout BigInt, rhs: BigInt) { lhs = lhs * rhs }
  static func *= (lhs: inout BigInt, rhs: Int) { lhs = lhs * rhs }

  /// `base` to the power of `exponent`, which must be at least 0. The power 0 of any base is 1.
  static func pow(base: BigInt, exponent: Int) -> BigInt {
    precondition(exponent >= 0, "negative exponent")
    var result: BigInt = 1
    var square = base
    var rest = exponent
    while rest > 1 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return rest == 1 ? result * square : result
  }
}

// MARK: - Shifts

package extension BigInt {
  static func << (lhs: BigInt, rhs: Int) -> BigInt {
    precondition(rhs >= 0, "negative shift")
    if case .small(let value) = lhs.storage {
      let shifted = value << rhs
      if shifted >> rhs == value { return BigInt(shifted) }
    }
    return BigInt(negative: lhs.isNegative, limbs: shiftedLeft(lhs.limbs, by: rhs))
  }

  /// The largest integer not greater than `lhs / 2^rhs`, as for `Int`.
  static func >> (lhs: BigInt, rhs: Int) -> BigInt {
    precondition(rhs >= 0, "negative shift")
    switch lhs.storage {
    case .small(let value): return BigInt(value >> rhs)
    case .large(true, _): return -1 - ((-1 - lhs) >> rhs)
    case .large(false, let limbs):
      return BigInt(negative: false, limbs: shiftedRight(limbs, by: rhs))
    }
  }
}

// MARK: - Quotients

package extension BigInt {
  /// Truncates towards zero, as for `Int`: the remainder has the sign of the dividend.
  func quotientAndRemainder(dividingBy divisor: Int) -> (quotient: BigInt, remainder: Int) {
    precondition(divisor != 0, "division by zero")
    if case .small(let value) = storage, divisor != -1 {
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      return (BigInt(quotient), remainder)
    }
    let (quotient, remainder) = BigInt.divide(limbs, by: divisor.magnitude)
    return (
      BigInt(negative: isNegative != (divisor < 0), limbs: quotient),
      isNegative ? -Int(remainder) : Int(remainder)
    )
  }

  /// Truncates towards zero, as for `Int`: the remainder has the sign of the dividend.
  ///
  /// - Complexity: O(*n* · *m*) in the numbers of limbs of dividend and divisor.
  func quotientAndRemainder(dividingBy divisor: BigInt) -> (quotient: BigInt, remainder: BigInt) {
    if let divisor = divisor.int {
      let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
      return (quotient, BigInt(remainder))
    }
    let dividend = limbs
    let divisorLimbs = divisor.limbs
    if BigInt.isLess(dividend, than: divisorLimbs) { return (0, self) }
    let (quotient, remainder) = BigInt.divide(dividend, by: divisorLimbs)
    return (
      BigInt(negative: isNegative != divisor.isNegative, limbs: quotient),
      BigInt(negative: isNegative, limbs: remainder)
    )
  }

  /// Rounds towards minus infinity: the remainder is zero or has the sign of the divisor.
  func floorDivided(by divisor: Int) -> (quotient: BigInt, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    let isFloor = remainder == 0 || (remainder < 0) == (divisor < 0)
    return isFloor ? (quotient, remainder) : (quotient - 1, remainder + divisor)
  }
}
