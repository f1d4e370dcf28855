import LifeArguments
import LifeCore
import LifeRender
import LifeRun
import LifeTerminal

/// Draws a picture in characters, with the edge of the universe, a cursor, a selection and cells to
/// paste.
struct PlayBoard {
  /// A colored rectangle of pixels: a part outside the universe, the selection, cells to paste or
  /// the cursor.
  struct Highlight {
    enum Subject: CaseIterable {
      case outside, selection, pastedCells, cursor

      /// Whether live cells are drawn in front of it.
      var isBehindCells: Bool { self == .outside || self == .selection }

      var color: TerminalColor {
        switch self {
        case .outside: TerminalColor(0x4a4f57)
        case .selection: TerminalColor(0x2a4b7c)
        case .pastedCells: TerminalColor(0xdcbdfb)
        case .cursor: TerminalColor(0xff9e3b)
        }
      }
    }

    var subject: Subject
    var x: Range<Int>
    var y: Range<Int>
  }

  let picture: SimulationPicture
  let glyphs: PlayGlyphs
  let isMonochrome: Bool
  var highlights: [Highlight] = []

  private struct Pixel: Equatable {
    var color: TerminalColor
    /// Whether the pixel differs from the background.
    var isSet: Bool
  }

  /// - Complexity: O(*n*) in the pixels.
  func canvas(_ size: Size) -> Canvas {
    let colors = picture.palette.map { TerminalColor(like: $0) }
    let background = Pixel(color: colors[0], isSet: false)
    let live = colors.count > 1 ? colors[1] : colors[0]
    var pixels = picture.indices.map { index in
      guard index != 0 else { return background }
      return Pixel(color: isMonochrome ? live : colors[Int(index)], isSet: true)
    }
    let width = picture.view.width
    let height = picture.view.height
    for highlight in highlights { draw(highlight, on: &pixels, width: width, height: height) }
    let boxes = highlights.filter { $0.subject != .pastedCells }
    let scale = glyphs.pixels(characterSize: nil)
    var cells: [ScreenCell] = []
    cells.reserveCapacity(size.width * size.height)
    for row in 0..<size.height {
      for column in 0..<size.width {
        let x = column * scale.width
        let y = row * scale.height
        guard x + scale.width <= width, y + scale.height <= height else {
          cells.append(ScreenCell(" ", style: Style(live, on: background.color)))
          continue
        }
        let start = y * width + x
        switch glyphs {
        case .half, .pixels:
          cells.append(
            half(pixels[start], bottom: pixels[start + width], live: live, background: background))
        case .braille, .sextant:
          cells.append(dots(pixels, start: start, width: width, live: live, background: background))
        case .ascii:
          cells.append(
            ascii(pixels[start], index: picture.indices[start], live: live, background: background))
        }
        if isMonochrome, boxes.contains(where: { $0.x.contains(x) && $0.y.contains(y) }) {
          cells[cells.count - 1].style.attributes.insert(.reverse)
        }
      }
    }
    return Canvas(size: size, cells: cells)
  }

  private func draw(_ highlight: Highlight, on pixels: inout [Pixel], width: Int, height: Int) {
    for y in highlight.y.clamped(to: 0..<height) {
      for x in highlight.x.clamped(to: 0..<width) {
        let index = y * width + x
        let color = highlight.subject.color
        if !highlight.subject.isBehindCells {
          pixels[index] = Pixel(color: color, isSet: true)
        } else if !pixels[index].isSet {
          pixels[index].color = color
        }
      }
    }
  }

  /// The pixels of a box; `nil` if it is far away.
  func highlight(_ subject: Highlight.Subject, box: Bounds) -> Highlight? {
    let view = picture.view
    let end = Position(x: box.x + box.width - 1, y: box.y + box.height - 1)
    guard let start = view.pixel(of: box.corner), let last = view.pixel(of: end) else { return nil }
    let side = view.zoom.pixelsPerCell
    return Highlight(subject: subject, x: start.x..<last.x + side, y: start.y..<last.y + side)
  }

