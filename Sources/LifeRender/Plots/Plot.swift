package import LifeIO

/// Draws population, births and deaths, and the bounding box of a run as curves over time.
package struct Plot {
  private let title: String
  private let series: PlotSeries

  package init(title: String, _ series: PlotSeries) {
    self.title = title
    self.series = series
  }

  /// The file formats of plots, named like their file name extensions.
  package enum Format: String, FileExtension, CaseIterable, Sendable {
    case svg, png
  }

  /// - Throws: ``FileFailure`` from the output, ``MemoryExhausted``.
  package func write(_ format: Format, to output: ByteWriter) throws {
    let panels = panels
    let height = Layout.top + panels.count * Layout.panelStride + Layout.bottom
    switch format {
    case .svg:
      var canvas = SVGCanvas(width: Layout.width, height: height, background: .white)
      draw(panels, on: &canvas)
      try output.write(canvas.text)
    case .png:
      var canvas = PixelCanvas(width: Layout.width, height: height, colors: Color.ofPlot)
      draw(panels, on: &canvas)
      try canvas.write(to: output)
    }
  }
}

/// The positions of the parts of a plot, in pixels.
private enum Layout {
  static let width = 960
  static let left = 90.0
  static let right = 930.0
  static let title = 16.0
  static let top = 64
  static let bottom = 30
  static let panelHeight = 180.0
  static let panelStride = 220
}

extension Color {
  fileprivate static let ink = Color(0x303840)
  fileprivate static let grid = Color(0xdde1e6)

  /// All colors of a plot, the background first.
  fileprivate static let ofPlot = [white, ink, grid] + PlotSeries.Measure.allCases.map(\.color)
}

extension PlotSeries.Measure {
  /// The color of its curve.
  fileprivate var color: Color {
    switch self {
    case .population: Color(0x0072b2)
    case .births: Color(0x009e73)
    case .deaths: Color(0xd55e00)
    case .width: Color(0xa0509a)
    case .height: Color(0xe69f00)
    }
  }
}

extension Plot {
  /// The measures of each pair of axes that has at least one finite value.
  private var panels: [[PlotSeries.Measure]] {
    [[.population], [.births, .deaths], [.width, .height]].filter { panel in
      panel.contains { !series.values($0).isEmpty }
    }
  }

  private func draw(_ panels: [[PlotSeries.Measure]], on canvas: inout some PlotCanvas) {
    canvas.text(title, x: Layout.left, y: Layout.title, color: .ink, anchor: .start)
    let time = PlotAxis(series.points.map(\.generation), canBeLogarithmic: false)
    for (index, panel) in panels.enumerated() {
      let top = Double(Layout.top + index * Layout.panelStride)
      draw(panel, time: time, top: top, on: &canvas)
    }
    let bottom = Double(Layout.top + panels.count * Layout.panelStride)
    canvas.text("generation", x: Layout.right, y: bottom + 6, color: .ink, anchor: .end)
  }

  private func draw(
    _ panel: [PlotSeries.Measure], time: PlotAxis, top: Double, on canvas: inout some PlotCanvas
  ) {
    let axis = PlotAxis(panel.flatMap(series.values), canBeLogarithmic: true)
    let bottom = top + Layout.panelHeight
    let x = { (value: Double) in Layout.left + time[value] * (Layout.right - Layout.left) }
    let y = { (value: Double) in bottom - axis[value] * Layout.panelHeight }
    for tick in axis.ticks {
      canvas.line([(Layout.left, y(tick)), (Layout.right, y(tick))], color: .grid, width: 1)
      canvas.text(
        PlotAxis.text(tick), x: Layout.left - 8, y: y(tick) - 7, color: .ink, anchor: .end)
    }
    for tick in time.ticks {
      canvas.line([(x(tick), bottom), (x(tick), bottom + 5)], color: .ink, width: 1)
      canvas.text(PlotAxis.text(tick), x: x(tick), y: bottom + 8, color: .ink, anchor: .middle)
    }
    canvas.line([(Layout.left, bottom), (Layout.right, bottom)], color: .ink, width: 1)
    var legend = Layout.left + 8
    func write(_ word: String, color: Color) {
      canvas.text(word, x: legend, y: top - 18, color: color, anchor: .start)
      legend += Double(Font.width(word) * 2 + 24)
    }
    for (index, measure) in panel.enumerated() {
      for points in series.lines(measure) {
        let places = points.map { (x: x($0.x), y: y($0.y)) }
        canvas.line(places, color: measure.color, width: 2 - index)
      }
      write("\(measure)", color: measure.color)
    }
    if axis.isLogarithmic { write("(logarithmic)", color: .ink) }
  }
}

extension PlotSeries {
  /// The polylines, interrupted at gaps, as generations and values; a point is drawn from its low
  /// to its high value.
  fileprivate func lines(_ measure: Measure) -> [[PlotPoint]] {
    var lines: [[PlotPoint]] = [[]]
    for point in points {
      let low = point.low[measure.rawValue]
      let high = point.high[measure.rawValue]
      guard low.isFinite, high.isFinite else {
        if lines[lines.count - 1].count > 0 { lines.append([]) }
        continue
      }
      lines[lines.count - 1].append((x: point.generation, y: low))
      if high != low { lines[lines.count - 1].append((x: point.generation, y: high)) }
    }
    return lines.filter { !$0.isEmpty }
  }
}
