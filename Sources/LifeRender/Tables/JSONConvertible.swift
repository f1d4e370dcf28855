package import LifeCore
package import LifeIO

/// What has a JSON value.
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
