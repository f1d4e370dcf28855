internal import LifeIO

/// Pictures made of letters, one below the other.
struct TextWriter: FrameWriter {
  enum Style {
    /// Two pixels in a letter, in the colours of the film.
    case color
    /// Two pixels in a letter, lit or not.
    case blocks
    /// Two by four pixels in a letter, lit or not.
    case braille
  }

  private let output: ByteWriter
  private let film: FilmFormat
  private let style: Style
  private var isFirst = true

  init(to output: ByteWriter, _ film: FilmFormat, _ style: Style) {
    self.output = output
    self.film = film
    self.style = style
  }

  func begin() {}

  func save(to state: inout StateWriter) { state.write(isFirst) }

  mutating func restore(from state: inout StateReader) throws { isFirst = try state.readFlag() }

  mutating func append(_ picture: Picture) throws {
    let pixels = try PixelGrid(picture)
    // A film in colour is for a terminal, where each picture replaces the one before.
    if !isFirst { try output.write(style == .color ? "\u{1b}[\(lines(pixels))A" : "\n") }
    isFirst = false
    switch style {
    case .color: try writeColors(pixels)
    case .blocks: try writeLetters(pixels, 1, 2) { Self.blocks[$0] }
    case .braille: try writeLetters(pixels, 2, 4) { Self.braille($0) }
    }
  }

  private func lines(_ pixels: PixelGrid) -> Int { (pixels.height + 1) / 2 }

  func finish() {}

  private static let blocks = [" ", "▀", "▄", "█"]

  /// Bits in reading order become those of the letter: columns of three, then the lowest row.
  ///
  /// - SeeAlso: <https://www.unicode.org/charts/PDF/U2800.pdf>
  private static func braille(_ dots: Int) -> String {
    let order = [0, 3, 1, 4, 2, 5, 6, 7]
    let bits = (0..<8).reduce(0) { $0 | (dots >> $1 & 1) << order[$1] }
    return String(Unicode.Scalar(0x2800 + UInt32(bits))!)
  }

  private func writeLetters(
    _ pixels: PixelGrid, _ width: Int, _ height: Int, _ letter: (Int) -> String
  ) throws {
    let isInk = film.palette.isInk
    for top in stride(from: 0, to: pixels.height, by: height) {
      var line = ""
      for left in stride(from: 0, to: pixels.width, by: width) {
        var dots = 0
        for dot in 0..<width * height {
          let (x, y) = (left + dot % width, top + dot / width)
          let isInside = x < pixels.width && y < pixels.height
          if isInside && isInk[Int(pixels.pixels[y * pixels.width + x])] { dots |= 1 << dot }
        }
        line += letter(dots)
      }
      while line.last == " " { line.removeLast() }
      try output.write(line + "\n")
    }
  }

  /// The upper pixel is the letter's colour, the lower one the background's; two that are the same
  /// need no letter.
  private func writeColors(_ pixels: PixelGrid) throws {
    for y in stride(from: 0, to: pixels.height, by: 2) {
      let upper = pixels.row(y, 0, pixels.width)
      let isLast = y + 1 == pixels.height
      var line = ColoredLine(palette: film.palette)
      for (above, below) in zip(upper, isLast ? upper : pixels.row(y + 1, 0, pixels.width)) {
        line.add(above, isLast ? nil : below)
      }
      try output.write(line.text + "\u{1b}[0m\n")
    }
  }
}

/// A line of half blocks, whose colours are named where they change.
private struct ColoredLine {
  let palette: Palette
  private(set) var text = ""
  private var letter: UInt8?
  private var background: UInt8?

  init(palette: Palette) { self.palette = palette }

  /// - Parameter below: nil if the terminal's own background is there.
  mutating func add(_ above: UInt8, _ below: UInt8?) {
    var codes: [String] = []
    if above != below, above != letter {
      codes.append("38;2;\(parts(above))")
      letter = above
    }
    if let below, below != background {
      codes.append("48;2;\(parts(below))")
      background = below
    }
    if !codes.isEmpty { text += "\u{1b}[\(codes.joined(separator: ";"))m" }
    text += above == below ? " " : "▀"
  }

  private func parts(_ index: UInt8) -> String {
    let color = palette[index]
    return "\(color.red);\(color.green);\(color.blue)"
  }
}
