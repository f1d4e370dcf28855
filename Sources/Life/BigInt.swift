import LifeCore

/// An integer of any size: a generation, a population or a coordinate.
///
/// Numbers that fit into an `Int` take no memory of their own.
public struct BigInt: Sendable {
  var value: LifeCore.BigInt

  init(_ value: LifeCore.BigInt) { self.value = value }

  /// The same number.
  public init(_ value: Int) { self.value = LifeCore.BigInt(value) }

  /// Two to the power of `exponent`.
  ///
  /// - Precondition: `exponent` is not negative.
  /// - Complexity: O(`exponent`) bits of memory.
  public static func powerOfTwo(_ exponent: Int) -> BigInt {
    BigInt(LifeCore.BigInt.powerOfTwo(exponent))
  }
}

extension BigInt: ExpressibleByIntegerLiteral {
  /// The number of a literal, which has to fit into an `Int`.
  public init(integerLiteral value: Int) { self.init(value) }
}

extension BigInt: LosslessStringConvertible {
  /// Reads decimal digits after an optional minus sign; nil if the text has any other form.
  ///
  /// - Complexity: about O(*n*¹·⁶) for *n* digits.
  public init?(_ description: String) {
    guard let value = LifeCore.BigInt(decimal: Array(description.utf8)) else { return nil }
    self.value = value
  }

  /// All decimal digits, after a minus sign if the number is negative.
  public var description: String { value.description }
}

extension BigInt: Comparable, Hashable {
  /// Whether both numbers are equal.
  public static func == (left: BigInt, right: BigInt) -> Bool { left.value == right.value }
  /// Whether the first number is less than the second.
  public static func < (left: BigInt, right: BigInt) -> Bool { left.value < right.value }
  /// Feeds the number to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension BigInt: AdditiveArithmetic {
  /// The number 0.
  public static var zero: BigInt { BigInt(0) }
  /// The exact sum.
  public static func + (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value + right.value) }
  /// The exact difference.
  public static func - (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value - right.value) }
  /// The exact product.
  public static func * (left: BigInt, right: BigInt) -> BigInt { BigInt(left.value * right.value) }
}

extension Int {
  /// The same number; nil if it does not fit into an `Int`.
  public init?(exactly number: BigInt) {
    guard let value = number.value.int else { return nil }
    self = value
  }
}
