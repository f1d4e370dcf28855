// Format: https://www.w3.org/Graphics/GIF/spec-gif89a.txt, with the NETSCAPE2.0 extension for loops
internal import LifeCore
internal import LifeIO

/// Writes an endlessly looping GIF. Each frame after the first contains only the changed window.
///
/// With a transparent background each frame is complete, because no frame can make earlier pixels
/// transparent again.
///
/// Memory: the pixels of the previous frame, one byte each, unless the file has only one frame. For
/// example, one frame of 16 384 × 16 384 pixels takes 11 MB instead of 539 MB for whole images.
struct GIFWriter: FrameWriter {
  private let output: ByteWriter
  private let properties: ImageProperties
  private var last: PixelGrid?
  private var frameCount = 0
  /// The bits per palette index. LZW requires at least 2.
  private let codeSize: Int
  /// The index for keeping a pixel of the previous frame. `nil` if all 256 indices are colors.
  private let transparent: UInt8?
  /// Whether the background is transparent.
  private let isClear: Bool
  /// For each index the one that is written: no color is half transparent.
  private let written: [UInt8]

  /// The format stores sizes in 16 bits.
  static let maxSide = 65535

  init(to output: ByteWriter, _ properties: ImageProperties) {
    self.output = output
    self.properties = properties
    let colors = properties.palette.colors.count
    isClear = properties.palette.opacity(of: 0) == 0
    written = (0...255).map { properties.palette.opacity(of: $0) < 128 ? 0 : $0 }
    let unused = colors < Palette.maxColors ? UInt8(colors) : nil
    transparent = isClear ? 0 : unused
    let indices = isClear || transparent == nil ? colors : colors + 1
    codeSize = (2...8).first { 1 << $0 >= indices }!
  }

  func begin() throws {
    var table = properties.palette.bytes
    table += [UInt8](repeating: 0, count: (3 << codeSize) - table.count)
    try output.write(
      Array("GIF89a".utf8) + littleEndian(properties.width) + littleEndian(properties.height)
        + [0xf0 | UInt8(codeSize - 1), 0, 0] + table)
    try output.write([0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0])
  }

  mutating func append(_ image: Image) throws {
    let window = try image.windowToEncode(after: last)
    try output.write(control)
    try output.write(
      [0x2c] + [window.x, window.y, window.width, window.height].flatMap(littleEndian) + [0])
    try encode(image, window: window)
    frameCount += 1
    guard properties.frameCount != 1, !isClear else { return }
    if last == nil { last = try PixelGrid(width: image.width, height: image.height) }
    try last?.replace(window, with: image)
  }

  /// Writes the pixels of a window. Unchanged pixels are transparent: this index repeats more often
  /// than their colors and compresses better.
  private func encode(_ image: Image, window: Window) throws {
    var encoder = LZWEncoder(codeSize: codeSize)
    var rows = try PixelRows(image)
    var indices = [UInt8](repeating: 0, count: window.width)
    try output.write(UInt8(codeSize))
    for y in window.y..<window.endY {
      rows.load(y)
      let new = rows.row
      if let last, let transparent {
        let old = last.row(y)
        // A span saves a quarter of the time: an array checks for other references at each pixel.
        var changed = indices.mutableSpan
        for x in 0..<window.width {
          let index = new[window.x + x]
          changed[x] = index == old[window.x + x] ? transparent : index
        }
      } else {
        var all = indices.mutableSpan
        for x in 0..<window.width { all[x] = written[Int(new[window.x + x])] }
      }
      encoder.encode(indices.span)
      if encoder.bytes.count >= Self.flushSize { try write(encoder.takeBytes(multipleOf: 255)) }
    }
    encoder.finish()
    try write(encoder.bytes)
    try output.write(0)
  }

  /// The number of compressed bytes to write at once.
  private static let flushSize = 1 << 14

  /// Writes data sub-blocks of 255 bytes. The last one may be shorter.
  private func write(_ bytes: [UInt8]) throws {
    for start in stride(from: 0, to: bytes.count, by: 255) {
      let block = bytes[start..<min(start + 255, bytes.count)]
      try output.write([UInt8(block.count)] + block)
    }
  }

  /// The graphic control extension with the delay in centiseconds. Rounding errors do not
  /// accumulate. The delay is at least 2, because most viewers replace smaller ones by 10.
  private var control: [UInt8] {
    let rate = properties.rate
    let delay = rate.centiseconds(ofFrame: frameCount + 1) - rate.centiseconds(ofFrame: frameCount)
    let isTransparent = isClear || (last != nil && transparent != nil)
    // The frame either stays or is cleared before the next one.
    let disposal: UInt8 = isClear ? 8 : 4
    return [0x21, 0xf9, 4, disposal | (isTransparent ? 1 : 0)]
      + littleEndian(min(max(2, delay), 65535))
      + [transparent ?? 0, 0]
  }

  func finish() throws { try output.write(0x3b) }

  private func littleEndian(_ number: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)]
  }
}
