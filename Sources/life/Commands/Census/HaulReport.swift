import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// A haul in forms for people and for programs.
struct HaulReport {
  private let haul: Haul

  init(_ haul: Haul) { self.haul = haul }

  /// The names of the objects of Conway's Life.
  private func name(_ code: String) -> String? {
    haul.rule == "b3s23" ? ObjectNames.name(of: ObjectCode(code)) : nil
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
      "soups": JSONText(haul.soups.count),
      "ranges": JSONText(
        array: haul.soups.ranges.map { [JSONText($0.lowerBound), JSONText($0.upperBound - 1)] }),
      "objects": JSONText(haul.table.objectCount ?? .max),
      "table": JSONText(array: haul.table.sorted.map { row($0.code, $0.entry) }),
    ]
  }

  /// The search and a table of some rows.
  func text(_ rows: [(code: String, entry: HaulTable.Entry)]) -> String {
    let objects = haul.table.objectCount ?? .max
    let head = """
      root        \(TerminalText.printable(haul.root))
      rule        \(TerminalText.printable(haul.rule))
      symmetry    \(TerminalText.printable(haul.symmetry))
      soups       \(haul.soups.count) (\(Self.shortened("\(haul.soups)", 60)))
      objects     \(objects) of \(haul.table.entries.count) kinds


      """
    let table = TextTable(
      header: ["object", "count", "share", "first soup", "name"],
      rows: rows.map { code, entry in
        let share = Double(entry.count) / Double(max(objects, 1))
        return [
          Self.shortened(code, 48), "\(entry.count)", Self.percent(share),
          entry.samples.first.map { "\($0)" } ?? "", name(code) ?? "",
        ]
      })
    return head + table.plain
  }

  private static func shortened(_ text: String, _ length: Int) -> String {
    text.count > length ? text.prefix(length - 1) + "…" : text
  }

  private static func percent(_ share: Double) -> String {
    share < 0.000_001 ? "<0.0001 %" : "\((share * 100).threeDigits) %"
  }

  var ndjson: String {
    haul.table.sorted.map { "\(row($0.code, $0.entry))\n" }.joined()
  }

  var csv: String {
    "apgcode,name,count,soups\n"
      + haul.table.sorted.map { code, entry in
        let name = name(code).map { "\"\($0.replacing("\"", with: "\"\""))\"" } ?? ""
        let soups = entry.samples.map { "\($0)" }.joined(separator: " ")
        return "\(code),\(name),\(entry.count),\(soups)\n"
      }.joined()
  }
}
