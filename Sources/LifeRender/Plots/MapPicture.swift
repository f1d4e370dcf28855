internal import LifeCore
package import LifeIO

/// Colored maps of an object's cells side by side, each with a legend.
///
/// Marks show the live cells: of each phase in an animation, of the first phase in a still image.
package struct MapPicture {
  /// One map: the color of each cell, row by row, or `nil` for cells outside of it.
  package struct Panel {
    package var title: String
    package var colors: [Color?]
    package var legend: [(color: Color, text: String)]

    package init(title: String, colors: [Color?], legend: [(color: Color, text: String)]) {
      self.title = title
      self.colors = colors
      self.legend = legend
    }
  }

  /// The file formats of maps. Their names are file name extensions.
  package enum Format: String, CaseIterable, Sendable {
    case png, svg, gif
  }

  private let lines: [String]
  private let width: Int
  private let height: Int
  private let panels: [Panel]
  /// For each phase, whether each cell is alive.
  private let phases: [[Bool]]

  /// - Parameters:
  ///   - lines: the text above the maps.
  ///   - width: the width of each map in cells.
  package init(
    lines: [String], width: Int, height: Int, panels: [Panel], phases: [[Bool]]
  ) {
    self.lines = lines
    self.panels = panels
    self.phases = phases
    self.width = width
    self.height = height
  }

  /// - Throws: ``FileFailure`` from the output, ``MemoryExhausted``, ``ShapeRefused``.
  package func write(_ format: Format, to output: ByteWriter) throws {
    let size = size
    switch format {
    case .svg:
      var canvas = SVGCanvas(width: size.width, height: size.height, background: Self.paper)
      draw(phase: 0, on: &canvas)
      try output.write(canvas.text)
    case .png: try output.write(image(phase: 0).png)
    case .gif:
      var properties = ImageProperties(
        width: size.width, height: size.height, palette: Palette(palette))
      properties.frameCount = phases.count
      properties.rate = FrameRate(phases.count < 8 ? 4 : 10, denominator: 1)
      var writer = GIFWriter(to: output, properties)
      try writer.begin()
      for phase in phases.indices { try writer.append(image(phase: phase)) }
      try writer.finish()
    }
  }

  private func image(phase: Int) throws -> Image {
    var canvas = try PixelCanvas(width: size.width, height: size.height, colors: palette)
    draw(phase: phase, on: &canvas)
    return try canvas.image()
  }
}

// MARK: - Layout

extension MapPicture {
  private static let margin = 24
  private static let lineHeight = 24
  private static let swatch = 14
  private static let maxSide = 420
  private static let paper = Color.white
  private static let ink = Color(0x263238)
  /// The cells outside a map.
  private static let empty = Color(0xf1f4f7)
  /// The marks of live cells.
  private static let mark = Color(0x10181f)

  /// All colors, the background first.
  private var palette: [Color] {
    var colors = [Self.paper, Self.ink, Self.empty, Self.mark]
    for color in panels.flatMap({ $0.colors.compactMap { $0 } + $0.legend.map(\.color) })
    where !colors.contains(color) && colors.count < Palette.maxColors {
      colors.append(color)
    }
    return colors
  }

  /// Pixels per cell.
  private var scale: Int { max(1, min(28, Self.maxSide / max(width, height, 1))) }

  private func panelWidth(_ panel: Panel) -> Int {
    let texts = panel.legend.map { Font.width($0.text) * 2 + Self.swatch + 10 }
    return max(width * scale, Font.width(panel.title) * 2, texts.max() ?? 0)
  }

  private var top: Int { Self.margin + lines.count * Self.lineHeight + 8 }

  private var size: PixelSize {
    let widths = panels.map { panelWidth($0) + Self.margin }
    let text = lines.map { Font.width($0) * 2 + 2 * Self.margin }.max() ?? 0
    let legends = panels.map { $0.legend.count * Self.lineHeight }.max() ?? 0
    return PixelSize(
      width: max(widths.reduce(Self.margin, +), text),
      height: top + Self.lineHeight + height * scale + 12 + legends + Self.margin)
  }

  private func draw(phase: Int, on canvas: inout some PlotCanvas) {
    for (line, text) in lines.enumerated() {
      canvas.text(
        text, x: Double(Self.margin), y: Double(Self.margin + line * Self.lineHeight),
        color: Self.ink, anchor: .start)
    }
    var left = Self.margin
    for panel in panels {
      canvas.text(panel.title, x: Double(left), y: Double(top), color: Self.ink, anchor: .start)
      let y = top + Self.lineHeight
      canvas.rectangle(
        x: left, y: y, width: width * scale, height: height * scale, color: Self.empty)
      drawCells(panel, alive: phases[phase], x: left, y: y, on: &canvas)
      for (row, entry) in panel.legend.enumerated() {
        let line = y + height * scale + 12 + row * Self.lineHeight
        canvas.rectangle(
          x: left, y: line + 1, width: Self.swatch, height: Self.swatch,
          color: entry.color)
        canvas.text(
          entry.text, x: Double(left + Self.swatch + 10), y: Double(line), color: Self.ink,
          anchor: .start)
      }
      left += panelWidth(panel) + Self.margin
    }
  }

  private func drawCells(
    _ panel: Panel, alive: [Bool], x: Int, y: Int, on canvas: inout some PlotCanvas
  ) {
    // Lines between cells and marks of live cells need some pixels.
    let gap = scale >= 6 ? 1 : 0
    let inset = scale * 3 / 8
    for (place, color) in panel.colors.enumerated() {
      guard let color else { continue }
      let left = x + place % width * scale
      let upper = y + place / width * scale
      canvas.rectangle(
        x: left, y: upper, width: scale - gap, height: scale - gap, color: color)
      if alive[place], scale >= 6 {
        canvas.rectangle(
          x: left + inset, y: upper + inset, width: scale - gap - 2 * inset,
          height: scale - gap - 2 * inset, color: color.luma < 110 ? Self.paper : Self.mark)
      }
    }
  }
}

/// The colors of ``MapPicture``: muted for still cells, warm for the most active ones.
package enum MapColors {
  package static let still = Color(0xb4c0cb)
  package static let changing = Color(0xd7354a)

  private static let periods = Ramp(0x4c78d0, 0x2fa89a, 0x9bc53d, 0xf2b134, 0xf0703e, changing)
  private static let heat = Ramp(0xffe9a8, 0xfdae61, 0xf0653e, 0xb5174b, 0x5c0f4f)

  /// The color of one of `count` ascending periods.
  package static func period(_ index: Int, of count: Int) -> Color {
    count < 2 ? changing : periods[Double(index) / Double(count - 1)]
  }

  /// One of many different colors. The hue turns by the golden angle. Colors repeat after
  /// ``distinctColors``.
  package static func distinct(_ index: Int) -> Color {
    let hue =
      (Double(index % distinctColors) * 0.618_034 + 0.58)
      .truncatingRemainder(dividingBy: 1) * 6
    // Alternate between darker and lighter colors.
    let value = index.isMultiple(of: 2) ? 0.82 : 0.98
    let chroma = 0.62
    func part(_ offset: Double) -> UInt32 {
      let distance = (offset + hue).truncatingRemainder(dividingBy: 6)
      let share = max(0, min(1, distance, 4 - distance))
      return UInt32(255 * (value - value * chroma * share))
    }
    return Color(part(5) << 16 | part(3) << 8 | part(1))
  }

  private static let distinctColors = 64

  /// The color of a share of the maximum heat, above 0 and at most 1.
  package static func heat(_ share: Double) -> Color { heat[share] }
}
