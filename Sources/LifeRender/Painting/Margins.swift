/// The text around the cells of an image: title and numbers above, the legend below.
///
///     ┌──────────────────────────┐
///     │ title                    │   separate strips, so no text covers a cell
///     │ gen 100      pop 42      │
///     ├──────────────────────────┤
///     │          board           │
///     ├──────────────────────────┤
///     │ ■ age 1 to 64  ■ dead    │
///     └──────────────────────────┘
package struct Margins: Sendable {
  /// The size of the image in pixels.
  package let width: Int
  package let height: Int
  /// The upper left corner of the board.
  package let x: Int
  package let y: Int
  private let appearance: Appearance
  private let title: Title
  private let legend: [LegendEntry]
  private let layout: Layout
  private let format: ImageFormat
  /// Whether there are strips of pixels. Character formats have none.
  private let isDrawn: Bool
  /// Whether the strips are drawn over the board.
  private let isOverBoard: Bool

  /// The strips of an image, and the lengths in them.
  private struct Layout {
    let width: Int
    /// Pixels per pixel of a glyph.
    let scale: Int
    let padding: Int
    /// The number of characters in a line.
    let letters: Int
    let title: Title
    /// The height of the strip above the board.
    private(set) var above = 0
    /// The height of the strip below the board.
    private(set) var below = 0

    /// - Parameter image: decides the scale of the text, unless the appearance does.
    init(_ appearance: Appearance, of image: PixelSize) {
      width = max(image.width, Margins.minWidth)
      let size = PixelSize(width: width, height: image.height)
      scale = appearance.textScale ?? Margins.textScale(for: size)
      padding = 4 * scale
      letters = max(1, (width - 2 * padding + scale) / (Font.advance * scale))
      title = Title(appearance.title, letters: letters)
      var lines = max(title.lines.count, appearance.titleLines)
      if appearance.hasLabel { lines += isWide ? 1 : 2 }
      above = height(ofLines: lines)
      below = height(ofLines: appearance.hasLegend ? 1 : 0)
    }

    var lineHeight: Int { Font.lineHeight * scale }
    /// Whether generation and population share a line.
    var isWide: Bool { letters >= 30 }

    /// The height of a strip of text. It is even because videos require this.
    private func height(ofLines count: Int) -> Int {
      count == 0 ? 0 : (2 * padding + count * lineHeight - 2 * scale + 1) & ~1
    }
  }

  /// Room for a ten-digit number at the smallest scale.
  package static let minWidth = 96

  /// Pixels per pixel of a glyph: a line of text is about 4 % as high as the image's shorter side.
  package static func textScale(for image: PixelSize) -> Int {
    max(1, (min(image.width, image.height) + 120) / 240)
  }

  /// The margins around a board.
  ///
  /// - Parameters:
  ///   - width: the width of the board in pixels.
  ///   - height: the height of the board in pixels.
  ///   - format: the margins are empty if its images have no strips.
  ///   - isOverBoard: whether the strips cover parts of the board.
  package init(
    _ appearance: Appearance, legend: [LegendEntry], around width: Int, height: Int,
    in format: ImageFormat, overBoard isOverBoard: Bool = false
  ) {
    self.isOverBoard = isOverBoard
    self.format = format
    self.appearance = appearance
    self.legend = legend
    isDrawn = format.hasStrips && appearance.hasMargins
    layout = Layout(appearance, of: PixelSize(width: width, height: height))
    title = isDrawn ? layout.title : Title(appearance.title, letters: .max)
    self.width = isDrawn ? layout.width : width
    x = (self.width - width) / 2
    let enlargesImage = isDrawn && !isOverBoard
    y = enlargesImage ? layout.above : 0
    self.height = enlargesImage ? height + layout.above + layout.below : height
  }

  /// The total height of all strips of an image.
  ///
  /// - Parameter image: decides the scale of the text, unless the appearance does.
  package static func height(
    _ appearance: Appearance, of image: PixelSize, in format: ImageFormat
  ) -> Int {
    guard format.hasStrips else { return 0 }
    let layout = Layout(appearance, of: image)
    return layout.above + layout.below
  }

  /// The number of lines of a title above an image.
  package static func titleLines(_ appearance: Appearance, of image: PixelSize) -> Int {
    Layout(appearance, of: image).title.lines.count
  }

  /// The text and the swatches of an image.
  ///
  /// - Parameter caption: the image's generation and population.
  func marks(_ caption: [String]) -> Marks {
    var marks = Marks()
    guard isDrawn else { return marks }
    if isOverBoard { marks.strips = [0..<layout.above, height - layout.below..<height] }
    let scale = layout.scale
    let padding = layout.padding
    var top = padding
    func add(_ text: String, at x: Int) {
      marks.texts.append(TextLine(text: text, x: x, y: top, scale: scale))
    }
    for line in title.lines {
      add(line, at: padding)
      top += layout.lineHeight
    }
    if appearance.hasLabel {
      for (index, line) in caption.enumerated() {
        add(line, at: layout.isWide && index > 0 ? width / 2 : padding)
        if !layout.isWide { top += layout.lineHeight }
      }
    }
    if appearance.hasLegend {
      let line = legendLine
      marks.swatches += line.swatches
      marks.texts += line.texts
    }
    return marks
  }

  /// The title and the caption for character formats. Empty for others.
  func lines(_ caption: [String]) -> [String] {
    guard format.isText else { return [] }
    return title.lines + (appearance.hasLabel ? [caption.joined(separator: "  ")] : [])
  }

  /// Sentences for the user about flaws of the text, for example a shortened title.
  package var omissions: [String] {
    guard isDrawn else { return [] }
    var omissions: [String] = []
    if isOverBoard {
      omissions.append("the text covers cells; a larger image or a smaller scale has room for both")
    }
    if title.isCut { omissions.append("the title is longer than the image has room for") }
    // The viewer of an SVG has letters of its own.
    let unknown = format != .svg ? title.lines.joined().filter { !Font.hasGlyph($0) } : ""
    if let first = unknown.first {
      omissions.append(
        unknown == "\(first)"
          ? "the character '\(unknown)' of the text cannot be drawn and appears as a box"
          : "the characters '\(unknown)' of the text cannot be drawn and appear as boxes")
    }
    if appearance.hasLegend {
      let shown = legendLine.texts.count
      if shown < legend.count {
        omissions.append("the legend has room for \(shown) of its \(legend.count) entries")
      }
    }
    return omissions
  }

  /// The entries of the legend that fit into its line. If needed, they are down to half as large as
  /// other text.
  private var legendLine: Marks {
    let full = layout.scale
    let lines = ((full + 1) / 2...full).map { legendLine(scale: $0) }
    return lines.last { $0.texts.count == legend.count } ?? lines[0]
  }

  private func legendLine(scale: Int) -> Marks {
    let padding = layout.padding
    let side = 7 * scale
    let top = height - layout.below + padding + (layout.scale - scale) * Font.glyphHeight / 2
    var line = Marks()
    var left = padding
    for entry in legend {
      let colors = entry.colors.count == 1 ? side : min(entry.colors.count * 2, 40) * scale
      let text = left + colors + 3 * scale
      let end = text + Font.width(entry.text) * scale
      guard end <= width - padding else { break }
      line.swatches.append(
        Swatch(x: left, y: top, width: colors, height: side, colors: entry.colors))
      line.texts.append(TextLine(text: entry.text, x: text, y: top, scale: scale))
      left = end + 10 * scale
    }
    return line
  }
}
