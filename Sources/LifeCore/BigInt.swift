/// An exact integer of any size, for generations, populations and coordinates.
///
/// A value that fits `Int` is held in place: making it, copying it and computing with it allocates
/// nothing. `+`, `-`, `*` and the rest of the arithmetic never overflow.
package struct BigInt: Sendable {
  let storage: Storage

  /// The two forms of a value. Each value has exactly one, so equality and hashing are structural.
  enum Storage: Sendable, Hashable {
    case small(Int)
    /// Limbs, least significant first, the last one not zero: only what does not fit `Int`.
    case large(negative: Bool, magnitude: [UInt])
  }

  package init(_ value: Int) {
    storage = .small(value)
  }

  /// The one door to the large form: drops leading zero limbs and keeps small what fits `Int`.
  init(negative: Bool, limbs: [UInt]) {
    var limbs = limbs
    while limbs.last == 0 { limbs.removeLast() }
    switch (limbs.count, limbs.first ?? 0) {
    case (0, _):
      storage = .small(0)
    case (1, let limb) where limb <= Int.max.magnitude:
      storage = .small(negative ? -Int(limb) : Int(limb))
    case (1, Int.min.magnitude) where negative:
      storage = .small(.min)
    default:
      storage = .large(negative: negative, magnitude: limbs)
    }
  }
}

// MARK: - Making one, and back

extension BigInt: ExpressibleByIntegerLiteral {
  package init(integerLiteral value: Int) {
    self.init(value)
  }
}

package extension BigInt {
  init(_ value: some BinaryInteger) {
    if let small = Int(exactly: value) {
      self.init(small)
    } else {
      self.init(negative: value < 0, limbs: Array(value.magnitude.words))
    }
  }

  static func powerOfTwo(_ exponent: Int) -> BigInt {
    1 << exponent
  }

  /// The value as an `Int`, if it fits.
  var int: Int? {
    guard case .small(let value) = storage else { return nil }
    return value
  }

  /// The nearest `Double`, ties to even; infinite when the value is beyond the largest.
  var double: Double {
    if let int { return Double(int) }
    // The top 64 bits are eleven more than a Double holds; the lowest of them also stands for
    // everything below, so that the conversion rounds once and the right way.
    let dropped = bitWidth - UInt.bitWidth
    let top = (magnitude >> dropped).limbs[0]
    let isExact = trailingZeroBitCount >= dropped
    return Double(
      sign: isNegative ? .minus : .plus, exponent: dropped,
      significand: Double(isExact ? top : top | 1))
  }
}

// MARK: - Order

extension BigInt: Hashable, Comparable {
  package static func == (lhs: BigInt, rhs: BigInt) -> Bool {
    lhs.storage == rhs.storage
  }

  package static func < (lhs: BigInt, rhs: BigInt) -> Bool {
    if case .small(let left) = lhs.storage, case .small(let right) = rhs.storage {
      return left < right
    }
    // What is large lies beyond everything small.
    guard case .large(let negative, let left) = lhs.storage else { return !rhs.isNegative }
    guard case .large(negative, let right) = rhs.storage else { return negative }
    return negative ? isLess(right, left) : isLess(left, right)
  }
}

// MARK: - Sign and bits

package extension BigInt {
  var isZero: Bool { int == 0 }

  var isNegative: Bool {
    switch storage {
    case .small(let value): value < 0
    case .large(let negative, _): negative
    }
  }

  /// -1, 0 or 1.
  var signum: Int {
    isNegative ? -1 : isZero ? 0 : 1
  }

  var magnitude: BigInt {
    isNegative ? -self : self
  }

  var isOdd: Bool {
    switch storage {
    case .small(let value): value & 1 == 1
    case .large(_, let limbs): limbs[0] & 1 == 1
    }
  }

  /// The number of bits in the magnitude, 0 for zero: the least `n` with `|self| < 2^n`.
  var bitWidth: Int {
    switch storage {
    case .small(let value): UInt.bitWidth - value.magnitude.leadingZeroBitCount
    case .large(_, let limbs):
      limbs.count * UInt.bitWidth - limbs[limbs.count - 1].leadingZeroBitCount
    }
  }

  /// The exponent of the largest power of two that divides the value; 0 for zero.
  var trailingZeroBitCount: Int {
    switch storage {
    case .small(let value): return value == 0 ? 0 : value.trailingZeroBitCount
    case .large(_, let limbs):
      let whole = limbs.prefix { $0 == 0 }.count
      return whole * UInt.bitWidth + limbs[whole].trailingZeroBitCount
    }
  }

  /// Bit `index` of a value that is not negative, bit 0 the least significant.
  func bit(_ index: Int) -> Bool {
    precondition(!isNegative && index >= 0, "only bits 0… of a value that is not negative")
    switch storage {
    case .small(let value): return value >> index & 1 == 1
    case .large(_, let limbs):
      let (limb, shift) = index.quotientAndRemainder(dividingBy: UInt.bitWidth)
      return limb < limbs.count && limbs[limb] >> shift & 1 == 1
    }
  }
}
