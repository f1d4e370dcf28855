package import LifeAnalysis
package import LifeCore
package import LifeIO
internal import LifeRender

/// An object of a settled pattern, and its place.
package struct PlacedObject {
  let pattern: Path
  let generation: BigInt
  let code: ObjectCode
  let corner: Position
  let name: String?

  package init(
    pattern: Path, generation: BigInt, code: ObjectCode, corner: Position, name: String?
  ) {
    self.pattern = pattern
    self.generation = generation
    self.code = code
    self.corner = corner
    self.name = name
  }

  /// A line for people.
  ///
  /// - Parameter naming: whether it names the pattern; not needed for a single pattern.
  package func line(naming: Bool) -> String {
    (naming ? "\(pattern): " : "") + "\(code) \(corner.x) \(corner.y)\n"
  }

  private static let schema = Schema<PlacedObject>("life.object/1") {
    Property("pattern", Meaning.pattern) { $0.pattern }
    Property("generation", "the first generation at which the pattern is settled") { $0.generation }
    Property("apgcode", "the code of the object") { $0.code.description }
    Property("x", "the column of its north-western corner") { $0.corner.x }
    Property("y", "the row of its north-western corner") { $0.corner.y }
    Property("name", "its name, in Conway's Life") { $0.name }
  }

  package static let table = ReportTable(
    schema,
    columns: ["pattern", "generation", "apgcode", "x", "y", "name"].map { Column($0) })
}
