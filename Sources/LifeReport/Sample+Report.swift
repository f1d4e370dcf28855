// Describes the rows of a table of samples.
internal import LifeCore
package import LifeRender

extension Sample {
  /// All possible members of a row.
  package static let schema = Schema<Sample>(TableOptions.schema) {
    TableColumn.allCases.map { column -> Property<Sample> in
      guard column == .bounds else {
        return Property(column.rawValue, column.meaning) { column.json(of: $0) }
      }
      return Property("bounds", column.meaning, holding: Bounds.schema) { $0.bounds }.orNull
    }
  }
}
