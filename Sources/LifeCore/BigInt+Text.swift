/// Eighteen digits always fit in an `Int`, so text is converted in chunks of that size.
private let chunkDigits = 18
private let chunkBase: UInt = 1_000_000_000_000_000_000

// MARK: - Reading

package extension BigInt {
  /// Parses an optional sign and one or more ASCII digits. Returns `nil` for any other text.
  ///
  /// The inverse of ``description``.
  /// - Complexity: O(*n*²) in the number of digits.
  init?(decimal text: some Sequence<UInt8>) {
    var number = DecimalReader()
    var isNegative = false
    var isFirst = true
    for byte in text {
      defer { isFirst = false }
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number.append(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "+") where isFirst: break
      case UInt8(ascii: "-") where isFirst: isNegative = true
      default: return nil
      }
    }
    guard !number.isEmpty else { return nil }
    self = number.value(negative: isNegative)
  }
}

/// The digits read so far, as the value `limbs * scale + chunk`.
private struct DecimalReader {
  private var limbs: [UInt] = []
  private var chunk: UInt = 0
  private var scale: UInt = 1
  private(set) var isEmpty = true

  mutating func append(_ digit: UInt8) {
    if scale == chunkBase { flush() }
    chunk = chunk * 10 + UInt(digit)
    scale *= 10
    isEmpty = false
  }

  private mutating func flush() {
    BigInt.scale(&limbs, by: scale, adding: chunk)
    chunk = 0
    scale = 1
  }

  consuming func value(negative: Bool) -> BigInt {
    if limbs.isEmpty { return BigInt(negative ? -Int(chunk) : Int(chunk)) }
    flush()
    return BigInt(negative: negative, limbs: limbs)
  }
}

// MARK: - Writing

extension BigInt: CustomStringConvertible {
  /// Decimal digits, after a minus sign if the value is negative.
  ///
  /// - Complexity: O(*n*²) in the number of digits.
  package var description: String {
    if let int { return String(int) }
    var chunks: [String] = []
    var rest = limbs
    while !rest.isEmpty {
      let (quotient, chunk) = BigInt.divide(rest, by: chunkBase)
      let digits = String(chunk)
      rest = quotient
      while rest.last == 0 { rest.removeLast() }
      let zeros = rest.isEmpty ? 0 : chunkDigits - digits.count
      chunks.append(String(repeating: "0", count: zeros) + digits)
    }
    return (isNegative ? "-" : "") + chunks.reversed().joined()
  }
}
