internal import LifeCore
internal import LifeFormats
package import LifeRender

/// An object of a haul.
package struct HaulRow: Sendable {
  let code: String
  let name: String?
  let entry: HaulTable.Entry
  /// The number of all objects of the haul.
  let objects: Int

  package static let schema = Schema<HaulRow> {
    Property(
      "apgcode", "the code of the object", { $0.code },
      text: { HaulReport.shortened($0, length: 48) })
    Property("name", "its name, in Conway's Life") { $0.name }.orNull
    Property("count", "how often it was found") { $0.entry.count }
    Property("soups", "the numbers of the first soups that have it") { $0.entry.samples }
  }

  package static let table = ReportTable(
    schema,
    columns: [
      Column("apgcode", heading: "object"), Column("count"), Column("share") { $0.share },
      Column("first soup") { $0.entry.samples.first.map { "\($0)" } }, Column("name"),
    ],
    dataColumns: [Column("apgcode"), Column("name").quoted, Column("count"), Column("soups")])

  /// The smallest share that is printed as a percentage; a smaller one is printed as `1 in 25000`.
  private static let smallestShareInPercent = 0.001

  private var share: String {
    let share = Double(entry.count) / Double(max(objects, 1))
    if share >= Self.smallestShareInPercent || share <= 0 {
      return "\((share * 100).threeDigits) %"
    }
    return "1 in \(min(1 / share, 1e18).threeDigits)"
  }
}
