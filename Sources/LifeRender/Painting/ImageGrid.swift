/// Images side by side in one image, with a title above and a legend below all of them.
///
///     ┌────────────────────┐
///     │ title              │
///     │ ┌──────┐ ┌──────┐  │
///     │ │ name │ │ name │  │   each with its own name, numbers and scale
///     │ │cells │ │cells │  │
///     │ └──────┘ └──────┘  │
///     └────────────────────┘
package struct ImageGrid: Sendable {
  /// The size of the image in pixels.
  package let width: Int
  package let height: Int
  /// The size of each part in pixels.
  package let partWidth: Int
  package let partHeight: Int
  private let columns: Int
  private let appearance: Appearance
  /// The first part's upper left corner, in an image with this many pixels of text above.
  private let left: Int

  /// The paper between two parts, in pixels.
  private static let gap = 8
  /// The size of a part, unless all of them would be larger than an image is by default.
  private static let usualPart = (width: 480, height: 360)
  private static let largest = (width: 1920, height: 1080)

  /// - Parameters:
  ///   - count: the number of images.
  ///   - size: the size of the whole image in pixels; nil for one that suits the number.
  package init(of count: Int, _ appearance: Appearance, size: (width: Int, height: Int)?) {
    columns = (1...count).first { $0 * $0 >= count } ?? 1
    let rows = (count - 1) / columns + 1
    var outer = Appearance()
    outer.title = appearance.title
    outer.hasLegend = appearance.hasLegend
    self.appearance = outer
    let gaps = (width: (columns + 1) * Self.gap, height: (rows + 1) * Self.gap)
    let whole = size ?? Self.largest
    let text = Margins.height(outer, width: whole.width, in: .png)
    let part = (
      width: (whole.width - gaps.width) / columns,
      height: (whole.height - text - gaps.height) / rows
    )
    if size != nil {
      partWidth = part.width
      partHeight = part.height
      width = whole.width
      height = whole.height
    } else {
      partWidth = min(Self.usualPart.width, part.width) & ~1
      partHeight = min(Self.usualPart.height, part.height) & ~1
      width = columns * partWidth + gaps.width
      height = rows * partHeight + gaps.height + Margins.height(outer, width: width, in: .png)
    }
    left = (width - columns * partWidth - gaps.width) / 2 + Self.gap
  }

  /// Combines images, each of the size of a part, under one palette.
  ///
  /// - Parameter legend: the meaning of the colors of the first image.
  package func image(of parts: [Image], palette: MergedPalette, legend: [LegendEntry]) -> Image {
    let text = Margins.height(appearance, width: width, in: .png)
    let margins = Margins(
      appearance, legend: legend, around: width, height: height - text, in: .png)
    var marks = margins.marks([])
    var boards: [Image.PlacedBoard] = []
    for (index, part) in parts.enumerated() {
      let x = left + index % columns * (partWidth + Self.gap)
      let y = margins.y + Self.gap + index / columns * (partHeight + Self.gap)
      for board in part.boards {
        boards.append(
          Image.PlacedBoard(
            board: board.board, x: x + board.x, y: y + board.y,
            colors: index == 0 ? nil : palette.indices[index]))
      }
      marks.texts += part.marks.texts.map { text in
        TextLine(text: text.text, x: x + text.x, y: y + text.y, scale: text.scale)
      }
    }
    return Image(
      boards: boards, marks: marks, lines: [], width: width, height: height,
      palette: palette.palette)
  }
}

/// One palette for images that have palettes of their own: the colors of the first, then those that
/// are new in the others. If there are too many, the nearest colors are used.
package struct MergedPalette: Sendable {
  package private(set) var palette: Palette
  /// For each image, the index in the merged palette of each of its indices.
  let indices: [[UInt8]]

  package init(_ palettes: [Palette]) {
    var merged = palettes[0]
    indices = palettes.map { merged.add($0) }
    palette = merged
  }
}
