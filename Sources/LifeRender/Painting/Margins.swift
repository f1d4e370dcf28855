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
  private let measures: Measures
  /// Whether there are strips of pixels. Character formats have none.
  private let isDrawn: Bool
  /// Whether the format consists of characters.
  private let isText: Bool
  /// Whether text uses the letters of ``Font``. Some letters are missing there.
  private let hasDrawnLetters: Bool
  /// Whether the strips are drawn over the board.
  private let isOverBoard: Bool

  /// Lengths derived from the width of an image and the scale of its text.
  private struct Measures {
    /// Pixels per pixel of a glyph.
    let scale: Int
    let width: Int

    init(_ appearance: Appearance, _ image: PixelSize) {
      width = image.width
      scale = appearance.textScale ?? Margins.textScale(for: image)
    }

    var padding: Int { 4 * scale }
    var lineHeight: Int { Font.lineHeight * scale }
    /// The number of characters in a line.
    var letters: Int { max(1, (width - 2 * padding + scale) / (Font.advance * scale)) }
    /// Whether generation and population share a line.
    var isWide: Bool { letters >= 30 }

    /// The height of a strip of text. It is even because videos require this.
    func height(ofLines count: Int) -> Int {
      count == 0 ? 0 : (2 * padding + count * lineHeight - 2 * scale + 1) & ~1
    }
  }

  /// The title, broken at spaces and line breaks into lines that fit.
  private struct Title {
    private(set) var lines: [String]
    /// Whether the end of the title is missing. The last line ends in three dots then.
    private(set) var isCut = false

    private static let maxLines = 3

    /// - Parameter letters: the maximum length of a line.
    init(of appearance: Appearance, letters: Int) {
      lines = []
      for line in (appearance.title ?? "").split(whereSeparator: \.isNewline) {
        let first = lines.count
        for word in line.split(separator: " ") {
          if lines.count > first, lines[lines.count - 1].count + 1 + word.count <= letters {
            lines[lines.count - 1] += " \(word)"
          } else {
            lines.append("\(word)")
          }
        }
      }
      if lines.count > Self.maxLines {
        lines.removeSubrange(Self.maxLines...)
        lines[lines.count - 1] += " ..."
        isCut = true
      }
      for (index, line) in lines.enumerated() where line.count > letters {
        lines[index] = line.prefix(max(0, letters - 3)) + "..."
        isCut = true
      }
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
    isDrawn = format.hasStrips && appearance.hasMargins
    isText = format.isText
    hasDrawnLetters = format != .svg
    self.appearance = appearance
    self.legend = legend
    guard isDrawn else {
      self.width = width
      self.height = height
      x = 0
      y = 0
      title = Title(of: appearance, letters: .max)
      measures = Measures(appearance, PixelSize(width: width, height: height))
      return
    }
    self.width = max(width, Self.minWidth)
    measures = Measures(appearance, PixelSize(width: self.width, height: height))
    title = Title(of: appearance, letters: measures.letters)
    x = (self.width - width) / 2
    let above = Self.heightAbove(appearance, measures: measures)
    y = isOverBoard ? 0 : above
    let below = Self.heightBelow(appearance, measures: measures)
    self.height = height + (isOverBoard ? 0 : above + below)
  }

  /// The total height of all strips of an image.
  ///
  /// - Parameter image: decides the scale of the text, unless the appearance does.
  package static func height(
    _ appearance: Appearance, of image: PixelSize, in format: ImageFormat
  ) -> Int {
    guard format.hasStrips else { return 0 }
    let size = PixelSize(width: max(image.width, minWidth), height: image.height)
    let measures = Measures(appearance, size)
    return heightAbove(appearance, measures: measures) + heightBelow(appearance, measures: measures)
  }

  /// The number of lines of a title above an image.
  package static func titleLines(_ appearance: Appearance, of image: PixelSize) -> Int {
    let size = PixelSize(width: max(image.width, minWidth), height: image.height)
    let letters = Measures(appearance, size).letters
    return Title(of: appearance, letters: letters).lines.count
  }

  private static func heightAbove(_ appearance: Appearance, measures: Measures) -> Int {
    let title = Title(of: appearance, letters: measures.letters)
    var lines = max(title.lines.count, appearance.titleLines)
    if appearance.hasLabel { lines += measures.isWide ? 1 : 2 }
    return measures.height(ofLines: lines)
  }

  private static func heightBelow(_ appearance: Appearance, measures: Measures) -> Int {
    measures.height(ofLines: appearance.hasLegend ? 1 : 0)
  }

  /// The text and the swatches of an image.
  ///
  /// - Parameter caption: the image's generation and population.
  func marks(_ caption: [String]) -> Marks {
    var marks = Marks()
    guard isDrawn else { return marks }
    if isOverBoard {
      let above = Self.heightAbove(appearance, measures: measures)
      let below = Self.heightBelow(appearance, measures: measures)
      marks.strips = [0..<above, height - below..<height]
    }
    let scale = measures.scale
    let padding = measures.padding
    var top = padding
    func add(_ text: String, at x: Int) {
      marks.texts.append(TextLine(text: text, x: x, y: top, scale: scale))
    }
    for line in title.lines {
      add(line, at: padding)
      top += measures.lineHeight
    }
    if appearance.hasLabel {
      for (index, line) in caption.enumerated() {
        add(line, at: measures.isWide && index > 0 ? width / 2 : padding)
        if !measures.isWide { top += measures.lineHeight }
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
    guard isText else { return [] }
    return title.lines + (appearance.hasLabel ? [caption.joined(separator: "  ")] : [])
  }

  /// Sentences for the user about flaws of the text, for example a shortened title.
  package var omissions: [String] {
    guard isDrawn else { return [] }
    var omissions: [String] = []
    if isOverBoard { omissions.append("the text covers cells; a larger image has room for both") }
    if title.isCut { omissions.append("the title is longer than the image has room for") }
    let unknown = hasDrawnLetters ? title.lines.joined().filter { !Font.hasGlyph($0) } : ""
    if let first = unknown.first {
      omissions.append(
        "the text's '\(unknown)' cannot be drawn and "
          + (unknown == "\(first)" ? "appears as a box" : "appear as boxes"))
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
    let full = measures.scale
    let lines = ((full + 1) / 2...full).map { legendLine(scale: $0) }
    return lines.last { $0.texts.count == legend.count } ?? lines[0]
  }

  private func legendLine(scale: Int) -> Marks {
    let padding = measures.padding
    let side = 7 * scale
    let below = Self.heightBelow(appearance, measures: measures)
    let top = height - below + padding + (measures.scale - scale) * Font.glyphHeight / 2
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
