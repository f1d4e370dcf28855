/// Magnitudes: unsigned numbers as limbs, least significant first, the last one not zero.
///
/// These are the schoolbook algorithms. Results may have leading zero limbs, which
/// ``init(negative:limbs:)`` drops.
extension BigInt {
  /// The magnitude in limbs; none for zero.
  var limbs: [UInt] {
    switch storage {
    case .small(let value): value == 0 ? [] : [value.magnitude]
    case .large(_, let limbs): limbs
    }
  }

  static func isLess(_ a: [UInt], than b: [UInt]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    guard let index = a.indices.last(where: { a[$0] != b[$0] }) else { return false }
    return a[index] < b[index]
  }

  static func sum(of a: [UInt], and b: [UInt]) -> [UInt] {
    var (result, addend) = a.count < b.count ? (b, a) : (a, b)
    result.append(0)
    var target = result.mutableSpan
    var carry = addProduct(of: addend.span, by: 1, to: &target, at: 0)
    var index = addend.count
    while carry != 0 {
      carry = target[index] == .max ? 1 : 0
      target[index] &+= 1
      index += 1
    }
    return result
  }

  /// `a - b`, which must not be negative.
  static func difference(_ a: [UInt], minus b: [UInt]) -> [UInt] {
    var result = a
    var target = result.mutableSpan
    var borrow = subtractProduct(of: b.span, by: 1, from: &target, at: 0)
    var index = b.count
    while borrow != 0 {
      borrow = target[index] == 0 ? 1 : 0
      target[index] &-= 1
      index += 1
    }
    return result
  }

  static func product(of a: [UInt], and b: [UInt]) -> [UInt] {
    let (long, short) = a.count < b.count ? (b, a) : (a, b)
    var result = [UInt](repeating: 0, count: a.count + b.count)
    var target = result.mutableSpan
    for index in short.indices {
      target[index + long.count] = addProduct(
        of: long.span, by: short[index], to: &target, at: index)
    }
    return result
  }

  /// Replaces `limbs` by `limbs * factor + addend`.
  static func scale(_ limbs: inout [UInt], by factor: UInt, adding addend: UInt) {
    var carry = addend
    var target = limbs.mutableSpan
    for index in target.indices {
      (carry, target[index]) = multiplyAdd(target[index], by: factor, adding: 0, carry: carry)
    }
    if carry != 0 { limbs.append(carry) }
  }

  /// The result has one limb more than the operand plus the whole limbs of the shift.
  static func shiftedLeft(_ limbs: [UInt], by count: Int) -> [UInt] {
    let (whole, bits) = count.quotientAndRemainder(dividingBy: UInt.bitWidth)
    var result = [UInt](repeating: 0, count: whole + limbs.count + 1)
    for (index, limb) in limbs.enumerated() {
      result[whole + index] |= limb << bits
      result[whole + index + 1] = limb >> (UInt.bitWidth - bits)
    }
    return result
  }

  static func shiftedRight(_ limbs: [UInt], by count: Int) -> [UInt] {
    let (whole, bits) = count.quotientAndRemainder(dividingBy: UInt.bitWidth)
    return limbs.indices.dropFirst(whole).map { index in
      let above = index + 1 < limbs.count ? limbs[index + 1] : 0
      return limbs[index] >> bits | above << (UInt.bitWidth - bits)
    }
  }
}

// MARK: - Division

extension BigInt {
  static func divide(_ dividend: [UInt], by divisor: UInt) -> (quotient: [UInt], remainder: UInt) {
    var quotient = dividend
    var remainder = UInt(0)
    for index in dividend.indices.reversed() {
      (quotient[index], remainder) = divisor.dividingFullWidth((remainder, dividend[index]))
    }
    return (quotient, remainder)
  }

