internal import LifeCore

/// A column of a table of samples.
package enum TableColumn: String, CaseIterable, Sendable {
  case generation, population
  /// The bounding box: four columns of CSV, one object of JSON.
  case bounds
  /// Cells that are alive in this sample and were dead in the last one.
  case births
  /// Cells that are dead in this sample and were alive in the last one.
  case deaths
  /// The SHA-256 of the cells.
  case digest
  /// Whether the cells are the dead ones, under rules with B0.
  case complement

  var property: Property<Sample> {
    switch self {
    case .generation: Property("generation", "the generation of the sample") { $0.generation }
    case .population: Property("population", "the number of live cells") { $0.population }
    case .bounds:
      Property(
        "bounds", "the bounding box of the live cells; null without live cells",
        holding: Bounds.schema
      ) { $0.bounds }.orNull
    case .births:
      Property(
        "births",
        "cells that were dead in the last sample; null if there was none, or if it was too large"
      ) { $0.births }.orNull
    case .deaths:
      Property("deaths", "cells that were alive in the last sample, and are dead") {
        $0.deaths
      }.orNull
    case .digest: Property("digest", "the SHA-256 of the cells") { $0.digest }.orNull
    case .complement:
      Property("complement", "true if the dead cells are counted, as under some rules with B0") {
        $0.isComplement ? true : nil
      }
    }
  }

  /// The columns of CSV and Markdown, without a detour through JSON: runs have millions of rows.
  var columns: [Column<Sample>] {
    switch self {
    case .generation: [Column("generation") { "\($0.generation)" }]
    case .population: [Column("population") { "\($0.population)" }]
    case .bounds:
      [
        Column("x") { $0.bounds?.x.description }, Column("y") { $0.bounds?.y.description },
        Column("width") { $0.bounds?.width.description },
        Column("height") { $0.bounds?.height.description },
      ]
    case .births: [Column("births") { $0.births?.description }]
    case .deaths: [Column("deaths") { $0.deaths?.description }]
    case .digest: [Column("digest") { $0.digest }]
    case .complement: [Column("complement") { $0.isComplement ? "true" : "false" }]
    }
  }
}
