// Format: https://www.rfc-editor.org/rfc/rfc8259
package import LifeCore
internal import LifeIO

/// A JSON value. The members of an object keep their order.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(BigInt)
  /// A finite number. Infinity and NaN become `null`.
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONValue
  }

  package init(_ isTrue: Bool) { self = .bool(isTrue) }
  package init(_ integer: BigInt) { self = .integer(integer) }
  package init(_ integer: Int) { self = .integer(BigInt(integer)) }
  package init(_ number: Double) { self = number.isFinite ? .number(number) : .null }
  package init(_ string: String) { self = .string(string) }

  /// A string from untrusted bytes. U+FFFD replaces invalid UTF-8.
  package init(repairing bytes: [UInt8]) { self = .string(String(decoding: bytes, as: UTF8.self)) }

  package init(array elements: some Sequence<JSONValue>) { self = .array(Array(elements)) }

  package init(object members: some Sequence<(key: String, value: JSONValue)>) {
    self = .object(members.map { Member(key: $0.key, value: $0.value) })
  }

  /// The number of cells of each state from 1 on: `{"1":4,"2":0}`.
  package init(ofStates counts: [BigInt]) {
    self.init(object: counts.enumerated().map { (key: "\($0 + 1)", value: JSONValue($1)) })
  }

  /// A member of an object. `nil` if there is none.
  package subscript(key: some StringProtocol) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value for people and for tables, safe to print. Strings have no quotes, arrays a
  /// separator, and `null` is empty.
  ///
  /// - Parameter keepsLines: whether strings keep their line breaks, as in cells of CSV.
  package func plain(separator: String = ", ", keepsLines: Bool = false) -> String {
    switch self {
    case .null: ""
    case .string(let string): TerminalText.printable(string, keepsLines: keepsLines)
    case .array(let elements):
      elements.map { $0.plain(separator: separator, keepsLines: keepsLines) }
        .joined(separator: separator)
    default: description
    }
  }
}

// MARK: - Text

extension JSONValue: CustomStringConvertible {
  package var description: String { String(decoding: utf8(), as: UTF8.self) }

  /// Compact text. Integers keep all digits. Other numbers have the fewest digits that parse back
  /// to the same number.
  ///
  /// - Parameter hasLongIntegersAsStrings: whether to write integers beyond ±2^53 as strings.
  ///   Readers with only doubles would round them.
  package func utf8(hasLongIntegersAsStrings: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    append(to: &text, quotingLongIntegers: hasLongIntegersAsStrings)
    return text
  }

  /// Compact text and a line feed.
  package func line(hasLongIntegersAsStrings: Bool = false) -> String {
    let bytes = utf8(hasLongIntegersAsStrings: hasLongIntegersAsStrings)
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private func append(to text: inout [UInt8], quotingLongIntegers isQuoting: Bool) {
    switch self {
    case .null: text += "null".utf8
    case .bool(let isTrue): text += (isTrue ? "true" : "false").utf8
    case .integer(let integer):
      let isQuoted = isQuoting && integer.magnitude > BigInt(1 << 53)
      text += (isQuoted ? "\"\(integer)\"" : integer.description).utf8
    case .number(let number): text += number.description.utf8
    case .string(let string): JSONString.append(Array(string.utf8), to: &text)
    case .array(let elements):
      text.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        element.append(to: &text, quotingLongIntegers: isQuoting)
      }
      text.append(UInt8(ascii: "]"))
    case .object(let members):
      text.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        JSONString.append(Array(member.key.utf8), to: &text)
        text.append(UInt8(ascii: ":"))
        member.value.append(to: &text, quotingLongIntegers: isQuoting)
      }
      text.append(UInt8(ascii: "}"))
    }
  }
}

// MARK: - Literals

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self.init(value) }
  package init(integerLiteral value: Int) { self.init(value) }
  package init(booleanLiteral value: Bool) { self.init(value) }
  package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  package init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(object: members.lazy.map { (key: $0.0, value: $0.1) })
  }
}
