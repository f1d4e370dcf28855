import LifeCore

/// An integer of any size: a generation, a population or a coordinate.
///
///     let far = BigInt.powerOfTwo(64) + 1
///     let count: BigInt = 340_282_366_920_938_463_463_374_607_431_768_211_456
///     print(far * count)
///
/// Numbers inside the range of `Int` need no extra memory.
public struct BigInt: Sendable {
  var value: LifeCore.BigInt

  init(_ value: LifeCore.BigInt) { self.value = value }

  /// The same number.
  public init(_ value: Int) { self.value = LifeCore.BigInt(value) }

  /// The same number.
  public init(_ value: some BinaryInteger) { self.value = LifeCore.BigInt(value) }

  /// Two to the power of `exponent`.
  ///
  /// - Precondition: `exponent` is not negative.
  /// - Complexity: O(`exponent`) bits of memory.
  public static func powerOfTwo(_ exponent: Int) -> BigInt {
    BigInt(LifeCore.BigInt.powerOfTwo(exponent))
  }
}

extension BigInt: ExpressibleByIntegerLiteral {
  /// A number from a literal of any length.
  public init(integerLiteral value: StaticBigInt) {
    // A word has 64 bits, the last one the sign.
    let words = (value.bitWidth + UInt.bitWidth - 1) / UInt.bitWidth
    var sum = LifeCore.BigInt(Int(bitPattern: value[words - 1]))
    for index in (0..<words - 1).reversed() {
      sum = (sum << UInt.bitWidth) + LifeCore.BigInt(value[index])
    }
    self.value = sum
  }
}

extension BigInt: LosslessStringConvertible {
  /// Reads decimal digits after an optional sign. Returns `nil` for any other text.
  ///
  /// - Complexity: O(*n*²) for *n* digits.
  public init?(_ description: String) {
    guard let value = LifeCore.BigInt(decimal: Array(description.utf8)) else { return nil }
    self.value = value
  }

  /// All decimal digits. Negative numbers start with a minus sign.
  ///
  /// - Complexity: O(*n*²) for *n* digits.
  public var description: String { value.description }
}

extension BigInt: Codable {
  /// Reads a number that fits an `Int`, or a string of decimal digits. All JSON readers keep such
  /// strings exact.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let small = try? container.decode(Int.self) {
      self.init(small)
      return
    }
    let text = try container.decode(String.self)
    guard let number = BigInt(text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "expected an integer, found '\(text)'")
    }
    self = number
  }

  /// Writes a string of the decimal digits.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

// MARK: - Arithmetic

extension BigInt: Comparable, Hashable {
  /// Whether both numbers are equal.
  public static func == (left: BigInt, right: BigInt) -> Bool { left.value == right.value }
  /// Whether the first number is less than the second.
  public static func < (left: BigInt, right: BigInt) -> Bool { left.value < right.value }
  /// Feeds the number to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

// Comparisons with integers of any type. Beside them, the generic `!=`, `>`, `<=` and `>=` of the
// standard library would read a literal as an `Int`, so two big integers have their own.
extension BigInt {
  /// Whether the numbers differ.
  public static func != (left: BigInt, right: BigInt) -> Bool { !(left == right) }
  /// Whether the first number is greater than the second.
  public static func > (left: BigInt, right: BigInt) -> Bool { right < left }
  /// Whether the first number is at most the second.
  public static func <= (left: BigInt, right: BigInt) -> Bool { !(right < left) }
  /// Whether the first number is at least the second.
  public static func >= (left: BigInt, right: BigInt) -> Bool { !(left < right) }
  /// Whether both numbers are equal.
  public static func == (left: BigInt, right: some BinaryInteger) -> Bool { left == BigInt(right) }
  /// Whether both numbers are equal.
  public static func == (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) == right }
  /// Whether the numbers differ.
  public static func != (left: BigInt, right: some BinaryInteger) -> Bool { left != BigInt(right) }
  /// Whether the numbers differ.
  public static func != (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) != right }
  /// Whether the first number is less than the second.
  public static func < (left: BigInt, right: some BinaryInteger) -> Bool { left < BigInt(right) }
  /// Whether the first number is less than the second.
  public static func < (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) < right }
  /// Whether the first number is greater than the second.
  public static func > (left: BigInt, right: some BinaryInteger) -> Bool { left > BigInt(right) }
  /// Whether the first number is greater than the second.
  public static func > (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) > right }
  /// Whether the first number is at most the second.
  public static func <= (left: BigInt, right: some BinaryInteger) -> Bool { left <= BigInt(right) }
  /// Whether the first number is at most the second.
  public static func <= (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) <= right }
  /// Whether the first number is at least the second.
  public static func >= (left: BigInt, right: some BinaryInteger) -> Bool { left >= BigInt(right) }
  /// Whether the first number is at least the second.
  public static func >= (left: some BinaryInteger, right: BigInt) -> Bool { BigInt(left) >= right }
}

extension BigInt: SignedNumeric {
  /// The same number. Never `nil`.
  public init?(exactly source: some BinaryInteger) { self.init(source) }

  /// The absolute value.
  public var magnitude: BigInt { BigInt(value.magnitude) }

  /// The number 0.
  public static var zero: BigInt { BigInt(0) }

  /// The exact sum.
  public static func + (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value + right.value) }

  /// The exact difference.
  public static func - (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value - right.value) }

  /// The exact product.
  ///
  /// - Complexity: O(*n* · *m*) for factors of *n* and *m* words.
  public static func * (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value * right.value) }

  /// Replaces the first number by the exact product.
  public static func *= (left: inout BigInt, right: BigInt) { left = left * right }
}

extension BigInt {
  /// The quotient, rounded towards zero, as for `Int`.
  ///
  /// - Precondition: the divisor is not 0.
  public static func / (left: BigInt, right: BigInt) -> BigInt {
    left.quotientAndRemainder(dividingBy: right).quotient
  }

  /// The remainder of the division. It has the sign of the dividend, as for `Int`.
  ///
  /// - Precondition: the divisor is not 0.
  public static func % (left: BigInt, right: BigInt) -> BigInt {
    left.quotientAndRemainder(dividingBy: right).remainder
  }

  /// Replaces the first number by the quotient.
  public static func /= (left: inout BigInt, right: BigInt) { left = left / right }

  /// Replaces the first number by the remainder.
  public static func %= (left: inout BigInt, right: BigInt) { left = left % right }

  /// The quotient, rounded towards zero, and the remainder with the sign of the dividend.
  ///
  /// - Precondition: the divisor is not 0.
  /// - Complexity: O(*n* · *m*) for a quotient and a divisor of *n* and *m* words.
  public func quotientAndRemainder(
    dividingBy divisor: BigInt
  ) -> (quotient: BigInt, remainder: BigInt) {
    let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor.value)
    return (BigInt(quotient), BigInt(remainder))
  }

  /// -1 if the number is negative, 0 if it is zero, and 1 if it is positive.
  public func signum() -> BigInt {
    if value.isZero { return 0 }
    return value.isNegative ? -1 : 1
  }
}

extension Int {
  /// The same number. Returns `nil` if it does not fit into an `Int`.
  public init?(exactly number: BigInt) {
    guard let value = number.value.int else { return nil }
    self = value
  }
}

extension Double {
  /// The nearest `Double`, ties to even; infinite beyond the largest finite value.
  public init(_ number: BigInt) { self = number.value.double }
}
