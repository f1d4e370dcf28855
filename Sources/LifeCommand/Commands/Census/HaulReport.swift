import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeEngines
import LifeRun

/// A haul in forms for people and for programs.
struct HaulReport {
  private let haul: Haul
  /// The objects of tables and of JSON.
  private let rows: [(code: String, entry: HaulTable.Entry)]

  /// - Parameter rows: some objects; nil for all, the most frequent first.
  init(_ haul: Haul, rows: [(code: String, entry: HaulTable.Entry)]? = nil) {
    self.haul = haul
    self.rows = rows ?? haul.table.sorted
  }

  /// The names of the objects of Conway's Life.
  private func name(_ code: String) -> String? {
    haul.rule == "b3s23" ? ObjectNames.name(of: ObjectCode(code)) : nil
  }

  /// The most frequent objects that a chart has, and the rarest of a page.
  private static let mostBars = 40
  private static let mostRarest = 10
  /// The soups that are run again for their lifespans.
  private static let mostLifespans = 60

  func chart() throws -> HaulChart {
    HaulChart(
      title: title,
      rows: haul.table.sorted.prefix(Self.mostBars).map { chartRow($0.code, $0.entry) },
      lifespans: try lifespans())
  }

  func page() throws -> HaulPage {
    HaulPage(
      haul: haul, chart: try chart(),
      rarest: haul.rarest(Self.mostRarest).map { chartRow($0.code, $0.entry) })
  }

  /// What was searched, and what was found.
  private var title: String {
    let objects = haul.table.objectCount ?? .max
    return "Census of \(haul.root), \(haul.rule), \(haul.symmetry): \(haul.soups.count) soups, "
      + "\(objects) objects"
  }

  private func chartRow(_ code: String, _ entry: HaulTable.Entry) -> HaulChart.Row {
    let input = try? ByteReader(Array(code.utf8), name: "code")
    let pattern = input.flatMap {
      try? Format.read($0, as: .apgcode, options: ReadOptions()).pattern
    }
    return HaulChart.Row(code: code, name: name(code), entry: entry, cells: pattern?.cells)
  }

  /// The numbers of soups, evenly taken from the haul, by the binary logarithm of their lifespans.
  private func lifespans() throws -> [Int] {
    guard let search = try? CensusSearch(haul) else { return [] }
    var limits = AnalysisLimits()
    limits.engine.interrupt = Interruption.interrupt
    limits.engine.threads = 1
    let identifier = Identifier(AnalysisRule(search.rule), limits)
    var bins: [Int] = []
    for number in haul.soups.evenly(Self.mostLifespans) where !Interruption.interrupt.isRaised {
      var pattern = Pattern(cells: search.soup(number).cells)
      (pattern.position, pattern.statedRule) = (.origin, search.rule)
      pattern = try pattern.packedForRule()
      guard let lifespan = try? identifier.generations(until: .stable, pattern) else { continue }
      let bin = Int.bitWidth - 1 - max(lifespan, 1).leadingZeroBitCount
      while bins.count <= bin { bins.append(0) }
      bins[bin] += 1
    }
    return bins
  }

  private func samples(_ entry: HaulTable.Entry) -> JSONText {
    JSONText(array: entry.samples.map { JSONText($0) })
  }

  private func row(_ code: String, _ entry: HaulTable.Entry) -> JSONText {
    [
      "apgcode": JSONText(code), "name": name(code).map { JSONText($0) } ?? .null,
      "count": JSONText(entry.count), "soups": samples(entry),
    ]
  }

  var json: JSONText {
    [
      "schema": "life.census/1", "root": JSONText(haul.root), "rule": JSONText(haul.rule),
      "symmetry": JSONText(haul.symmetry),
      "max_generations": JSONText(haul.limits.generations),
      "max_population": JSONText(haul.limits.population),
      "soups": JSONText(haul.soups.count),
      "ranges": JSONText(
        array: haul.soups.ranges.map { [JSONText($0.lowerBound), JSONText($0.upperBound - 1)] }),
      "objects": JSONText(haul.table.objectCount ?? .max),
      "table": JSONText(array: rows.map { row($0.code, $0.entry) }),
    ]
  }

  /// The search and a table of the objects.
  var text: String {
    let objects = haul.table.objectCount ?? .max
    let head = """
      root        \(TerminalText.printable(haul.root))
      rule        \(TerminalText.printable(haul.rule))
      symmetry    \(TerminalText.printable(haul.symmetry))\(limits)
      soups       \(haul.soups.count) (\(Self.shortened("\(haul.soups)", 60)))
      objects     \(objects) of \(haul.table.entries.count) kinds


      """
    let table = TextTable(
      header: ["object", "count", "share", "first soup", "name"],
      rows: rows.map { code, entry in
        let share = Double(entry.count) / Double(max(objects, 1))
        return [
          Self.shortened(code, 48), "\(entry.count)", Self.text(share: share),
          entry.samples.first.map { "\($0)" } ?? "", name(code) ?? "",
        ]
      })
    return head + table.plain
  }

  /// A row with the limits of a soup, unless they are the usual ones.
  private var limits: String {
    haul.limits == .usual
      ? ""
      : "\nlimits      \(haul.limits.generations) generations, \(haul.limits.population) cells"
  }

  private static func shortened(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  /// Shares below this are told as one in so many.
  private static let smallestPercentage = 0.001

  private static func text(share: Double) -> String {
    if share >= smallestPercentage || share <= 0 { return "\((share * 100).threeDigits) %" }
    return "1 in \(min(1 / share, 1e18).threeDigits)"
  }

  /// A row of CSV: the number and the name of a pattern, and its objects with their counts.
  static func keyRow(_ pattern: StreamPattern, _ table: HaulTable) -> String {
    let objects = table.sorted.map { "\($0.code) \($0.entry.count)" }.joined(separator: " ")
    return "\(pattern.number),\(quoted(pattern.name)),\(objects)\n"
  }

  private static func quoted(_ name: String) -> String {
    name.isEmpty ? "" : "\"\(name.substituting("\"\"", for: "\""))\""
  }

  var ndjson: String {
    rows.map { "\(row($0.code, $0.entry))\n" }.joined()
  }

  var csv: String {
    "apgcode,name,count,soups\n"
      + rows.map { code, entry in
        let name = Self.quoted(name(code) ?? "")
        let soups = entry.samples.map { "\($0)" }.joined(separator: " ")
        return "\(code),\(name),\(entry.count),\(soups)\n"
      }.joined()
  }
}