  /// Algorithm D: estimates each limb of the quotient from the leading limbs, then corrects it.
  ///
  /// The divisor must not be zero nor have more limbs than the dividend.
  /// - Complexity: O(*n* · *m*) in the numbers of limbs of quotient and divisor.
  /// - SeeAlso: D. E. Knuth, "The Art of Computer Programming", volume 2, section 4.3.1.
  static func divide(_ dividend: [UInt], by divisor: [UInt])
    -> (quotient: [UInt], remainder: [UInt])
  {
    if divisor.count == 1 {
      let (quotient, remainder) = divide(dividend, by: divisor[0])
      return (quotient, [remainder])
    }
    // With the divisor's top bit set, an estimate is at most one too large.
    let shift = divisor[divisor.count - 1].leadingZeroBitCount
    let divisor = Array(shiftedLeft(divisor, by: shift).dropLast())
    var rest = shiftedLeft(dividend, by: shift)
    var quotient = [UInt](repeating: 0, count: rest.count - divisor.count)
    var target = rest.mutableSpan
    for place in quotient.indices.reversed() {
      quotient[place] = divideStep(&target, by: divisor.span, at: place)
    }
    return (quotient, shiftedRight(Array(rest.prefix(divisor.count)), by: shift))
  }

  /// Subtracts the largest multiple of the divisor from `rest` at `place`, and returns the factor.
  private static func divideStep(
    _ rest: inout MutableSpan<UInt>, by divisor: Span<UInt>, at place: Int
  ) -> UInt {
    let top = place + divisor.count
    let digit = estimate(
      (rest[top], rest[top - 1], rest[top - 2]),
      over: (divisor[divisor.count - 1], divisor[divisor.count - 2]))
    let borrow = subtractProduct(of: divisor, by: digit, from: &rest, at: place)
    let isTooLarge = borrow > rest[top]
    if isTooLarge { _ = addProduct(of: divisor, by: 1, to: &rest, at: place) }
    rest[top] = 0
    return isTooLarge ? digit - 1 : digit
  }

  /// The quotient of three limbs by two, at most the largest limb.
  private static func estimate(
    _ dividend: (UInt, UInt, UInt), over divisor: (UInt, UInt)
  ) -> UInt {
    var digit = UInt.max
    var remainder = UInt(0)
    var overflow = false
    if dividend.0 < divisor.0 {
      (digit, remainder) = divisor.0.dividingFullWidth((dividend.0, dividend.1))
    } else {
      (remainder, overflow) = dividend.1.addingReportingOverflow(divisor.0)
    }
    while !overflow, (remainder, dividend.2) < digit.multipliedFullWidth(by: divisor.1) {
      digit -= 1
      (remainder, overflow) = remainder.addingReportingOverflow(divisor.0)
    }
    return digit
  }
}

// MARK: - Inner loops

/// Adds `limbs * factor` to `target` from `place` on and returns the carry into the limb above.
private func addProduct(
  of limbs: Span<UInt>, by factor: UInt, to target: inout MutableSpan<UInt>, at place: Int
) -> UInt {
  var carry: UInt = 0
  for index in limbs.indices {
    (carry, target[place + index]) = multiplyAdd(
      limbs[index], by: factor, adding: target[place + index], carry: carry)
  }
  return carry
}

/// Subtracts `limbs * factor` from `target` from `place` on and returns the borrow from the limb
/// above.
private func subtractProduct(
  of limbs: Span<UInt>, by factor: UInt, from target: inout MutableSpan<UInt>, at place: Int
) -> UInt {
  var borrowed: UInt = 0
  for index in limbs.indices {
    let (high, low) = multiplyAdd(limbs[index], by: factor, adding: 0, carry: borrowed)
    let (limb, borrow) = target[place + index].subtractingReportingOverflow(low)
    target[place + index] = limb
    borrowed = borrow ? high + 1 : high
  }
  return borrowed
}

/// `x * y + z + carry`, which always fits in two limbs.
@inline(__always)
private func multiplyAdd(
  _ x: UInt, by y: UInt, adding z: UInt, carry: UInt
) -> (high: UInt, low: UInt) {
  let product = x.multipliedFullWidth(by: y)
  let (first, overflow) = product.low.addingReportingOverflow(z)
  let (second, overflowAgain) = first.addingReportingOverflow(carry)
  var high = product.high
  if overflow { high &+= 1 }
  if overflowAgain { high &+= 1 }
  return (high, second)
}
