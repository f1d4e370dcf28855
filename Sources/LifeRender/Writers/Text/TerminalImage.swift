internal import LifeCore
internal import LifeIO

/// The graphics protocols of terminals.
package enum TerminalGraphics: String, CaseIterable, Sendable {
  case kitty, iterm, sixel
}

/// The characters that an image covers.
package struct TerminalPlacement: Hashable, Sendable {
  package var columns: Int
  package var rows: Int
  /// An image replaces an earlier one of the same number. Only kitty has numbers.
  package var number: Int

  package init(columns: Int, rows: Int, number: Int) {
    (self.columns, self.rows, self.number) = (columns, rows, number)
  }
}

/// The escape sequence that displays an image in a terminal.
///
/// - SeeAlso: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
///   <https://iterm2.com/documentation-images.html>, and for sixels
///   <https://vt100.net/docs/vt3xx-gp/chapter14.html>
package struct TerminalImage {
  package let bytes: [UInt8]

  private static let escape: UInt8 = 0x1b
  /// The string terminator, ST.
  private static let end: [UInt8] = [escape, UInt8(ascii: "\\")]

  /// - Parameter placement: the characters that the image covers, from the cursor on, which then
  ///   is at an unspecified place; nil for an image in its own size, after which the cursor is
  ///   below it.
  /// - Throws: ``MemoryExhausted``.
  package init(
    _ image: Image, _ graphics: TerminalGraphics, over placement: TerminalPlacement? = nil
  ) throws {
    switch graphics {
    case .kitty: bytes = Self.kitty(try Self.png(image), placement)
    case .iterm: bytes = Self.iterm(try Self.png(image), placement)
    case .sixel: bytes = try Self.sixels(image)
    }
  }

  private static func png(_ image: Image) throws -> [UInt8] {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    var format = ImageProperties(width: image.width, height: image.height, image.palette)
    format.frameCount = 1
    let writer = PNGWriter(to: output, format, pool: WorkerPool(threads: 1))
    try writer.append(image)
    try output.finish()
    return sink.bytes
  }

  /// Base64 PNG data in chunks of 4096 bytes, the protocol's maximum; `m=1` announces another
  /// chunk. A placed image is behind characters with a background and gives no answer.
  private static func kitty(_ png: [UInt8], _ placement: TerminalPlacement?) -> [UInt8] {
    let placed = placement.map {
      let number = firstNumber + $0.number
      return ",i=\(number),p=1,c=\($0.columns),r=\($0.rows),C=1,q=2,z=\(behindBackgrounds)"
    }
    let text = base64(png)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4096) {
      let piece = text[start..<min(start + 4096, text.count)]
      let more = start + 4096 < text.count ? 1 : 0
      let keys = start == 0 ? "a=T,f=100\(placed ?? ""),m=\(more)" : "m=\(more)"
      bytes += [escape] + Array("_G\(keys);".utf8) + piece + end
    }
    return bytes
  }

  /// Numbers below this may be those of other programs in the terminal.
  private static let firstNumber = 1 << 20
  private static let behindBackgrounds = -1_073_741_825

  private static func iterm(_ png: [UInt8], _ placement: TerminalPlacement?) -> [UInt8] {
    let placed = placement.map {
      ";width=\($0.columns);height=\($0.rows);preserveAspectRatio=0;doNotMoveCursor=1"
    }
    let keys = "inline=1;size=\(png.count)\(placed ?? "")"
    return [escape] + Array("]1337;File=\(keys):".utf8) + base64(png) + [0x07]
  }

  /// Bands of six rows; in each band one run-length-encoded pass per color.
  private static func sixels(_ image: Image) throws -> [UInt8] {
    var bytes = [escape] + Array("P0;1q\"1;1;\(image.width);\(image.height)".utf8)
    for (index, color) in image.palette.colors.enumerated() {
      let parts = [color.red, color.green, color.blue].map { String(Int($0) * 100 / 255) }
      bytes += Array("#\(index);2;\(parts.joined(separator: ";"))".utf8)
    }
    try image.forEachGroup(of: 6) { rows in
      for color in colors(rows) {
        bytes += Array("#\(color)".utf8) + runs(sixels(rows, color)) + [UInt8(ascii: "$")]
      }
      bytes[bytes.count - 1] = UInt8(ascii: "-")
    }
    return bytes + end
  }

  /// The colors of some rows, the lowest first.
  private static func colors(_ rows: [[UInt8]]) -> [UInt8] {
    var isUsed = [Bool](repeating: false, count: 256)
    for row in rows { for color in row { isUsed[Int(color)] = true } }
    return (0...255).filter { isUsed[Int($0)] }
  }

  /// One sixel per column: a bit for each pixel of the color, the top row in the lowest bit.
  private static func sixels(_ rows: [[UInt8]], _ color: UInt8) -> [UInt8] {
    (0..<rows[0].count).map { column in
      let bits = rows.indices.reduce(UInt8(0)) { bits, row in
        return bits | (rows[row][column] == color ? 1 << UInt8(row) : 0)
      }
      return bits + 63
    }
  }

  private static func runs(_ sixels: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    var start = 0
    while start < sixels.count {
      let end = sixels[start...].firstIndex { $0 != sixels[start] } ?? sixels.count
      let count = end - start
      bytes += count > 3 ? Array("!\(count)".utf8) + [sixels[start]] : Array(sixels[start..<end])
      start = end
    }
    return bytes
  }
}
