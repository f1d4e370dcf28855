internal import LifeCore
internal import LifeFormats
internal import LifeRender

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A haul as a chart in SVG: a bar for each object, on a logarithmic scale, with its picture.
package struct HaulChart {
  let title: String
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
  /// The height of the title and of the labels of the axis.
  private static let headHeight = 84
  private static let barLeft = 330.0
  private static let barRight = 860.0
  private static let histogramHeight = 240
  /// The most characters of a label; a longer one is cut off.
  private static let longestLabel = 34
  /// The count at the left end of the bars, so that a bar of one object is visible.
  private static let axisStart = 0.5

  /// The text of a complete SVG document.
  package var svg: String {
    let table = Self.headHeight + rows.count * Self.rowHeight + 20
    let height = table + (lifespans.isEmpty ? 0 : Self.histogramHeight)
    let most = Double(rows.map(\.entry.count).max() ?? 1)
    let bars = rows.enumerated().map { index, row in
      bar(row, y: Self.headHeight + index * Self.rowHeight, most: most)
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.width)" height="\(height)" \
      viewBox="0 0 \(Self.width) \(height)" font-family="sans-serif" font-size="13">
      <title>\(escapedForMarkup(title))</title>
      <rect width="\(Self.width)" height="\(height)" fill="#ffffff"/>
      <text x="8" y="26" font-size="17">\(escapedForMarkup(title))</text>
      \(axis(to: most, bottom: table - 16))
      \(bars.joined(separator: "\n"))
      \(lifespans.isEmpty ? "" : histogram(top: table))
      </svg>

      """
  }

  /// The length of the bar of a count.
  private func length(of count: Double, most: Double) -> Double {
    let fraction = log2(count / Self.axisStart) / log2(most / Self.axisStart)
    return (Self.barRight - Self.barLeft) * fraction
  }

  /// A line at each power of ten, and what the bars mean.
  private func axis(to most: Double, bottom: Int) -> String {
    let top = Self.headHeight - 4
    var lines = [
      "<text x=\"\(Self.barLeft)\" y=\"\(top - 28)\">number of objects (logarithmic scale)</text>"
    ]
    var count = 1
    while Double(count) <= most {
      let x = Self.rounded(Self.barLeft + length(of: Double(count), most: most))
      lines.append(
        "<path d=\"M\(x) \(top)V\(bottom)\" stroke=\"#d5d5d5\"/>"
          + "<text x=\"\(x)\" y=\"\(top - 6)\" text-anchor=\"middle\">\(Self.label(count))</text>")
      guard case let (next, overflow) = count.multipliedReportingOverflow(by: 10), !overflow else {
        break
      }
      count = next
    }
    return lines.joined(separator: "\n")
  }

  /// A power of ten: all digits as long as they are easy to read, else as a power.
  private static func label(_ count: Int) -> String {
    let zeros = "\(count)".count - 1
    return zeros <= 5 ? "\(count)" : "10<tspan dy=\"-5\" font-size=\"9\">\(zeros)</tspan>"
  }

  private func bar(_ row: Row, y: Int, most: Double) -> String {
    let length = length(of: Double(row.entry.count), most: most)
    let label = row.name ?? row.code
    let text =
      label.count > Self.longestLabel ? label.prefix(Self.longestLabel - 1) + "…" : label[...]
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
      "<text x=\"50\" y=\"\(top + 20)\">Lifespan of \(lifespans.reduce(0, +)) sampled soups "
      + "(generations, log2 bins)</text>\n" + bars.joined(separator: "\n")
  }

  private static func rounded(_ value: Double) -> String {
    "\((value * 100).rounded() / 100)"
  }
}
