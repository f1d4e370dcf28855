/// Writes numbers for people.
extension Equatable where Self: ExpressibleByIntegerLiteral & CustomStringConvertible {
  /// The number with a noun: `1 cell`, `2 cells`.
  package func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension BigInt {
  /// The digits in groups of three; a number of more than 15 digits in scientific notation.
  package var grouped: String {
    let digits = Array("\(magnitude)")
    let sign = isNegative ? "-" : ""
    if digits.count > 15 {
      return "\(sign)\(digits[0]).\(String(digits[1...3]))e\(digits.count - 1)"
    }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return sign + text
  }
}

extension Double {
  /// The number with about three significant digits.
  package var threeDigits: String {
    let scale =
      switch self {
      case ..<1: 1000.0
      case ..<10: 100.0
      case ..<100: 10.0
      default: 1.0
      }
    let rounded = (self * scale).rounded() / scale
    return scale == 1 ? "\(Int(rounded))" : "\(rounded)"
  }

  /// The number rounded to some decimals, without zeros at the end: `2.25`, `2.5`, `2`.
  package func rounded(toDecimals count: Int) -> String {
    let scale = repeatElement(10.0, count: count).reduce(1, *)
    let rounded = (self * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  /// This number of seconds as text: `250 ms`, `1.5 s`, `55 min 33 s`.
  package var asDuration: String {
    if self < 1 { return "\((self * 1000).threeDigits) ms" }
    if self < 120 { return "\(threeDigits) s" }
    let seconds = Int(min(self, 1e15).rounded())
    return "\(seconds / 60) min \(seconds % 60) s"
  }
}

extension Int {
  /// A number of bytes with about three significant digits: `384 KB`.
  package var asFileSize: String {
    let units = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"]
    var size = Double(self)
    var unit = 0
    while size >= 999.5, unit < units.count - 1 {
      size /= 1000
      unit += 1
    }
    return "\(unit == 0 ? "\(self)" : size.threeDigits) \(units[unit])"
  }
}

extension String {
  /// The text with spaces after it, at least `width` characters.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  /// The text without spaces at its end.
  package var withoutSpacesAtEnd: String {
    guard let last = lastIndex(where: { $0 != " " }) else { return "" }
    return String(self[...last])
  }
}

extension Collection<UInt8> {
  /// The UTF-8 character at the start. Returns `nil` if there is none.
  package var firstScalar: Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = makeIterator()
    if case .scalarValue(let scalar) = decoder.decode(&bytes) { return scalar }
    return nil
  }
}

/// Classifies ASCII characters.
extension UInt8 {
  /// Whether the byte is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is a digit, 0 to 9.
  package var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  /// The value of a digit.
  var digitValue: Int { Int(self) - Int(UInt8(ascii: "0")) }

  /// The value of a hexadecimal digit in lower case.
  var hexadecimalValue: Int { isDigit ? digitValue : Int(self) - Int(UInt8(ascii: "a")) + 10 }
}
