/// A non-negative integer of any size: `1000`, `1_000_000`, `1,000`, `10k`, `1M`, `1e6`, `2^20`.
package struct Count: Hashable {
  package var value: BigInt

  package init(_ value: BigInt) { self.value = value }
}

extension Count {
  /// Larger powers take long to compute, and no run lasts that many generations.
  private static let maxExponent = 100_000
  /// The number of bits of 10^`maxExponent`.
  private static let maxBits = 332_193
  /// The powers of ten for the letters after a number. `m` is missing: it is a minute in lengths of
  /// time.
  private static let powers: [UInt8: Int] = [
    UInt8(ascii: "k"): 3, UInt8(ascii: "K"): 3, UInt8(ascii: "M"): 6, UInt8(ascii: "G"): 9,
    UInt8(ascii: "T"): 12,
  ]

  /// Reads a number as typed.
  package init(_ text: [UInt8]) throws(ValueError) {
    if text.first == UInt8(ascii: "-") {
      throw ValueError("expected a non-negative number", at: 0..<1)
    }
    var scanner = DigitScanner(text: text)
    let base = try scanner.number()
    guard let mark = scanner.next else {
      self.init(base)
      return
    }
    let start = scanner.position
    let isPower = mark == UInt8(ascii: "^")
    let power = Self.powers[mark]
    guard power != nil || isPower || mark | 0x20 == UInt8(ascii: "e") else {
      throw scanner.expectedNumber(at: start)
    }
    scanner.position += 1
    let exponent = if let power { power } else { try scanner.number().int ?? .max }
    try scanner.checkEnd()
    guard exponent <= Self.maxExponent else {
      throw ValueError(
        "expected an exponent of at most \(Self.maxExponent)", at: start + 1..<text.count)
    }
    // `base^exponent` has more than `(base.bitWidth - 1) * exponent` bits.
    guard !isPower || (base.bitWidth - 1) * exponent <= Self.maxBits else {
      throw ValueError(
        "expected a number of at most 10^\(Self.maxExponent)", at: 0..<text.count)
    }
    self.init(
      isPower
        ? BigInt.pow(base: base, exponent: exponent)
        : base * BigInt.pow(base: 10, exponent: exponent))
  }
}

/// Parses digits with optional underscores after the first, or with a comma before every three.
private struct DigitScanner {
  let text: [UInt8]
  var position = 0

  var next: UInt8? { position < text.count ? text[position] : nil }

  mutating func number() throws(ValueError) -> BigInt {
    let start = position
    var digits: [UInt8] = []
    while let byte = next, byte == UInt8(ascii: "_") || byte.isDigit {
      if byte != UInt8(ascii: "_") { digits.append(byte) }
      position += 1
    }
    if (1...3).contains(position - start), digits.count == position - start {
      while let group = takeGroup() { digits += group }
    }
    guard text.indices.contains(start), text[start] != UInt8(ascii: "_"),
      let value = BigInt(decimal: digits)
    else { throw expectedNumber(at: start) }
    return value
  }

  /// Takes a comma and three digits. Returns `nil` if anything else follows.
  private mutating func takeGroup() -> ArraySlice<UInt8>? {
    guard next == UInt8(ascii: ",") else { return nil }
    let digits = text[(position + 1)...].prefix { $0.isDigit }
    guard digits.count == 3 else { return nil }
    position += 4
    return digits
  }

  func checkEnd() throws(ValueError) { if next != nil { throw expectedNumber(at: position) } }

  func expectedNumber(at position: Int) -> ValueError {
    ValueError("expected a whole number such as 1000, 1e6 or 2^20", at: position..<position + 1)
  }
}
