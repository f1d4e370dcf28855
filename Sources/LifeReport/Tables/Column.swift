internal import LifeCore
internal import LifeRender

/// A column of a table.
package struct Column<Subject>: Sendable {
  package let heading: String
  /// The path of the member in the column: `population.max`.
  private let path: [String]
  private let makeText: (@Sendable (Subject) -> String?)?
  private var isQuoted = false

  /// A column for a member, or for a member of a member: `population.max`.
  package init(_ path: String, heading: String? = nil) {
    self.path = path.split(separator: ".").map(String.init)
    self.heading = heading ?? path.spaced
    makeText = nil
  }

  /// A column with its own text instead of a member's.
  ///
  /// - Parameter path: the member that the text comes from, for ``summary``.
  package init(
    _ heading: String, of path: String = "", text: @escaping @Sendable (Subject) -> String?
  ) {
    self.heading = heading
    self.path = path.split(separator: ".").map(String.init)
    makeText = text
  }

  /// The heading, and the member if it has another name: `heat` (`heat.mean`), in Markdown.
  package var summary: String {
    let member = path.joined(separator: ".")
    return "`\(heading)`" + (member.isEmpty || member == heading ? "" : " (`\(member)`)")
  }

  /// The column with quotes around every text in CSV.
  package var quoted: Column {
    var column = self
    column.isQuoted = true
    return column
  }

  /// The text for people.
  func text(of subject: Subject, in schema: Schema<Subject>) -> String {
    if let makeText { return makeText(subject) ?? "" }
    if path.count == 1 { return schema.text(of: path[0], in: subject) ?? "" }
    if case .number(let number) = value(of: subject, in: schema) { return number.threeDigits }
    return data(of: subject, in: schema)
  }

  private func value(of subject: Subject, in schema: Schema<Subject>) -> JSONValue? {
    var value = schema[path[0]]?.value(subject)
    for key in path.dropFirst() { value = value?[key] }
    return value
  }

  /// The cell of CSV.
  func csv(of subject: Subject, in schema: Schema<Subject>) -> String {
    CSV.cell(data(of: subject, in: schema, keepsLines: true), isQuoted: isQuoted)
  }

  /// The text for programs: numbers with all digits, elements of an array one after another.
  ///
  /// - Parameter keepsLines: whether texts keep their line breaks.
  private func data(
    of subject: Subject, in schema: Schema<Subject>, keepsLines: Bool = false
  ) -> String {
    if let makeText { return makeText(subject) ?? "" }
    guard let value = value(of: subject, in: schema) else { return "" }
    if case .array(let elements) = value, elements.contains(where: \.isText) {
      return value.plain(separator: "; ", keepsLines: keepsLines)
    }
    return value.plain(separator: " ", keepsLines: keepsLines)
  }
}

extension JSONValue {
  fileprivate var isText: Bool { if case .string = self { true } else { false } }
}
