internal import LifeCore
internal import LifeIO

/// The ways in which terminals that can show pictures take them.
package enum TerminalGraphics: String, CaseIterable, Sendable {
  case kitty, iterm, sixel
}

/// A picture in the midst of text, one way or another.
///
/// - SeeAlso: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
///   <https://iterm2.com/documentation-images.html>, and for sixels
///   <https://vt100.net/docs/vt3xx-gp/chapter14.html>
package struct TerminalPicture {
  package let bytes: [UInt8]

  private static let escape: UInt8 = 0x1b
  /// What ends a command to the terminal.
  private static let end: [UInt8] = [escape, UInt8(ascii: "\\")]

  package init(_ picture: Picture, _ graphics: TerminalGraphics) throws {
    switch graphics {
    case .kitty: bytes = Self.kitty(try Self.png(picture))
    case .iterm: bytes = Self.iterm(try Self.png(picture))
    case .sixel: bytes = try Self.sixels(picture)
    }
  }

  private static func png(_ picture: Picture) throws -> [UInt8] {
    let sink = MemorySink()
    let output = ByteWriter(sink)
    var format = FilmFormat(picture.frame.shape, picture.palette)
    format.pictures = 1
    let writer = PNGWriter(to: output, format, crew: Crew(1))
    try writer.append(picture)
    try output.finish()
    return sink.bytes
  }

  /// In pieces of 4096 letters, all but the last of which say that more comes.
  private static func kitty(_ png: [UInt8]) -> [UInt8] {
    let text = base64(png)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4096) {
      let piece = text[start..<min(start + 4096, text.count)]
      let more = start + 4096 < text.count ? 1 : 0
      let keys = start == 0 ? "a=T,f=100,m=\(more)" : "m=\(more)"
      bytes += [escape] + Array("_G\(keys);".utf8) + piece + end
    }
    return bytes
  }

  private static func iterm(_ png: [UInt8]) -> [UInt8] {
    [escape] + Array("]1337;File=inline=1;size=\(png.count):".utf8) + base64(png) + [0x07]
  }

  /// Six rows at a time, colour after colour, runs by their length.
  private static func sixels(_ picture: Picture) throws -> [UInt8] {
    let pixels = try PixelGrid(picture)
    var bytes =
      [escape] + Array("P0;1q\"1;1;\(pixels.width);\(pixels.height)".utf8)
    for (index, color) in picture.palette.colors.enumerated() {
      let parts = [color.red, color.green, color.blue].map { String(Int($0) * 100 / 255) }
      bytes += Array("#\(index);2;\(parts.joined(separator: ";"))".utf8)
    }
    for top in stride(from: 0, to: pixels.height, by: 6) {
      let rows = (top..<min(top + 6, pixels.height)).map { pixels.row($0, 0, pixels.width) }
      for color in Set(rows.joined()).sorted() {
        bytes += Array("#\(color)".utf8) + runs(sixels(rows, color)) + [UInt8(ascii: "$")]
      }
      bytes[bytes.count - 1] = UInt8(ascii: "-")
    }
    return bytes + end
  }

  /// For each column the six bits of one colour, the highest row the lowest bit.
  private static func sixels(_ rows: [ArraySlice<UInt8>], _ color: UInt8) -> [UInt8] {
    (0..<rows[0].count).map { column in
      let bits = rows.indices.reduce(UInt8(0)) { bits, row in
        let pixel = rows[row][rows[row].startIndex + column]
        return bits | (pixel == color ? 1 << UInt8(row) : 0)
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
