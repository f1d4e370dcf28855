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
    case .generation: [Column("generation", integer: { $0.generation })]
    case .population: [Column("population", integer: { $0.population })]
    case .bounds:
      [
        Column("x", integer: { $0.bounds?.x }), Column("y", integer: { $0.bounds?.y }),
        Column("width", integer: { $0.bounds?.width }),
        Column("height", integer: { $0.bounds?.height }),
      ]
    case .births: [Column("births", integer: { $0.births.map { BigInt($0) } })]
    case .deaths: [Column("deaths", integer: { $0.deaths.map { BigInt($0) } })]
    case .digest: [Column("digest") { $0.digest }]
    case .complement: [Column("complement") { $0.isComplement ? "true" : "false" }]
    }
  }
}
