internal import LifeCore

/// Several images in one, with a common title above and a common legend below.
///
///     ┌────────────────────┐
///     │ title              │
///     │ ┌──────┐ ┌──────┐  │
///     │ │ name │ │ name │  │   each with its own name, numbers and scale
///     │ │cells │ │cells │  │
///     │ └──────┘ └──────┘  │
///     └────────────────────┘
package struct ImageGrid: Sendable {
  package let size: PixelSize
  /// The size of each part.
  package let part: PixelSize
  /// The scale of the text in the parts.
  package let textScale: Int
  private let format: ImageFormat
  private let columns: Int
  private let appearance: Appearance
  /// The left edge of the first part.
  private let left: Int

  /// The gap between two parts in pixels.
  private static let gap = 8
  /// The size of a part, unless the image would then exceed ``usualLimit``.
  private static let usualPart = PixelSize(width: 480, height: 360)
  /// The maximum size of an image without a chosen size.
  private static let usualLimit = PixelSize(width: 1920, height: 1080)

  /// - Parameters:
  ///   - count: the number of images.
  ///   - view: its size is that of the whole image. Without one, the parts determine it.
  ///   - chosenPart: the size of each part. `nil` chooses one for the number of images.
  package init(
    of count: Int, _ view: ViewOptions, part chosenPart: PixelSize? = nil, as format: ImageFormat
  ) {
    self.format = format
    var outer = Appearance()
    outer.title = view.appearance.title
    outer.hasLegend = view.appearance.hasLegend
    var whole = view.size ?? Self.usualLimit
    outer.textScale = Margins.textScale(for: whole)
    let text = Margins.height(outer, of: whole, in: format)
    let room = PixelSize(width: whole.width, height: whole.height - text)
    let root = (1...count).first { $0 * $0 >= count } ?? 1
    let usual = view.size == nil ? root : Self.columns(for: count, in: room, view.view)
    columns = min(view.columns ?? usual, count)
    let rows = (count - 1) / columns + 1
    let gaps = PixelSize(width: (columns + 1) * Self.gap, height: (rows + 1) * Self.gap)
    var part = Self.part(columns: columns, rows: rows, of: room)
    var textSize = whole
    if view.size == nil {
      part.width = min(Self.usualPart.width, part.width) & ~1
      part.height = min(Self.usualPart.height, part.height) & ~1
      part = chosenPart ?? part
      whole.width = columns * part.width + gaps.width
      whole.height = rows * part.height + gaps.height
      // The text of a strip suits a third of its width.
      textSize = PixelSize(width: whole.width, height: max(whole.height, whole.width / 3))
      outer.textScale = Margins.textScale(for: textSize)
      whole.height += Margins.height(outer, of: whole, in: format)
    }
    self.size = whole
    self.part = part
    appearance = outer
    textScale = Self.textScale(of: part, in: textSize)
    left = (whole.width - columns * part.width - gaps.width) / 2 + Self.gap
  }

  /// The scale for an image of a part's size. If there is room for it, a line is at least 2 % as
  /// high as the shorter side of the whole image.
  private static func textScale(of part: PixelSize, in whole: PixelSize) -> Int {
    let least = (min(whole.width, whole.height) + 499) / 500
    // Three lines take at most half of the part.
    return max(
      Margins.textScale(for: part), min(least, part.width / Margins.minWidth, part.height / 72))
  }

  private static func part(columns: Int, rows: Int, of room: PixelSize) -> PixelSize {
    PixelSize(
      width: (room.width - (columns + 1) * gap) / columns,
      height: (room.height - (rows + 1) * gap) / rows)
  }

  /// The number of columns with the largest cells in a view, or in a square. A grid without empty
  /// places may have cells smaller by a sixth; the one most like a square is best.
  private static func columns(for count: Int, in room: PixelSize, _ view: ViewChoice?) -> Int {
    var box = Bounds(x: 0, y: 0, width: 1, height: 1)
    if case .window(let window)? = view { box = window }
    func side(_ columns: Int) -> BigInt {
      let part = part(columns: columns, rows: (count - 1) / columns + 1, of: room)
      return min(box.height * part.width, box.width * part.height)
    }
    let largest = (1...count).max { side($0) < side($1) } ?? 1
    let full = (1...count).filter {
      count.isMultiple(of: $0) && side($0) * 6 >= side(largest) * 5
    }
    func length(_ columns: Int) -> Int { abs(columns - count / columns) }
    return full.min {
      length($0) == length($1) ? side($0) > side($1) : length($0) < length($1)
    } ?? largest
  }

  private func margins(_ legend: [LegendEntry]) -> Margins {
    let text = Margins.height(appearance, of: size, in: format)
    return Margins(
      appearance, legend: legend, around: size.width, height: size.height - text, in: format)
  }

  /// The missing parts of title and legend, as sentences for the user.
  package func omissions(_ legend: [LegendEntry]) -> [String] { margins(legend).omissions }

  /// Combines images into one with a common palette. Each must have the size of a part.
  ///
  /// - Parameter legend: the legend of the first image.
  package func image(of parts: [Image], palette: MergedPalette, legend: [LegendEntry]) -> Image {
    let margins = margins(legend)
    var marks = margins.marks([])
    var boards: [Image.PlacedBoard] = []
    // Cells of some parts may be too small for grid lines. The other parts have none, too.
    let hasGrid = parts.allSatisfy(\.board.hasGrid)
    for (index, image) in parts.enumerated() {
      let x = left + index % columns * (part.width + Self.gap)
      let y = margins.y + Self.gap + index / columns * (part.height + Self.gap)
      for board in image.boards {
        var drawn = board.board
        drawn.hasGrid = hasGrid
        boards.append(
          Image.PlacedBoard(
            board: drawn, x: x + board.x, y: y + board.y,
            colors: index == 0 ? nil : palette.indices[index]))
      }
      marks.swatches += image.marks.strips.map { strip in
        Swatch(
          x: x, y: y + strip.lowerBound, width: part.width, height: strip.count,
          colors: [palette.palette.paper])
      }
      marks.swatches += image.marks.swatches.map { swatch in
        Swatch(
          x: x + swatch.x, y: y + swatch.y, width: swatch.width, height: swatch.height,
          colors: swatch.colors.map { palette.indices[index][Int($0)] })
      }
      marks.texts += image.marks.texts.map { text in
        TextLine(text: text.text, x: x + text.x, y: y + text.y, scale: text.scale)
      }
    }
    return Image(
      boards: boards, marks: marks, lines: [], width: size.width, height: size.height,
      palette: palette.palette)
  }
}

/// A common palette for several images: the colors of the first, then new colors of the others. If
/// there are too many, the nearest colors replace them.
package struct MergedPalette: Sendable {
  package private(set) var palette: Palette
  /// For each image, the common index of each of its colors.
  let indices: [[UInt8]]

  package init(_ palettes: [Palette]) {
    var merged = palettes[0]
    if merged.outside == 0, palettes.contains(where: { $0.outside > 0 }) { merged.addOutside() }
    indices = palettes.map { merged.add($0) }
    palette = merged
  }
}
