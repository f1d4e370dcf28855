// Format: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, and Netscape's extension for loops
internal import LifeCore
internal import LifeIO

/// An animated GIF that goes round for ever; after the first picture only what changes is stored.
struct GIFWriter: FrameWriter {
  private let output: ByteWriter
  private let film: FilmFormat
  private var last: PixelGrid?
  private var pictures = 0
  /// Bits of an index.
  private let codeSize: Int
  /// The index that lets the picture before be seen; nil if every index is a colour's.
  private let transparent: UInt8?

  /// GIF counts sizes with 16 bits.
  static let largestSide = 65535

  init(to output: ByteWriter, _ film: FilmFormat) {
    self.output = output
    self.film = film
    let colors = film.palette.colors.count
    transparent = colors < Palette.mostColors ? UInt8(colors) : nil
    let indexes = colors + (transparent == nil ? 0 : 1)
    codeSize = (2...8).first { 1 << $0 >= indexes }!
  }

  func begin() throws {
    let table = (0..<1 << codeSize).flatMap { index -> [UInt8] in
      let colors = film.palette.colors
      let color = index < colors.count ? colors[index] : .black
      return [color.red, color.green, color.blue]
    }
    try output.write(
      Array("GIF89a".utf8) + littleEndian(film.width) + littleEndian(film.height)
        + [0xf0 | UInt8(codeSize - 1), 0, 0] + table)
    try output.write([0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0])
  }

  mutating func append(_ picture: Picture) throws {
    let pixels = try PixelGrid(picture)
    let point = Window(x: 0, y: 0, width: 1, height: 1)
    let window = last.map { pixels.changes(from: $0) ?? point } ?? pixels.window
    try output.write(control)
    try output.write(
      [0x2c] + [window.x, window.y, window.width, window.height].flatMap(littleEndian) + [0])
    var encoder = LZWEncoder(codeSize: codeSize)
    encoder.encode(indexes(pixels, window))
    try output.write(UInt8(codeSize))
    for start in stride(from: 0, to: encoder.bytes.count, by: 255) {
      let block = encoder.bytes[start..<min(start + 255, encoder.bytes.count)]
      try output.write([UInt8(block.count)] + block)
    }
    try output.write(0)
    last = pixels
    pictures += 1
  }

  /// Those of a window; what has not changed is transparent, which repeats more often than colours
  /// do.
  private func indexes(_ pixels: PixelGrid, _ window: Window) -> [UInt8] {
    var indexes: [UInt8] = []
    indexes.reserveCapacity(window.width * window.height)
    for y in window.y..<window.endY {
      let row = pixels.row(y, window.x, window.endX)
      if let last, let transparent {
        let before = last.row(y, window.x, window.endX)
        for (new, old) in zip(row, before) { indexes.append(new == old ? transparent : new) }
      } else {
        indexes += row
      }
    }
    return indexes
  }

  /// How long the picture is shown, in hundredths of a second whose errors do not add up. Most
  /// viewers take less than two for ten.
  private var control: [UInt8] {
    let rate = film.rate
    let delay = rate.centiseconds(ofPicture: pictures + 1) - rate.centiseconds(ofPicture: pictures)
    let hasTransparent: UInt8 = last != nil && transparent != nil ? 1 : 0
    return [0x21, 0xf9, 4, 4 | hasTransparent] + littleEndian(min(max(2, delay), 65535))
      + [transparent ?? 0, 0]
  }

  func finish() throws { try output.write(0x3b) }

  func save(to state: inout StateWriter) {
    state.write(pictures)
    state.write(last?.pixels ?? [])
  }

  mutating func restore(from state: inout StateReader) throws {
    pictures = try state.readInt()
    last = try PixelGrid(width: film.width, height: film.height, try state.readBytes())
  }

  private func littleEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
