// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore

/// One JSON value as compact UTF-8 text.
///
/// Values are built from the inside out and every instance is a complete value, so the result is
/// always valid JSON. The members of an object keep their order.
package struct JSONText: Hashable, Sendable {
  package let utf8: [UInt8]

  private init(verbatim text: String) { utf8 = Array(text.utf8) }

  package static let null = JSONText(verbatim: "null")

  package init(_ isTrue: Bool) { self.init(verbatim: isTrue ? "true" : "false") }

  /// All digits, without rounding.
  package init(_ integer: BigInt) { self.init(verbatim: integer.description) }

  package init(_ integer: Int) { self.init(verbatim: integer.description) }

  /// The shortest digits that parse to the same number; `null` for infinity and NaN.
  package init(_ number: Double) {
    self.init(verbatim: number.isFinite ? number.description : "null")
  }

  package init(_ string: String) { utf8 = quoted(string.utf8) }

  /// A string from untrusted bytes; invalid UTF-8 is replaced by U+FFFD.
  package init(repairing bytes: [UInt8]) { self.init(String(decoding: bytes, as: UTF8.self)) }

  package init(array elements: some Sequence<JSONText>) {
    // `joined(separator:)` of the standard library costs 0.05 ms on first use, which is measurable
    // in the start-up time of a short run.
    var text = [UInt8(ascii: "[")]
    for element in elements {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      text += element.utf8
    }
    text.append(UInt8(ascii: "]"))
    utf8 = text
  }

  package init(object members: some Sequence<(key: String, value: JSONText)>) {
    var text = [UInt8(ascii: "{")]
    for (key, value) in members {
      if text.count > 1 { text.append(UInt8(ascii: ",")) }
      appendQuoted(key.utf8, to: &text)
      text.append(UInt8(ascii: ":"))
      text += value.utf8
    }
    text.append(UInt8(ascii: "}"))
    utf8 = text
  }
}

extension JSONText {
  /// The value with strings in place of the integers beyond ±2^53, which readers that store numbers
  /// as doubles would round.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package var withLongIntegersAsStrings: JSONText {
    var text: [UInt8] = []
    var isInString = false
    var index = utf8.startIndex
    while index < utf8.endIndex {
      let rest = utf8[index...]
      let token = rest.prefix { $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0) }
      if isInString || token.isEmpty {
        if utf8[index] == UInt8(ascii: "\\") {
          text += rest.prefix(2)
          index += 2
          continue
        }
        if utf8[index] == UInt8(ascii: "\"") { isInString.toggle() }
        text.append(utf8[index])
        index += 1
      } else {
        let number = rest.prefix { !",]}".utf8.contains($0) }
        let isLong = number.count == token.count && Self.isLong(token)
        text += isLong ? quoted(number) : Array(number)
        index = number.endIndex
      }
    }
    return JSONText(utf8: text)
  }

  /// Whether a decimal integer is beyond ±2^53.
  private static func isLong(_ digits: ArraySlice<UInt8>) -> Bool {
    guard let number = Int(String(decoding: digits, as: UTF8.self)) else { return true }
    return number.magnitude > 1 << 53
  }

  private init(utf8: [UInt8]) { self.utf8 = utf8 }
}

extension JSONText: CustomStringConvertible {
  package var description: String { String(decoding: utf8, as: UTF8.self) }
}

// MARK: - Literals

extension JSONText: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self.init(value) }
  package init(integerLiteral value: Int) { self.init(value) }
  package init(booleanLiteral value: Bool) { self.init(value) }
  package init(arrayLiteral elements: JSONText...) { self.init(array: elements) }

  package init(dictionaryLiteral members: (String, JSONText)...) {
    self.init(object: members.lazy.map { (key: $0.0, value: $0.1) })
  }
}

// MARK: - Strings

/// A quoted string, escaped according to RFC 8259, section 7.
private func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
  var quoted: [UInt8] = []
  appendQuoted(text, to: &quoted)
  return quoted
}

private func appendQuoted(_ text: some Sequence<UInt8>, to output: inout [UInt8]) {
  output.append(UInt8(ascii: "\""))
  for byte in text {
    if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      output.append(contentsOf: escape(byte).utf8)
    } else {
      output.append(byte)
    }
  }
  output.append(UInt8(ascii: "\""))
}

private func escape(_ byte: UInt8) -> String {
  switch byte {
  case UInt8(ascii: "\""): "\\\""
  case UInt8(ascii: "\\"): "\\\\"
  case 0x08: "\\b"
  case 0x09: "\\t"
  case 0x0a: "\\n"
  case 0x0c: "\\f"
  case 0x0d: "\\r"
  default: (byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)
  }
}
