import LifeAnalysis
import LifeCore
package import LifeFormats
internal import LifeRender
package import LifeRun

/// A haul as text, table, chart, page or JSON.
package struct HaulReport: Report {
  let haul: Haul
  /// The objects of tables, charts and JSON.
  package let rows: [HaulRow]

  /// - Parameter rows: the objects to report; nil for all, the most frequent first.
  package init(_ haul: Haul, rows: [(code: String, entry: HaulTable.Entry)]? = nil) {
    self.haul = haul
    let objects = haul.table.objectCount ?? .max
    self.rows = (rows ?? haul.table.sorted).map { code, entry in
      // Only objects of Conway's Life have names.
      let name = haul.rule == "b3s23" ? ObjectNames.name(of: ObjectCode(code)) : nil
      return HaulRow(code: code, name: name, entry: entry, objects: objects)
    }
  }

  /// The maximum number of objects in a chart.
  private static let maxBars = 40

  package var chart: HaulChart {
    let shown = rows.prefix(Self.maxBars)
    let all = haul.table.sorted
    let order = shown.first?.code == all.first?.code ? "most frequent" : "rarest"
    let part = shown.count < all.count ? ", the \(shown.count) \(order) of \(all.count)" : ""
    return HaulChart(title: title + part, rows: shown, rule: Haul.rule(named: haul.rule))
  }

  /// The search and its result in a line.
  private var title: String {
    let objects = haul.table.objectCount ?? .max
    return "Census of \(haul.root), \(haul.rule), \(haul.symmetry): \(haul.soups.count) soups, "
      + "\(objects) objects"
  }
}

// MARK: - Fields

extension HaulReport {
  package static let schema = Schema<HaulReport>("life.census/1") {
    Property("root", "the start of all seeds; in a total of several roots, a list of them") {
      $0.haul.root
    }
    Property("rule", "the rule, as census programs write it") { $0.haul.rule }
    Property("symmetry", "the symmetry of the soups") { $0.haul.symmetry }
    Property(
      "max_generations", "the generations after which a soup is counted as `PATHOLOGICAL`"
    ) { $0.haul.limits.generations }.withoutText
    Property("max_population", "the live cells beyond which a soup is counted as `PATHOLOGICAL`") {
      $0.haul.limits.population
    }.withoutText
    Property(label: "limits") { report in
      let limits = report.haul.limits
      return limits == .usual
        ? [] : ["\(limits.generations) generations, \(limits.population) cells"]
    }
    Property(
      "soups", "the number of soups", { $0.haul.soups.count },
      lines: { report in
        let parts = report.haul.parts.map { "\($0.soups) of \($0.root)" }.joined(separator: ", ")
        let numbers = parts.isEmpty ? "\(report.haul.soups)" : parts
        return ["\(report.haul.soups.count) (\(shortened(numbers, length: 60)))"]
      })
    Property(
      "ranges", "the first and the last number of each range of soups; omitted for several roots"
    ) { $0.haul.parts.isEmpty ? ranges($0.haul.soups) : nil }.withoutText
    Property("roots", "of a total: each root and its soups", listing: rootPart) {
      $0.haul.parts.isEmpty ? nil : $0.haul.parts
    }.withoutText
    Property(
      "objects", "the number of objects", { $0.haul.table.objectCount ?? .max },
      lines: { report in
        let table = report.haul.table
        return ["\(table.objectCount ?? .max) of \(table.entries.count.counted("kind"))"]
      })
    Property("table", "the objects", listing: HaulRow.schema) { $0.rows }.withoutText
  }

  private static let rootPart = Schema<Haul.RootPart> {
    Property("root", "the start of the seeds of its soups") { $0.root }
    Property("ranges", "the first and the last number of each range") { ranges($0.soups) }
  }

  private static func ranges(_ soups: SoupRanges) -> [[Int]] {
    soups.ranges.map { [$0.lowerBound, $0.upperBound - 1] }
  }

  /// The search and a table of the objects.
  package var text: String {
    Self.schema.rows(of: self, indent: 0, width: 12) + "\n" + HaulRow.table.text(rows, as: nil)
  }

  static func shortened(_ text: String, length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  /// A row of CSV: the number and the name of a pattern, and its objects with their counts.
  package static func keyRow(_ pattern: StreamPattern, table: HaulTable) -> String {
    let objects = table.sorted.map { "\($0.code) \($0.entry.count)" }.joined(separator: " ")
    return "\(pattern.number),\(CSV.cell(pattern.name, isQuoted: true)),\(objects)\n"
  }
}

extension Haul {
  /// `1000 soups, 20666 objects, 31 kinds`
  package var summary: String {
    let objects = (table.objectCount ?? .max).counted("object")
    return "\(soups.count.counted(unit)), \(objects), \(table.entries.count.counted("kind"))"
  }
}

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

  /// The smallest share printed as a percentage: 0.1 %. Smaller ones become `1 in 25000`.
  private static let minShareAsPercentage = 0.001

  private var share: String {
    let share = Double(entry.count) / Double(max(objects, 1))
    if share >= Self.minShareAsPercentage || share <= 0 {
      return "\((share * 100).threeDigits) %"
    }
    return "1 in \(min(1 / share, 1e18).threeDigits)"
  }
}