  /// Shades the pixels outside a universe: to the west, the east, the north and the south of it.
  mutating func shadeOutside(of universe: Universe) {
    if universe.isUnbounded { return }
    let inside = universe.part(of: picture.view.box).flatMap { highlight(.outside, box: $0) }
    let x = inside?.x ?? 0..<0
    let y = inside?.y ?? 0..<0
    let endX = max(x.upperBound, picture.view.width)
    let endY = max(y.upperBound, picture.view.height)
    highlights += [
      Highlight(subject: .outside, x: 0..<x.lowerBound, y: 0..<endY),
      Highlight(subject: .outside, x: x.upperBound..<endX, y: 0..<endY),
      Highlight(subject: .outside, x: x, y: 0..<y.lowerBound),
      Highlight(subject: .outside, x: x, y: y.upperBound..<endY),
    ]
  }

  /// The character of two pixels, one above the other. If possible, it keeps the style of live
  /// cells, so that the terminal rarely has to change colors.
  private func half(_ top: Pixel, bottom: Pixel, live: TerminalColor, background: Pixel)
    -> ScreenCell
  {
    switch (top.isSet, bottom.isSet) {
    case (false, false) where top == bottom: ScreenCell(" ", style: Style(live, on: top.color))
    case (true, true) where top == bottom:
      ScreenCell("█", style: Style(top.color, on: background.color))
    case (false, true): ScreenCell("▄", style: Style(bottom.color, on: top.color))
    default: ScreenCell("▀", style: Style(top.color, on: bottom.color))
    }
  }

  /// The character of two columns of pixels. It has one color: the cursor's, else the first live
  /// cell's.
  private func dots(
    _ pixels: [Pixel], start: Int, width: Int, live: TerminalColor, background: Pixel
  ) -> ScreenCell {
    var bits: UInt32 = 0
    var color: TerminalColor? = nil
    var paper = background.color
    let dots = glyphs == .sextant ? 6 : 8
    for dot in 0..<dots {
      let pixel = pixels[start + dot / 2 * width + dot % 2]
      guard pixel.isSet else {
        if pixel != background { paper = pixel.color }
        continue
      }
      bits |= 1 << UInt32(dot)
      if color == nil || pixel.color == Highlight.Subject.cursor.color { color = pixel.color }
    }
    let scalar = glyphs == .sextant ? Self.sextant(bits) : .braille(bits)
    var character: Unicode.Scalar = " "
    if bits != 0, let scalar { character = scalar }
    return ScreenCell(character, style: Style(color ?? live, on: paper))
  }

  /// The character with two by three dots, row by row from the lowest bit: `0b000011` for the upper
  /// two.
  ///
  /// U+1FB00 to U+1FB3B are the sextants in the order of their bits, without the four that Unicode
  /// already had: the space, the left half, the right half and the full block.
  static func sextant(_ bits: UInt32) -> Unicode.Scalar? {
    let older: KeyValuePairs<UInt32, Unicode.Scalar> = [
      0: " ", 0b010101: "▌", 0b101010: "▐", 0b111111: "█",
    ]
    if let character = older.first(where: { $0.key == bits })?.value { return character }
    let skipped = older.count { $0.key < bits }
    return Unicode.Scalar(0x1fb00 + bits - UInt32(skipped))
  }

  /// The character of one pixel. Pixels of several cells become a character of their brightness.
  private func ascii(_ pixel: Pixel, index: UInt8, live: TerminalColor, background: Pixel)
    -> ScreenCell
  {
    guard pixel.isSet else { return ScreenCell(" ", style: Style(live, on: pixel.color)) }
    let style = Style(pixel.color, on: background.color)
    if pixel.color == Highlight.Subject.cursor.color { return ScreenCell("X", style: style) }
    guard picture.view.zoom.cellsPerPixel > 1 else { return ScreenCell("O", style: style) }
    let letters: [Unicode.Scalar] = [":", "-", "=", "+", "*", "%", "#", "@"]
    let level = min(letters.count - 1, Int(index) * letters.count / max(1, picture.palette.count))
    return ScreenCell(letters[level], style: style)
  }
}

/// The characters of the board.
package enum PlayGlyphs: String, Choice, CaseIterable {
  /// Two pixels per character.
  case half
  /// Eight pixels per character, in one color.
  case braille
  /// Two by three pixels per character, in one color.
  case sextant
  /// One pixel per character.
  case ascii
  /// A picture with all pixels of the terminal.
  case pixels

  /// The pixels of a character. Only pictures need its size in the terminal.
  func pixels(characterSize: Size?) -> (width: Int, height: Int) {
    switch self {
    case .half: (1, 2)
    case .braille: (2, 4)
    case .sextant: (2, 3)
    case .ascii: (1, 1)
    case .pixels: characterSize.map { ($0.width, $0.height) } ?? (1, 2)
    }
  }
}
