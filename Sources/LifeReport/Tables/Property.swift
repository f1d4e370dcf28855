package import LifeCore
package import LifeIO
package import LifeRender

/// A property of a report's subject: its name, its meaning and the function that finds its value.
/// Every form of output is made from it.
package struct Property<Subject>: Sendable {
  package typealias Lines = @Sendable (Subject) -> [String]

  /// The name of the JSON member; `nil` if only text has the property.
  package let key: String?
  /// The sentence about the member on the page *Fields*.
  package let meaning: String
  /// The members of the value, if it is an object or a list of objects.
  package let parts: [(key: String, meaning: String)]
  /// The label before the value in text; `nil` if only JSON has the property.
  private(set) var label: String?
  /// Whether JSON has `null` for a missing value instead of leaving the member out.
  private(set) var isNullable = false
  /// Whether text repeats the label before each line.
  private(set) var repeatsLabel = false
  let value: @Sendable (Subject) -> JSONValue?
  /// The lines of the property in text; none if there is no value.
  let lines: Lines

  private init(
    key: String?, _ meaning: String, parts: [(key: String, meaning: String)] = [],
    _ value: @escaping @Sendable (Subject) -> JSONValue?, lines: @escaping Lines
  ) {
    self.key = key
    self.meaning = meaning
    self.parts = parts
    label = key?.spaced
    self.value = value
    self.lines = lines
  }

  /// A property only for text.
  package init(label: String, lines: @escaping Lines) {
    self.init(key: nil, "", { _ in nil }, lines: lines)
    self.label = label
  }

  /// A member.
  ///
  /// - Parameter text: its text; `nil` for the text of its JSON value.
  package init<Value: JSONConvertible>(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Value?,
    text: (@Sendable (Value) -> String)? = nil
  ) {
    self.init(key: key, meaning, { value($0)?.json }) { subject in
      guard let value = value(subject), value.json != .null else { return [] }
      return [text?(value) ?? value.json.plain()]
    }
  }

  /// A member with its own lines of text.
  package init<Value: JSONConvertible>(
    _ key: String, _ meaning: String, _ value: @escaping @Sendable (Subject) -> Value?,
    lines: @escaping Lines
  ) {
    self.init(key: key, meaning, { value($0)?.json }, lines: lines)
  }

  /// A member whose value is an object. In text, it is printed as the object's schema says.
  package init<Part>(
    _ key: String, _ meaning: String, holding schema: Schema<Part>,
    _ value: @escaping @Sendable (Subject) -> Part?
  ) {
    self.init(key: key, meaning, parts: schema.meanings) { subject in
      guard let part = value(subject) else { return nil }
      return schema.json(of: part)
    } lines: {
      guard let text = schema.text, let part = value($0) else { return [] }
      return [text(part)]
    }
  }

  /// A member whose value is a list of objects.
  package init<Part>(
    _ key: String, _ meaning: String, listing schema: Schema<Part>,
    _ value: @escaping @Sendable (Subject) -> [Part]?
  ) {
    self.init(key: key, meaning, parts: schema.meanings) { subject in
      guard let parts = value(subject) else { return nil }
      return .array(parts.map { schema.json(of: $0) })
    } lines: { subject in
      guard let text = schema.text, let parts = value(subject) else { return [] }
      return [parts.map(text).joined(separator: ", ")]
    }
  }

  /// The property with another label.
  package func labeled(_ label: String) -> Self { with { $0.label = label } }

  /// The property without text.
  package var withoutText: Self { with { $0.label = nil } }

  /// The property with `null` in JSON for a missing value.
  package var orNull: Self { with { $0.isNullable = true } }

  /// The property with its label before each line.
  package var labelingEachLine: Self { with { $0.repeatsLabel = true } }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var property = self
    change(&property)
    return property
  }
}

extension String {
  /// The name of a member for people: `final population`.
  var spaced: String { String(map { $0 == "_" ? " " : $0 }) }
}

/// A type with a JSON value.
package protocol JSONConvertible: SendableMetatype {
  var json: JSONValue { get }
}

extension JSONValue: JSONConvertible { package var json: JSONValue { self } }
extension Bool: JSONConvertible { package var json: JSONValue { .bool(self) } }
extension Int: JSONConvertible { package var json: JSONValue { JSONValue(self) } }
extension BigInt: JSONConvertible { package var json: JSONValue { .integer(self) } }
extension Double: JSONConvertible { package var json: JSONValue { JSONValue(self) } }
extension String: JSONConvertible { package var json: JSONValue { .string(self) } }
extension Path: JSONConvertible { package var json: JSONValue { JSONValue(repairing: bytes) } }

extension Array: JSONConvertible where Element: JSONConvertible {
  package var json: JSONValue { .array(map(\.json)) }
}

// MARK: - Places

extension Bounds {
  package static let schema = Schema<Bounds>(text: \.text) {
    Property("x", "the column of the north-western corner") { $0.x }
    Property("y", "the row of the north-western corner") { $0.y }
    Property("width", "the number of columns") { $0.width }
    Property("height", "the number of rows") { $0.height }
  }

  /// `3 × 3 at (1, 1)`.
  package var text: String { "\(width) × \(height) at (\(x), \(y))" }
}

extension Position {
  package static let schema = Schema<Position>(text: { "(\($0.x), \($0.y))" }) {
    Property("x", "its column") { $0.x }
    Property("y", "its row") { $0.y }
  }
}
