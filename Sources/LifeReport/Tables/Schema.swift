package import LifeRender

/// The properties of a report's subject, in order.
package struct Schema<Subject>: Sendable {
  /// The name and the version, such as `life.plan/1`; `nil` for a part of another object.
  package let name: String?
  package let properties: [Property<Subject>]
  /// A few words for people; nil if there are none.
  let text: (@Sendable (Subject) -> String)?

  package init(
    _ name: String? = nil, text: (@Sendable (Subject) -> String)? = nil,
    @Builder _ properties: () -> [Property<Subject>]
  ) {
    self.name = name
    self.properties = properties()
    self.text = text
  }

  @resultBuilder package enum Builder {
    package static func buildExpression(_ one: Property<Subject>) -> [Property<Subject>] { [one] }
    package static func buildExpression(_ some: [Property<Subject>]) -> [Property<Subject>] { some }
    package static func buildBlock(_ parts: [Property<Subject>]...) -> [Property<Subject>] {
      parts.flatMap { $0 }
    }
  }

  /// The names of all members.
  package var keys: [String] { (name == nil ? [] : ["schema"]) + properties.compactMap(\.key) }

  package subscript(key: String) -> Property<Subject>? { properties.first { $0.key == key } }

  package func json(of subject: Subject) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = []
    members.reserveCapacity(properties.count + 1)
    if let name { members.append(("schema", .string(name))) }
    for property in properties {
      guard let key = property.key else { continue }
      let value = property.value(subject)
      if value != nil || property.isNullable {
        members.append((key, value ?? .null))
      }
    }
    return JSONValue(object: members)
  }

  /// The value of a member as text; nil if the subject does not have it.
  package func text(of key: String, in subject: Subject) -> String? {
    if key == "schema" { return name }
    return self[key]?.lines(subject).first
  }

  /// Aligned rows of a label and a value.
  package func rows(of subject: Subject, indent: Int = 2, width: Int) -> String {
    let rows = properties.flatMap { property -> [[String]] in
      guard let label = property.label else { return [] }
      return property.lines(subject).enumerated().map { index, line in
        [index == 0 || property.repeatsLabel ? label : "", line]
      }
    }
    return TextTable(rows: rows, indent: indent, firstWidth: width).plain
  }

  /// The names and meanings of the members and of their own members: `bounds.width`.
  package var meanings: [(key: String, meaning: String)] {
    properties.flatMap { property -> [(key: String, meaning: String)] in
      guard let key = property.key else { return [] }
      return [(key, property.meaning)] + property.parts.map { ("\(key).\($0.key)", $0.meaning) }
    }
  }
}
