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
    var digits = Array(text)[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let number = { (chunk: ArraySlice<UInt8>) in chunk.reduce(0) { $0 * 10 + $1.digitValue } }
    if digits.count <= chunkDigits {
      self.init(isNegative ? -number(digits) : number(digits))
      return
    }
    var limbs: [UInt] = []
    while !digits.isEmpty {
      // The first chunk may be shorter than the others.
      let chunk = digits.prefix((digits.count - 1) % chunkDigits + 1)
      BigInt.scale(&limbs, by: chunkBase, adding: UInt(number(chunk)))
      digits = digits.dropFirst(chunk.count)
    }
    self.init(negative: isNegative, limbs: limbs)
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
