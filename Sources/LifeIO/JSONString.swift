internal import LifeCore

// Format: https://www.rfc-editor.org/rfc/rfc8259
/// Text as a JSON string.
package enum JSONString {
  /// Appends text in quotation marks, escaped.
  ///
  /// Bytes that aren't UTF-8 become lone surrogates U+DC80 to U+DCFF, as in Python's
  /// `surrogateescape`. Readers of patterns turn them back into the same bytes.
  package static func append(_ bytes: [UInt8], to json: inout [UInt8]) {
    json.append(UInt8(ascii: "\""))
    defer { json.append(UInt8(ascii: "\"")) }
    var index = 0
    while index < bytes.count {
      let first = index
      while index < bytes.count, isPlain(bytes[index]) { index += 1 }
      json.append(contentsOf: bytes[first..<index])
      guard index < bytes.count else { return }
      let byte = bytes[index]
      var length = 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): json += [UInt8(ascii: "\\"), byte]
      case 0x80...:
        length = bytes[index...].firstScalar.map(UTF8.width) ?? 0
        if length == 0 { json += "\\udc\(String(byte, radix: 16))".utf8 }
        json += bytes[index..<index + length]
        length = max(length, 1)
      default: json += escape(byte).utf8
      }
      index += length
    }
  }

  /// Whether a byte is an ASCII character that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x80).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0a: "\\n"
    case 0x0c: "\\f"
    case 0x0d: "\\r"
    default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
    }
  }
}
