import LifeAnalysis
import LifeCore
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A haul as a chart in SVG: a bar for each object, on a logarithmic scale, with its picture.
struct HaulChart {
  let rows: [Row]
  /// The numbers of soups by the binary logarithm of their lifespans; empty if they are not known.
  var lifespans: [Int] = []

  struct Row {
    let code: String
    let name: String?
    let entry: HaulTable.Entry
    /// The cells of the object; nil if the code has none.
    let cells: Cells?
  }

  private static let width = 960
  private static let rowHeight = 40
  private static let barLeft = 330.0
  private static let barRight = 860.0
  private static let histogramHeight = 240
  private static let longestText = 34

  /// The text of a complete SVG document.
  var svg: String {
    let table = rows.count * Self.rowHeight + 20
    let height = table + (lifespans.isEmpty ? 0 : Self.histogramHeight)
    let most = Double(rows.map(\.entry.count).max() ?? 1)
    let bars = rows.enumerated().map { bar($1, y: 10 + $0 * Self.rowHeight, most: most) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="13">
      <rect width="\(Self.width)" height="\(height)" fill="#ffffff"/>
      \(bars.joined(separator: "\n"))
      \(lifespans.isEmpty ? "" : histogram(top: table))
      </svg>

      """
  }

  private func bar(_ row: Row, y: Int, most: Double) -> String {
    let scale = log2(Double(row.entry.count) * 1.5) / log2(most * 1.5)
    let length = max(2, (Self.barRight - Self.barLeft) * scale)
    let label = row.name ?? row.code
    let text =
      label.count > Self.longestText ? label.prefix(Self.longestText - 1) + "…" : label[...]
    return """
      <g transform="translate(0 \(y))">\(picture(row.cells))\
      <text x="50" y="21">\(escapedForMarkup(String(text)))</text>\
      <rect x="\(Self.barLeft)" y="8" width="\(Self.rounded(length))" height="18" fill="#4a7ab5"/>\
      <text x="\(Self.rounded(Self.barLeft + length + 6))" y="22">\(row.entry.count)</text></g>
      """
  }

  /// The cells in a box of 34 × 34 pixels.
  func picture(_ cells: Cells?) -> String {
    guard let cells, let box = cells.bounds, max(box.width, box.height) <= 64 else { return "" }
    let scale = 34 / Double(max(box.width, box.height) + 2)
    var path = ""
    cells.forEachRun { run in
      path += "M\(run.x - box.x + 1) \(run.y - box.y + 1)h\(run.length)v1h-\(run.length)z"
    }
    return "<path transform=\"translate(4 0) scale(\(Self.rounded(scale)))\" d=\"\(path)\"/>"
  }

  private func histogram(top: Int) -> String {
    let most = max(lifespans.max() ?? 1, 1)
    let bars = lifespans.enumerated().map { index, count in
      let height = 150 * count / most
      let x = 50 + 40 * index
      return """
        <rect x="\(x)" y="\(top + 200 - height)" width="34" height="\(height)" fill="#4a7ab5"/>\
        <text x="\(x)" y="\(top + 194 - height)">\(count == 0 ? "" : "\(count)")</text>\
        <text x="\(x)" y="\(top + 218)">\(1 << index)</text>
        """
    }
    return
      "<text x=\"50\" y=\"\(top + 20)\">Lifespans of \(lifespans.reduce(0, +)) soups, from this "
      + "generation on</text>\n" + bars.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}

/// A haul as a page in HTML: the search, the chart, and the rarest objects with their soups.
struct HaulPage {
  let haul: Haul
  let chart: HaulChart
  let rarest: [HaulChart.Row]

  var html: String {
    let facts = [
      ("root", haul.root), ("rule", haul.rule), ("symmetry", haul.symmetry),
      ("soups", "\(haul.soups.count)"), ("objects", "\(haul.table.objectCount ?? .max)"),
      ("kinds", "\(haul.table.entries.count)"),
    ]
    let list = facts.map { "<tr><th>\($0)</th><td>\(escapedForMarkup($1))</td></tr>" }
    let rows = rarest.map { row in
      let soups = row.entry.samples.map { "\($0)" }.joined(separator: " ")
      let picture = "<svg width=\"42\" height=\"36\">\(chart.picture(row.cells))</svg>"
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
      <h2>The most frequent objects</h2>
      \(chart.svg)
      <h2>The rarest objects, and soups that make them</h2>
      <table><tr><th></th><th>code</th><th>name</th><th>count</th><th>soups</th></tr>
      \(rows.joined(separator: "\n"))
      </table>
      </body></html>

      """
  }
}
