internal import LifeCore
internal import LifeIO

/// The compressed pixels of a window of an image, computed in bands of rows on several threads.
///
/// Memory: one band of 1 MiB per thread before and after compression, or a single row if it is
/// larger. The size of the image does not matter. For example, 16 384 × 16 384 pixels on two
/// threads take 14 MB; holding all pixels took 272 MB and was 30 % slower.
struct PNGData {
  let image: Image
  let window: Window
  let bitDepth: Int

  /// The size of a band before compression. It must not depend on the number of threads, because
  /// the bytes of the file depend on it.
  private static let bandBytes = 1 << 20

  /// The bytes of a row: a filter type, 0 for none, then the pixels.
  private var bytesPerRow: Int { (window.width * bitDepth + 7) / 8 + 1 }

  /// Calls `body` with consecutive pieces of the zlib stream, each for one chunk.
  ///
  /// - Throws: ``MemoryExhausted``, ``FileFailure``, and errors of `body`.
  func write(with pool: WorkerPool, _ body: ([UInt8]) throws -> Void) throws {
    let rows = max(1, Self.bandBytes / bytesPerRow)
    let count = (window.height - 1) / rows + 1
    var stream = DeflatedStream()
    for first in stride(from: 0, to: count, by: pool.count) {
      let bands = first..<min(first + pool.count, count)
      let pieces = ConditionMutex<[Int: Result<DeflatedPiece, any Error>]>([:])
      pool.forEach(bands.count) { index, _ in
        let band = first + index
        let top = window.y + band * rows
        let piece = Result {
          try DeflatedPiece(
            filtered(top..<min(top + rows, window.endY)), isLast: band == count - 1)
        }
        pieces.withLock { $0[band] = piece }
      }
      for band in bands {
        let piece = try pieces.withLock { $0.removeValue(forKey: band)! }.get()
        try body(stream.bytes(of: piece, isLast: band == count - 1))
      }
    }
  }

  /// Rows in PNG's layout: a filter type, then indices with the leftmost in the highest bits of a
  /// byte.
  private func filtered(_ range: Range<Int>) throws -> [UInt8] {
    var rows = try PixelRows(image)
    var line: [UInt8] = []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * bytesPerRow)
    for y in range {
      // At scales above 1, most rows equal the row above.
      if rows.load(y) {
        line = [0]
        pack(rows.row, into: &line)
      }
      bytes += line
    }
    return bytes
  }

  private func pack(_ row: Span<UInt8>, into bytes: inout [UInt8]) {
    let perByte = 8 / bitDepth
    var x = window.x
    while x < window.endX {
      var byte: UInt8 = 0
      for pixel in x..<x + perByte {
        byte = byte &<< UInt8(bitDepth) | (pixel < window.endX ? row[pixel] : 0)
      }
      bytes.append(byte)
      x += perByte
    }
  }
}
