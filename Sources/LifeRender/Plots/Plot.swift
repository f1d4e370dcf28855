package import LifeIO

/// Draws population, births and deaths, and the bounding box of runs as curves over time.
///
/// In the plot of one run, related measures share a panel. The plot of several runs names each run
/// in the color of its curves, and each measure has its own panel.
package struct Plot {
  /// One of several runs.
  package struct Run: Sendable {
    package var name: String
    package let series: PlotSeries

    package init(name: String, _ series: PlotSeries) {
      self.name = name
      self.series = series
    }
  }

  private let title: String?
  private let runs: [Run]
  fileprivate let size: PixelSize?

  /// - Parameters:
  ///   - runs: at most ``maxRuns`` runs.
  ///   - size: the size in pixels, at least 480 × 400. `nil` chooses one.
  package init(of runs: [Run], title: String?, size: PixelSize? = nil) {
    precondition((1...Self.maxRuns).contains(runs.count))
    self.title = title ?? (runs.count == 1 ? runs[0].name : nil)
    self.runs = runs
    self.size = size.map { PixelSize(width: max($0.width, 480), height: max($0.height, 400)) }
  }

  /// The maximum number of runs with distinguishable colors.
  package static let maxRuns = PlotColor.curves.count

  /// The file formats of plots. Their names are file name extensions.
  package enum Format: String, CaseIterable, Sendable {
    case svg, png
  }

  /// - Throws: ``FileFailure`` from the output, ``MemoryExhausted``.
  package func write(_ format: Format, to output: ByteWriter) throws {
    let panels = panels
    var layout = Layout(self, scale: scale, panels: panels.count)
    while size != nil, layout.panelStride < Layout.minPanelStride, layout.scale > 0.5 {
      layout = Layout(self, scale: layout.scale - 0.5, panels: panels.count)
    }
    let size = layout.size
    switch format {
    case .svg:
      var canvas = SVGCanvas(
        width: size.width, height: size.height, scale: layout.scale, background: PlotColor.paper)
      draw(panels, layout, on: &canvas)
      try output.write(canvas.text)
    case .png:
      var canvas = try PixelCanvas(
        width: size.width, height: size.height, scale: layout.scale, colors: PlotColor.all)
      draw(panels, layout, on: &canvas)
      try output.write(canvas.image().png)
    }
  }
}

/// The positions of the parts of a plot, in units of ``scale`` pixels.
private struct Layout {
  static let left = 90.0
  static let heading = 16.0
  static let headingStride = 22
  static let bottom = 30
  /// The height of the name above a panel and of the numbers below it.
  static let panelText = 40.0
  /// The minimum height of a panel with its text, where the size allows it.
  static let minPanelStride = 100.0

  let scale: Double
  let size: PixelSize
  let headings: [Heading]
  let right: Double
  let top: Int
  let panelStride: Double

  /// Divides the height below the headings among the panels.
  ///
  /// - Parameter scale: a multiple of 1/2, because pixels have the font at twice its size.
  init(_ plot: Plot, scale: Double, panels: Int) {
    self.scale = scale
    let width = plot.size?.width ?? 960
    right = Double(width) / scale - 30
    headings = plot.headings(upTo: right)
    top = 64 + (headings.last?.row ?? 0) * Self.headingStride
    size = plot.size ?? PixelSize(width: width, height: top + panels * 220 + Self.bottom)
    panelStride =
      (Double(size.height) / scale - Double(top + Self.bottom)) / Double(max(1, panels))
  }
}

/// One pair of axes and its curves.
private struct Panel {
  /// The measure in a plot of several runs. Empty if each curve has its own name.
  var heading = ""
  var curves: [Curve]
}

/// One measure of one run.
private struct Curve {
  /// Empty if the plot's heading names the run.
  var name = ""
  let series: PlotSeries
  let measure: PlotSeries.Measure
  let color: Color

  var values: [Double] { series.values(measure) }
}

/// A line of a plot's title, or the name of one of its runs.
private struct Heading {
  let text: String
  let color: Color
  let x: Double
  let row: Int
}

extension Plot {
  /// The scale for the shorter side of a chosen size, 2 at 1080 pixels, but at most one at which a
  /// usual title fits.
  private var scale: Double {
    guard let size else { return 1 }
    let minWidth = min(max(480, Int(Layout.left) + Font.width(title ?? "") * 2), 960)
    let usual = max(2, (min(size.width, size.height) + 135) / 270)
    return Double(max(1, min(usual, size.width * 2 / minWidth))) / 2
  }

  /// The panels with at least one finite value, and their curves.
  private var panels: [Panel] {
    var panels = panelsOfMeasures
    for index in panels.indices { panels[index].curves.removeAll(where: \.values.isEmpty) }
    return panels.filter { !$0.curves.isEmpty }
  }

