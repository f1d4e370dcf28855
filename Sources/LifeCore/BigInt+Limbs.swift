/// Magnitudes: unsigned numbers as limbs, least significant first.
///
/// These are the schoolbook algorithms. The last limb of an operand is not zero. Results may have
/// zero limbs at the most significant end; ``init(negative:limbs:)`` drops them.
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

  /// `a - b`, for `a` of at least `b`.
  static func difference(_ a: [UInt], minus b: [UInt]) -> [UInt] {
    var result = a
    var borrow: UInt = 0
    for index in a.indices {
      let (limb, overflow) = a[index].subtractingReportingOverflow(index < b.count ? b[index] : 0)
      result[index] = limb &- borrow
      borrow = overflow || limb < borrow ? 1 : 0
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

  /// The result has one more limb, and one for each 64 bits of the shift: 2 more for 70 bits.
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

  /// Long division bit by bit. The divisor must not be zero.
  ///
  /// - Complexity: O(*n* · *m*) in the bits of the dividend and the limbs of the divisor.
  static func divide(_ dividend: [UInt], by divisor: [UInt])
    -> (quotient: [UInt], remainder: [UInt])
  {
    var quotient = [UInt](repeating: 0, count: dividend.count)
    var remainder: [UInt] = []
    for index in dividend.indices.reversed() {
      for bit in (0..<UInt.bitWidth).reversed() {
        scale(&remainder, by: 2, adding: dividend[index] >> bit & 1)
        guard !isLess(remainder, than: divisor) else { continue }
        remainder = difference(remainder, minus: divisor)
        while remainder.last == 0 { remainder.removeLast() }
        quotient[index] |= 1 << bit
      }
    }
    return (quotient, remainder)
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
