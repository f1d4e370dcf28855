/// Pixels to send at once, with a palette of only their colors: a part of a picture, or a whole
/// image.
public struct PictureTile: Hashable, Sendable {
  /// The number of the tile on the screen, from 1.
  public let number: Int
  /// The size in characters, from the cursor to the right and down; `nil` for a whole image, shown
  /// pixel for pixel.
  public let size: Size?
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Indices into the palette, row by row.
  public let indices: [UInt8]
  /// 1 to 256 colors.
  public let palette: [TerminalColor]

  package init(
    number: Int = 1, size: Size? = nil, width: Int, height: Int, indices: [UInt8],
    palette: [TerminalColor]
  ) {
    precondition(indices.count == width * height && (1...256).contains(palette.count))
    self.number = number
    self.size = size
    self.width = width
    self.height = height
    self.indices = indices
    self.palette = palette
  }
}

// The protocols are described at ``PictureProtocol``.
extension PictureTile {
  /// The escape sequence to show the pixels at the cursor. Afterwards the cursor is below a whole
  /// image, or at an unspecified place after a part of a picture.
  ///
  /// - Parameter png: encodes the pixels as a PNG file, for kitty's protocol.
  package func sequence<Failure>(
    _ format: PictureProtocol, png: (PictureTile) throws(Failure) -> [UInt8]
  ) throws(Failure) -> [UInt8] {
    switch format {
    case .kitty: kitty(try png(self))
    case .sixel: sixels
    }
  }

  private static let escape: UInt8 = 0x1b
  /// The string terminator, ST.
  private static let end: [UInt8] = [escape, UInt8(ascii: "\\")]

  /// Base64 PNG data in chunks of 4096 bytes, the protocol's maximum; `m=1` announces another
  /// chunk. A tile lies behind characters with a background, and the terminal sends no answer.
  private func kitty(_ png: [UInt8]) -> [UInt8] {
    let placed = size.map {
      let number = Self.firstNumber + number
      return ",i=\(number),p=1,c=\($0.width),r=\($0.height),C=1,q=2,z=\(Self.behindBackgrounds)"
    }
    let text = base64(png)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: 4096) {
      let piece = text[start..<min(start + 4096, text.count)]
      let more = start + 4096 < text.count ? 1 : 0
      let keys = start == 0 ? "a=T,f=100\(placed ?? ""),m=\(more)" : "m=\(more)"
      bytes += [Self.escape] + Array("_G\(keys);".utf8) + piece + Self.end
    }
    return bytes
  }

  /// Other programs in the terminal may use lower numbers.
  private static let firstNumber = 1 << 20
  private static let behindBackgrounds = -1_073_741_825

  /// Bands of six rows, each with one run-length-encoded pass per color.
  private var sixels: [UInt8] {
    var bytes = [Self.escape] + Array("P0;1q\"1;1;\(width);\(height)".utf8)
    for (number, color) in palette.enumerated() {
      let (red, green, blue) = color.components
      let parts = "\(red * 100 / 255);\(green * 100 / 255);\(blue * 100 / 255)"
      bytes += Array("#\(number);2;\(parts)".utf8)
    }
    for top in stride(from: 0, to: height, by: 6) {
      let rows = (top..<min(top + 6, height)).map { indices[$0 * width..<($0 + 1) * width] }
      for color in Self.colors(rows) {
        bytes += Array("#\(color)".utf8) + Self.runs(Self.sixels(of: rows, color: color))
        bytes.append(UInt8(ascii: "$"))
      }
      bytes[bytes.count - 1] = UInt8(ascii: "-")
    }
    return bytes + Self.end
  }

  /// The colors in some rows, in ascending order.
  private static func colors(_ rows: [ArraySlice<UInt8>]) -> [UInt8] {
    var isUsed = [Bool](repeating: false, count: 256)
    for row in rows { for color in row { isUsed[Int(color)] = true } }
    return (0...255).filter { isUsed[Int($0)] }
  }

  /// One sixel per column: a bit for each pixel of this color, the top row in the lowest bit.
  private static func sixels(of rows: [ArraySlice<UInt8>], color: UInt8) -> [UInt8] {
    (0..<rows[0].count).map { column in
      let bits = rows.indices.reduce(UInt8(0)) { bits, row in
        bits | (rows[row][rows[row].startIndex + column] == color ? 1 << UInt8(row) : 0)
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

/// Base64 with padding and without line breaks.
///
/// - SeeAlso: <https://www.rfc-editor.org/rfc/rfc4648#section-4>
func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  for start in stride(from: 0, to: bytes.count, by: 3) {
    let group = bytes[start..<min(start + 3, bytes.count)]
    let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
    for place in 0..<4 {
      let isPadding = place > group.count
      text.append(isPadding ? UInt8(ascii: "=") : letters[bits >> (18 - 6 * place) & 63])
    }
  }
  return text
}
