internal import LifeCore

extension Span<UInt8> {
  /// Where the decimal number that begins at `start` ends; `start` if none does.
  ///
  /// A number is an optional sign and at least one digit.
  func endOfNumber(from start: Int) -> Int {
    var index = start
    if index < count, self[index] == UInt8(ascii: "-") || self[index] == UInt8(ascii: "+") {
      index += 1
    }
    let digits = index
    while index < count, Byte.isDigit(self[index]) { index += 1 }
    return index > digits ? index : start
  }

  /// Steps over a number of at most 18 digits, which always fits, without a plus sign; nil if there
  /// is none. More digits may follow.
  @inline(__always)
  func ordinaryNumber(at index: inout Int) -> Int? {
    guard index < count else { return nil }
    let isNegative = self[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    let start = index
    let end = Swift.min(start + 18, count)
    var value = 0
    while index < end, Byte.isDigit(self[index]) {
      value = value * 10 + Int(self[index] - UInt8(ascii: "0"))
      index += 1
    }
    return index == start ? nil : isNegative ? -value : value
  }
}

extension LineReader {
  /// No file needs more, and reading digits takes time quadratic in their number.
  static let mostDigits = 10_000

  /// Reads the number at `index` of the current line and moves on to what follows it.
  func number(at index: inout Int, what: String) throws(ParseError) -> BigInt {
    let line = line
    let end = line.endOfNumber(from: index)
    guard end - index <= Self.mostDigits else {
      throw error("a number of more than \(Self.mostDigits) digits, the limit", ahead: index)
    }
    var ordinaryEnd = index
    if let number = line.ordinaryNumber(at: &ordinaryEnd), ordinaryEnd == end {
      index = end
      return BigInt(number)
    }
    guard let number = BigInt(decimal: line.extracting(index..<end).copied()) else {
      throw unexpected(at: index, expected: what)
    }
    index = end
    return number
  }

  /// Reads two numbers from `start` of the current line on, blanks around them, and nothing else.
  func numberPair(from start: Int, what: (String, String)) throws(ParseError) -> (BigInt, BigInt) {
    var index = line.skippingBlanks(from: start)
    let first = try number(at: &index, what: what.0)
    let gap = index
    index = line.skippingBlanks(from: index)
    guard index > gap || index == line.count else {
      throw unexpected(at: index, expected: "a blank")
    }
    let second = try number(at: &index, what: what.1)
    index = line.skippingBlanks(from: index)
    guard index == line.count else {
      throw unexpected(at: index, expected: "the end of the line")
    }
    return (first, second)
  }
}
