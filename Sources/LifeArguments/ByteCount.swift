package import LifeCore

/// An amount of memory: `1000000`, `64M`, `64MiB`, `2G`; K, M, G and T are powers of 1024.
package struct ByteCount: Hashable {
  package var bytes: Int
}

extension ByteCount: ValueParsable {
  private static let units: [(letter: UInt8, shift: Int)] = [
    (UInt8(ascii: "k"), 10), (UInt8(ascii: "m"), 20), (UInt8(ascii: "g"), 30),
    (UInt8(ascii: "t"), 40),
  ]

  package init(argument: Argument) throws(ValueError) {
    let digits = argument.bytes.prefix { $0.isDigit }
    guard !digits.isEmpty, digits.count < 16,
      let shift = Self.shift(ofUnit: argument.bytes.dropFirst(digits.count))
    else { throw ValueError("expected an amount such as 300M or 2G, found '\(argument)'") }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << shift)
    self.bytes = overflow ? .max : bytes
  }

  /// The exponent of two of a unit such as M, mb or MiB; `nil` for others.
  private static func shift(ofUnit unit: some Collection<UInt8>) -> Int? {
    guard let letter = unit.first else { return 0 }
    let ending = String(decoding: unit.dropFirst().map { $0 | 0x20 }, as: UTF8.self)
    guard ["", "b", "ib"].contains(ending) else { return nil }
    return units.first { $0.letter == letter | 0x20 }?.shift
  }
}
