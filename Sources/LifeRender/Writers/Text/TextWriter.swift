internal import LifeIO

/// Writes images as lines of half blocks, two pixels per character, with or without 24-bit color,
/// or of Braille patterns, 2 × 4 pixels per character.
///
/// Colored images are for terminals: each one moves the cursor up and replaces the previous one.
/// Images without color follow each other with a blank line in between.
struct TextWriter: FrameWriter {
  private let output: ByteWriter
  private let properties: ImageProperties
  private let format: ImageFormat
  private var isFirst = true

  init(to output: ByteWriter, _ properties: ImageProperties, format: ImageFormat) {
    self.output = output
    self.properties = properties
    self.format = format
  }

  mutating func append(_ image: Image) throws {
    let lines = (image.height + 1) / 2 + image.lines.count
    if !isFirst { try output.write(format == .ansi ? "\u{1b}[\(lines)A" : "\n") }
    isFirst = false
    for line in image.lines {
      try output.write(line + (format == .ansi ? "\u{1b}[K\n" : "\n"))
    }
    switch format {
    case .ansi: try writeColors(image)
    case .blocks: try writeCharacters(image, width: 1, height: 2) { Self.blocks[$0] }
    default:
      try writeCharacters(image, width: 2, height: 4) { String(Unicode.Scalar.braille(UInt32($0))) }
    }
  }

  private static let blocks = [" ", "▀", "▄", "█"]

  /// Writes characters of `width` × `height` pixels, given as bits in reading order.
  private func writeCharacters(
    _ image: Image, width: Int, height: Int, character: (_ dots: Int) -> String
  ) throws {
    let isInk = properties.palette.isInk
    try image.forEachGroup(of: height) { rows in
      var line = ""
      for left in stride(from: 0, to: image.width, by: width) {
        var dots = 0
        for dot in 0..<width * height {
          let x = left + dot % width
          let y = dot / width
          if x < image.width && y < rows.count && isInk[Int(rows[y][x])] { dots |= 1 << dot }
        }
        line += character(dots)
      }
      while line.last == " " { line.removeLast() }
      try output.write(line + "\n")
    }
  }

  /// The upper pixel is the foreground color of `▀`, the lower one the background color. Two equal
  /// pixels are a space.
  private func writeColors(_ image: Image) throws {
    try image.forEachGroup(of: 2) { rows in
      var line = ColoredLine(palette: properties.palette)
      for x in 0..<image.width { line.add(rows[0][x], below: rows.count > 1 ? rows[1][x] : nil) }
      try output.write(line.text + "\u{1b}[0m\n")
    }
  }
}

/// A line of half blocks with an SGR sequence wherever a color changes.
private struct ColoredLine {
  let palette: Palette
  private(set) var text = ""
  private var foreground: UInt8?
  private var background: UInt8?

  init(palette: Palette) { self.palette = palette }

  /// - Parameter below: `nil` keeps the terminal's default background.
  mutating func add(_ above: UInt8, below: UInt8?) {
    var codes: [String] = []
    if above != below, above != foreground {
      codes.append("38;2;\(parts(above))")
      foreground = above
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
