/// Classes of ASCII characters.
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