  private var panelsOfMeasures: [Panel] {
    guard runs.count == 1 else {
      return PlotSeries.Measure.allCases.map { measure in
        Panel(
          heading: "\(measure)",
          curves: zip(runs, PlotColor.curves).map {
            Curve(series: $0.series, measure: measure, color: $1)
          })
      }
    }
    func curve(_ measure: PlotSeries.Measure, _ color: Color) -> Curve {
      Curve(name: "\(measure)", series: runs[0].series, measure: measure, color: color)
    }
    return [
      Panel(curves: [curve(.population, PlotColor.blue)]),
      Panel(curves: [curve(.births, PlotColor.green), curve(.deaths, PlotColor.red)]),
      Panel(curves: [curve(.width, PlotColor.violet), curve(.height, PlotColor.orange)]),
    ]
  }

  /// The title, and below it the names of several runs in as many rows as they need.
  fileprivate func headings(upTo right: Double) -> [Heading] {
    var headings: [Heading] = []
    let letters = Int(right - Layout.left) / (2 * Font.advance)
    for line in Title(title, letters: letters).lines {
      let row = headings.count
      headings.append(Heading(text: line, color: PlotColor.ink, x: Layout.left, row: row))
    }
    guard runs.count > 1 else { return headings }
    var x = Layout.left
    var row = headings.count
    for (run, color) in zip(runs, PlotColor.curves) {
      let name = Title(run.name, letters: letters / 2).lines.first ?? ""
      let width = Double(Font.width(name) * 2)
      if x > Layout.left, x + width > right {
        x = Layout.left
        row += 1
      }
      headings.append(Heading(text: name, color: color, x: x, row: row))
      x += width + 24
    }
    return headings
  }

  private func draw(_ panels: [Panel], _ layout: Layout, on canvas: inout some PlotCanvas) {
    for heading in layout.headings {
      let y = Layout.heading + Double(heading.row * Layout.headingStride)
      canvas.text(heading.text, x: heading.x, y: y, color: heading.color, anchor: .start)
    }
    let generations = runs.flatMap { $0.series.points.map(\.generation) }
    let time = PlotAxis(generations, canBeLogarithmic: false)
    var top = Double(layout.top)
    for panel in panels {
      draw(panel, time: time, top: top, layout, on: &canvas)
      top += layout.panelStride
    }
    canvas.text("generation", x: layout.right, y: top + 6, color: PlotColor.ink, anchor: .end)
  }

  private func draw(
    _ panel: Panel, time: PlotAxis, top: Double, _ layout: Layout, on canvas: inout some PlotCanvas
  ) {
    let axis = PlotAxis(panel.curves.flatMap(\.values), canBeLogarithmic: true)
    let height = layout.panelStride - Layout.panelText
    let bottom = top + height
    let x = { (value: Double) in Layout.left + time[value] * (layout.right - Layout.left) }
    let y = { (value: Double) in bottom - axis[value] * height }
    for tick in axis.ticks {
      canvas.line(
        [(Layout.left, y(tick)), (layout.right, y(tick))], color: PlotColor.grid, width: 1)
      canvas.text(
        PlotAxis.text(tick), x: Layout.left - 8, y: y(tick) - 7, color: PlotColor.ink, anchor: .end)
    }
    for tick in time.ticks {
      canvas.line([(x(tick), bottom), (x(tick), bottom + 5)], color: PlotColor.ink, width: 1)
      canvas.text(
        PlotAxis.text(tick), x: x(tick), y: bottom + 8, color: PlotColor.ink, anchor: .middle)
    }
    canvas.line([(Layout.left, bottom), (layout.right, bottom)], color: PlotColor.ink, width: 1)
    var legend = Layout.left + 8
    func write(_ word: String, color: Color) {
      guard !word.isEmpty else { return }
      canvas.text(word, x: legend, y: top - 18, color: color, anchor: .start)
      legend += Double(Font.width(word) * 2 + 24)
    }
    write(panel.heading, color: PlotColor.ink)
    for (index, curve) in panel.curves.enumerated() {
      for points in curve.lines {
        let width = runs.count > 1 ? 1 : 2 - index
        canvas.line(points.map { (x: x($0.x), y: y($0.y)) }, color: curve.color, width: width)
      }
      write(curve.name, color: curve.color)
    }
    if axis.isLogarithmic { write("(logarithmic)", color: PlotColor.ink) }
  }
}

extension Curve {
  /// The polylines as generations and values, interrupted at gaps. A point extends from its low to
  /// its high value.
  fileprivate var lines: [[PlotPoint]] {
    var lines: [[PlotPoint]] = [[]]
    for point in series.points {
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
