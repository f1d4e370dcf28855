// Format: https://golly.sourceforge.io/Help/formats.html#rule

/// The words of a line up to a `#`, separated by spaces, tabs and commas.
struct RuleFileWords {
  /// The line without its comment and trailing blanks.
  let bytes: [UInt8]
  /// The range of each word in ``bytes``.
  let ranges: [Range<Int>]

  init(_ line: Span<UInt8>) {
    var end = 0
    while end < line.count, line[end] != UInt8(ascii: "#") { end += 1 }
    bytes = line.extracting(0..<end).droppingBlanksAtEnd().copied()
    ranges = bytes.split { Byte.isBlank($0) || $0 == UInt8(ascii: ",") }.map(\.indices)
  }

  var isEmpty: Bool { ranges.isEmpty }
  var count: Int { ranges.count }

  subscript(index: Int) -> ArraySlice<UInt8> { bytes[ranges[index]] }

  /// A word as a number; `nil` unless it is a number of up to nine digits.
  func number(_ index: Int) -> Int? { Self.number(self[index]) }

  static func number(_ word: ArraySlice<UInt8>) -> Int? {
    guard !word.isEmpty, word.count < 10, word.allSatisfy(Byte.isDigit) else { return nil }
    return word.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The range of the value in a line `keyword:value` or `keyword = value`; `nil` for other lines.
  /// The keyword may be in upper case; a colon must follow it directly.
  func value(after keyword: String, mark: UInt8) -> Range<Int>? {
    var index = bytes.span.skippingBlanks()
    let end = index + keyword.utf8.count
    guard end <= bytes.count,
      zip(bytes[index..<end], keyword.utf8).allSatisfy({ Byte.lowercase($0) == $1 })
    else { return nil }
    index = mark == UInt8(ascii: "=") ? bytes.span.skippingBlanks(from: end) : end
    guard index < bytes.count, bytes[index] == mark else { return nil }
    let start = bytes.span.skippingBlanks(from: index + 1)
    let word = bytes[start...].prefix { !Byte.isBlank($0) }
    return start..<start + word.count
  }
}
