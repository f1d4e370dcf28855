internal import LifeCore

extension LineReader {
  /// The maximum number of digits: parsing takes quadratic time.
  static let maxDigits = 10_000

  /// Reads the number at `index` of the current line, and moves `index` past it.
  ///
  /// - Parameter what: the name of the number in errors.
  func number(at index: inout Int, what: String) throws(ParseError) -> BigInt {
    let line = line
    var end = index
    if end < line.count, "+-".utf8.contains(line[end]) { end += 1 }
    while end < line.count, Byte.isDigit(line[end]) { end += 1 }
    guard end - index <= Self.maxDigits else {
      throw error("the number exceeds the limit of \(Self.maxDigits) digits", ahead: index)
    }
    guard let number = BigInt(decimal: line.extracting(index..<end).copied()) else {
      throw unexpected(at: index, expected: what)
    }
    index = end
    return number
  }

  /// Reads two coordinates from `start` to the end of the current line, separated by blanks.
  ///
  /// - Parameter what: the name of the positioned object in errors.
  func position(from start: Int = 0, of what: String) throws(ParseError) -> Position {
    var index = line.skippingBlanks(from: start)
    let x = try number(at: &index, what: "the x coordinate of \(what)")
    let gap = index
    index = line.skippingBlanks(from: index)
    guard index > gap || index == line.count else {
      throw unexpected(at: index, expected: "a space")
    }
    let y = try number(at: &index, what: "the y coordinate of \(what)")
    index = line.skippingBlanks(from: index)
    guard index == line.count else {
      throw unexpected(at: index, expected: "the end of the line")
    }
    return Position(x: x, y: y)
  }
}
