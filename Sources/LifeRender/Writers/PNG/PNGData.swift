internal import LifeCore
internal import LifeIO

/// The compressed pixels of a window of an image, computed in bands of rows on several threads.
///
/// Memory: one band of 1 MiB per thread before and after compression, or a single row if it is
/// larger. The size of the image does not matter. For example, 16 384 × 16 384 pixels on two
/// threads take 14 MB; holding all pixels took 272 MB and was 30 % slower.
struct PNGData {
  private let image: Image
  private let window: Window
  private let bitDepth: Int

  /// The size of a band before compression. It must not depend on the number of threads, because
  /// the bytes of the file depend on it.
  private static let bandBytes = 1 << 20

  init(_ image: Image, window: Window, bitDepth: Int) {
    self.image = image
    self.window = window
    self.bitDepth = bitDepth
  }

  /// Calls `body` with consecutive pieces of the zlib stream, each for one chunk.
  ///
  /// - Throws: ``MemoryExhausted``, ``FileFailure``, and errors of `body`.
  func write(with pool: WorkerPool, _ body: ([UInt8]) throws -> Void) throws {
    let bytesPerRow = (window.width * bitDepth + 7) / 8 + 1
    let rows = max(1, Self.bandBytes / bytesPerRow)
    let count = (window.height - 1) / rows + 1
    let bands = (0..<min(pool.count, count)).map { _ in PNGBand() }
    var stream = DeflatedStream()
    for first in stride(from: 0, to: count, by: bands.count) {
      let bandCount = min(bands.count, count - first)
      pool.forEach(bandCount) { index, _ in
        let top = window.y + (first + index) * rows
        bands[index].compress(
          top..<min(top + rows, window.endY), of: image, window: window, bitDepth: bitDepth,
          isLast: first + index == count - 1)
      }
      for index in 0..<bandCount {
        let piece = try bands[index].takePiece()
        try body(stream.bytes(of: piece, isLast: first + index == count - 1))
      }
    }
  }
}

/// Some rows of an image, compressed by one thread and written by another.
private final class PNGBand: @unchecked Sendable {
  private var result: Result<DeflatedPiece, any Error>?

  func compress(
    _ rows: Range<Int>, of image: Image, window: Window, bitDepth: Int, isLast: Bool
  ) {
    result = Result { () throws in
      let filtered = try Self.filtered(rows, of: image, window: window, bitDepth: bitDepth)
      return try DeflatedPiece(filtered, isLast: isLast)
    }
  }

  /// Returns and releases the result of ``compress(_:of:window:bitDepth:isLast:)``.
  func takePiece() throws -> DeflatedPiece {
    defer { result = nil }
    return try result!.get()
  }

  /// Rows in PNG's layout: a filter type, 0 for none, then indices with the leftmost in the highest
  /// bits of a byte.
  private static func filtered(
    _ range: Range<Int>, of image: Image, window: Window, bitDepth: Int
  ) throws -> [UInt8] {
    var rows = try PixelRows(image)
    var line: [UInt8] = []
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count * ((window.width * bitDepth + 7) / 8 + 1))
    for y in range {
      // At scales above 1, most rows equal the row above.
      if rows.load(y) {
        line = [0]
        pack(rows.row, window: window, bitDepth: bitDepth, into: &line)
      }
      bytes += line
    }
    return bytes
  }

  private static func pack(
    _ row: Span<UInt8>, window: Window, bitDepth: Int, into bytes: inout [UInt8]
  ) {
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
