internal import LifeCore
internal import LifeIO

/// A column of a table of samples, or the member with its name in a JSON object.
package enum TableColumn: String, CaseIterable, Sendable {
  /// The name of the pattern, for tables of several.
  case pattern
  case generation, population, states
  /// The bounding box: four columns of CSV, one object of JSON.
  case bounds
  /// Cells alive in this sample but not in the sample before.
  case births
  /// Cells alive in the sample before but not in this one.
  case deaths
  /// The SHA-256 of the cells.
  case digest
  /// Whether the dead cells are described, under rules with B0.
  case complement

  /// A sentence about the member for the page *Fields*.
  package var meaning: String {
    switch self {
    case .pattern: "the name of the input, in a table of several"
    case .generation: "the generation of the sample"
    case .population: "the number of live cells"
    case .states: "the number of cells of each state from 1 on, such as `{\"1\":4,\"2\":0}`"
    case .bounds: "the bounding box of the live cells; null without live cells"
    case .births:
      "cells alive now, in any state but 0, and not in the sample before; null without one, or "
        + "with too many to count"
    case .deaths: "cells alive in the sample before and not now; null as for births"
    case .digest: "the SHA-256 of the cells"
    case .complement: "whether the dead cells are counted, as under some rules with B0"
    }
  }

  /// The member of a sample. `nil` if it is omitted.
  package func json(of sample: Sample) -> JSONValue? {
    switch self {
    case .pattern: sample.pattern.map { JSONValue($0) }
    case .generation: JSONValue(sample.generation)
    case .population: JSONValue(sample.population)
    case .states: JSONValue(ofStates: sample.states)
    case .bounds:
      sample.bounds.map { box in
        [
          "x": JSONValue(box.x), "y": JSONValue(box.y), "width": JSONValue(box.width),
          "height": JSONValue(box.height),
        ]
      } ?? .null
    case .births: sample.births.map { JSONValue($0) } ?? .null
    case .deaths: sample.deaths.map { JSONValue($0) } ?? .null
    case .digest: sample.digest.map { JSONValue($0) } ?? .null
    case .complement: JSONValue(sample.isComplement)
    }
  }

  /// The headings of CSV and Markdown.
  var headings: [String] { self == .bounds ? ["x", "y", "width", "height"] : [rawValue] }

  /// The cells of CSV and Markdown. They bypass JSON because runs have millions of rows.
  func cells(of sample: Sample, as format: TableFormat) -> [String] {
    switch self {
    case .pattern:
      [sample.pattern.map { format == .csv ? CSV.cell($0) : TextTable.markdownCell($0) } ?? ""]
    case .generation: ["\(sample.generation)"]
    case .population: ["\(sample.population)"]
    case .states: sample.states.map { "\($0)" }
    case .bounds:
      sample.bounds.map { ["\($0.x)", "\($0.y)", "\($0.width)", "\($0.height)"] }
        ?? ["", "", "", ""]
    case .births: [sample.births.map { "\($0)" } ?? ""]
    case .deaths: [sample.deaths.map { "\($0)" } ?? ""]
    case .digest: [sample.digest ?? ""]
    case .complement: ["\(sample.isComplement)"]
    }
  }
}
