package import LifeCore
import LifeIO

/// The names of well-known objects of Conway's Life by code, from the file
/// `patterns/object-names.tsv`.
package enum ObjectNames {
  /// A line for each object: its code, a tab and its name.
  private static let table = EmbeddedCollection.file("object-names.tsv")?.bytes ?? []

  /// The name of an object, for example "Pulsar". `nil` if it has none.
  ///
  /// - Complexity: O(bytes of the table). Keep the results for repeated codes.
  package static func name(of code: ObjectCode) -> String? {
    table.fields(of: code.description)?.first
  }

  /// The name of an object of a rule. `nil` if it has none, or under another rule than Conway's.
  package static func name(of code: ObjectCode, under rule: Rule) -> String? {
    rule == .life ? name(of: code) : nil
  }
}
