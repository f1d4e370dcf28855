internal import LifeCore
internal import LifeFormats
internal import LifeIO
internal import LifeRender
internal import LifeSystem

/// A haul as a chart in SVG: a bar for each object, on a logarithmic scale, with its picture.
package struct HaulChart {
  let title: String
  let rows: ArraySlice<HaulRow>
  /// The rule of the objects; nil if it is not known.
  let rule: Rule?

  private static let width = 960
  private static let rowHeight = 40
  /// The height of the title and of the labels of the axis.
  private static let headHeight = 84
  private static let barLeft = 330.0
  private static let barRight = 860.0
  /// The maximum characters of a label; longer ones are cut off.
  private static let maxLabelLength = 34
  /// The count at the left end of the bars, so that a bar of one object is visible.
  private static let axisStart = 0.5

  private static let barColor = Color(0x4a7ab5)

  /// The text of a complete SVG document.
  package var svg: String {
    let height = Self.headHeight + rows.count * Self.rowHeight + 20
    var document = SVGDocument(
      width: Self.width, height: height, fontSize: 13, title: title, background: .white)
    document.add(SVGElement("text", ["x": 8, "y": 26, "font-size": 17], text: title))
    let most = Double(rows.map(\.entry.count).max() ?? 1)
    addAxis(to: most, bottom: height - 16, in: &document)
    for (index, row) in rows.enumerated() {
      document.add(bar(row, y: Self.headHeight + index * Self.rowHeight, most: most))
    }
    return document.text
  }

  /// The length of the bar of a count.
  private func length(of count: Double, most: Double) -> Double {
    let fraction = log2(count / Self.axisStart) / log2(most / Self.axisStart)
    return (Self.barRight - Self.barLeft) * fraction
  }

  /// A line at each power of ten, and the title of the axis.
  private func addAxis(to most: Double, bottom: Int, in document: inout SVGDocument) {
    let top = Self.headHeight - 4
    document.add(
      SVGElement(
        "text", ["x": Self.barLeft, "y": top - 28], text: "number of objects (logarithmic scale)"))
    var count = 1
    while Double(count) <= most {
      let x = Self.rounded(Self.barLeft + length(of: Double(count), most: most))
      // All digits as long as they are easy to read, else a power of ten.
      let zeros = "\(count)".count - 1
      document.add(
        SVGElement("path", ["d": "M\(x) \(top)V\(bottom)", "stroke": "#d5d5d5"]),
        SVGElement(
          "text", ["x": x, "y": top - 6, "text-anchor": "middle"],
          text: zeros <= 5 ? "\(count)" : "1e\(zeros)"))
      guard case let (next, overflow) = count.multipliedReportingOverflow(by: 10), !overflow else {
        break
      }
      count = next
    }
  }

  private func bar(_ row: HaulRow, y: Int, most: Double) -> SVGElement {
    let length = length(of: Double(row.entry.count), most: most)
    let label = row.name ?? row.code
    let text =
      label.count > Self.maxLabelLength ? label.prefix(Self.maxLabelLength - 1) + "…" : label[...]
    return SVGElement(
      "g", ["transform": "translate(0 \(y))"],
      [picture(of: row)].compactMap(\.self) + [
        SVGElement("text", ["x": 50, "y": 21], text: String(text)),
        .rectangle(
          x: Self.barLeft, y: 8, width: Self.rounded(length), height: 18, fill: Self.barColor),
        SVGElement(
          "text", ["x": Self.rounded(Self.barLeft + length + 6), "y": 22],
          text: "\(row.entry.count)"),
      ])
  }

  /// An object in a box of 34 × 34 pixels; nil if it is large, or its code does not encode cells.
  func picture(of row: HaulRow) -> SVGElement? {
    var options = ReadOptions()
    options.rule = rule
    guard let input = try? ByteReader(Array(row.code.utf8), name: "code"),
      let cells = try? Format.read(input, as: .apgcode, options: options).pattern.cells,
      let box = cells.bounds, max(box.width, box.height) <= 64
    else { return nil }
    let scale = 34 / Double(max(box.width, box.height) + 2)
    var path = ""
    cells.forEachRun { run in
      path += "M\(run.x - box.x + 1) \(run.y - box.y + 1)h\(run.length)v1h-\(run.length)z"
    }
    return SVGElement(
      "path", ["transform": "translate(4 0) scale(\(Self.rounded(scale)))", "d": path])
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
