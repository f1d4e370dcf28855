internal import LifeCore
internal import LifeIO

/// The compressed pixels of a window of a picture, in pieces that are made side by side.
struct PNGData {
  /// Each becomes a chunk; one after the other they are a zlib stream.
  let pieces: [[UInt8]]

  /// Before compression; what the machine's number of threads is must not change a file.
  private static let bandBytes = 1 << 20

  init(_ pixels: PixelGrid, _ window: Window, bitDepth: Int, crew: Crew) throws {
    let bytesPerRow = (window.width * bitDepth + 7) / 8 + 1
    let rows = max(1, Self.bandBytes / bytesPerRow)
    let count = (window.height - 1) / rows + 1
    let parts = Monitor([Result<DeflatedPiece, any Error>?](repeating: nil, count: count))
    crew.share(count) { part in
      let top = window.y + part * rows
      let range = top..<min(top + rows, window.endY)
      let result = Result { () throws in
        try DeflatedPiece(
          Self.packed(pixels, window, range, bitDepth: bitDepth), isLast: part == count - 1)
      }
      parts.change { $0[part] = result }
    }
    let made = try parts.change { parts in try parts.compactMap { try $0?.get() } }
    var pieces = made.map(\.bytes)
    pieces[0] = DeflatedPiece.header + pieces[0]
    pieces[count - 1] += DeflatedPiece.trailer(made)
    self.pieces = pieces
  }

  /// Rows as PNG has them: a byte that says how they are filtered, which they are not, and indexes,
  /// the first in the high bits of a byte.
  private static func packed(
    _ pixels: PixelGrid, _ window: Window, _ rows: Range<Int>, bitDepth: Int
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * ((window.width * bitDepth + 7) / 8 + 1))
    for y in rows {
      bytes.append(0)
      let row = pixels.row(y, window.x, window.endX)
      if bitDepth == 8 {
        bytes += row
      } else {
        pack(row, bitDepth, into: &bytes)
      }
    }
    return bytes
  }

  private static func pack(_ row: ArraySlice<UInt8>, _ bitDepth: Int, into bytes: inout [UInt8]) {
    let row = row.span
    let perByte = 8 / bitDepth
    var x = 0
    while x < row.count {
      var byte: UInt8 = 0
      for place in 0..<perByte {
        byte = byte &<< UInt8(bitDepth) | (x + place < row.count ? row[x + place] : 0)
      }
      bytes.append(byte)
      x += perByte
    }
  }
}
