// Makes pages of hauls.
internal import LifeFormats
internal import LifeRender
internal import LifeRun

extension HaulReport {
  /// The maximum number of rarest objects on a page.
  private static let maxRarest = 10

  /// A page in HTML: the search, the chart, and the rarest objects with their soups.
  package var page: String {
    let chart = chart
    let facts = [
      ("root", haul.root), ("rule", haul.rule), ("symmetry", haul.symmetry),
      ("soups", "\(haul.soups.count)"), ("objects", "\(haul.table.objectCount ?? .max)"),
      ("kinds", "\(haul.table.entries.count)"),
    ]
    let list = facts.map { "<tr><th>\($0)</th><td>\(escapedForMarkup($1))</td></tr>" }
    let rows = HaulReport(haul, rows: haul.rarest(Self.maxRarest)).rows.map { row in
      let soups = row.entry.samples.map { "\($0)" }.joined(separator: " ")
      let picture = SVGElement(
        "svg", ["width": 42, "height": 36], [chart.picture(of: row)].compactMap(\.self))
      return "<tr><td>\(picture)</td><td><code>\(row.code)</code></td>"
        + "<td>\(escapedForMarkup(row.name ?? ""))</td><td>\(row.entry.count)</td>"
        + "<td>\(soups)</td></tr>"
    }
    return """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8">
      <title>Census of \(escapedForMarkup(haul.root))</title>
      <style>
      body { font: 14px sans-serif; max-width: 980px; margin: 2em auto; }
      td, th { text-align: left; padding: 2px 12px 2px 0; vertical-align: top; }
      code { overflow-wrap: anywhere; }
      </style></head><body>
      <h1>Census of \(escapedForMarkup(haul.root))</h1>
      <table>\(list.joined(separator: "\n"))</table>
      <h2>Objects</h2>
      \(chart.svg)
      <h2>The rarest objects, and soups that make them</h2>
      <table><tr><th></th><th>code</th><th>name</th><th>count</th><th>soups</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      </body></html>

      """
  }
}
