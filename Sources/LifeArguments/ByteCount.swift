import LifeCore

/// An amount of memory: `1000000`, `64M`, `2G`; K, M and G are powers of 1024.
package struct ByteCount: Hashable {
  package var bytes: Int

  package init(bytes: Int) { self.bytes = bytes }
}

extension ByteCount: ValueParsable {
  private static let units: [(letter: UInt8, shift: Int)] = [
    (UInt8(ascii: "K"), 10), (UInt8(ascii: "M"), 20), (UInt8(ascii: "G"), 30),
  ]

  package init(argument: Argument) throws(ValueError) {
    let text = argument.bytes
    let uppercaseLast = text.last.map { $0 & ~0x20 }
    let unit = Self.units.first { $0.letter == uppercaseLast }
    let digits = unit == nil ? text[...] : text.dropLast()
    guard !digits.isEmpty, digits.count < 16, digits.allSatisfy({ $0.isDigit })
    else { throw ValueError("expected an amount such as 300M or 2G, found '\(argument)'") }
    let number = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: 1 << (unit?.shift ?? 0))
    self.bytes = overflow ? .max : bytes
  }
}
