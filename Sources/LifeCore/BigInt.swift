/// An exact integer of any size, for generations, populations and coordinates.
///
/// A value in the range of `Int` is stored inline: creating, copying and computing with it does not
/// allocate. Arithmetic never overflows.
package struct BigInt: Sendable {
  let storage: Storage

  /// The two forms of a value. Each value has exactly one, so equality and hashing are structural.
  enum Storage: Sendable, Hashable {
    case small(Int)
    /// Limbs, least significant first; the last one is not zero. Only for values beyond `Int`.
    case large(negative: Bool, magnitude: [UInt])
  }

  package init(_ value: Int) {
    storage = .small(value)
  }

  /// The only initializer of the large form. It drops zero limbs at the most significant end, and
  /// uses the small form for values in the range of `Int`.
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

// MARK: - Conversions

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

  /// `2^exponent`, for an exponent of at least 0.
  static func powerOfTwo(_ exponent: Int) -> BigInt {
    1 << exponent
  }

  /// The value as an `Int`. Returns `nil` if it is too large.
  var int: Int? {
    guard case .small(let value) = storage else { return nil }
    return value
  }

  /// The nearest `Int`.
  var clamped: Int { int ?? (isNegative ? .min : .max) }

  /// The nearest `Double`, ties to even; infinite beyond the largest finite value.
  var double: Double {
    if let int { return Double(int) }
    // The conversion rounds the top 64 bits to 53. Bit 0 stands for all dropped bits: it is set if
    // any of them is set, so the result is the same as for the exact value.
    let dropped = bitWidth - UInt.bitWidth
    let top = (magnitude >> dropped).limbs[0]
    let isExact = trailingZeroBitCount >= dropped
    return Double(
      sign: isNegative ? .minus : .plus, exponent: dropped,
      significand: Double(isExact ? top : top | 1))
  }
}

// MARK: - Comparison

extension BigInt: Hashable, Comparable {
  package static func == (lhs: BigInt, rhs: BigInt) -> Bool {
    lhs.storage == rhs.storage
  }

  package static func < (lhs: BigInt, rhs: BigInt) -> Bool {
    if case .small(let left) = lhs.storage, case .small(let right) = rhs.storage {
      return left < right
    }
    // A large value is beyond every small one.
    guard case .large(let negative, let left) = lhs.storage else { return !rhs.isNegative }
    guard case .large(negative, let right) = rhs.storage else { return negative }
    return negative ? isLess(right, than: left) : isLess(left, than: right)
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

  var magnitude: BigInt {
    isNegative ? -self : self
  }

  var isOdd: Bool {
    switch storage {
    case .small(let value): value & 1 == 1
    case .large(_, let limbs): limbs[0] & 1 == 1
    }
  }

  /// The number of bits in the magnitude, 0 for zero: the smallest `n` with `|self| < 2^n`.
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
}
