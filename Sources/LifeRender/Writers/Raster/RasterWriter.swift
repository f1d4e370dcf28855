internal import LifeCore
internal import LifeIO

/// Writes uncompressed images, painted in parallel in bands of rows.
///
/// Memory: one band of about 256 KiB per thread. The size of the image does not matter.
final class RasterWriter: FrameWriter {
  private let output: ByteWriter
  private let format: RasterFormat
  private let painters: [PlanePainter]
  private let pool: WorkerPool
  private var bands: [Band] = []
  private var tables: (scale: Int, tables: [PixelTable?])?

  init(
    to output: ByteWriter, _ format: RasterFormat, properties: ImageProperties, pool: WorkerPool
  ) {
    self.output = output
    self.format = format
    self.pool = pool
    painters = format.planes.map {
      PlanePainter($0, width: properties.width, height: properties.height)
    }
  }

  func begin() throws { try output.write(format.streamHeader) }

  func append(_ image: Image) throws {
    try output.write(format.frameHeader)
    let tables = tables(scale: image.board.scale)
    for (painter, table) in zip(painters, tables) {
      try append(image, painter: painter, table: table)
    }
  }

  private func tables(scale: Int) -> [PixelTable?] {
    if let tables, tables.scale == scale { return tables.tables }
    let made = painters.map { $0.table(scale: scale) }
    tables = (scale, made)
    return made
  }

  /// Small enough for a band to stay in the L2 cache between painting and writing.
  private static let bandBytes = 1 << 18

  private func append(_ image: Image, painter: PlanePainter, table: PixelTable?) throws {
    let height = max(1, Self.bandBytes / painter.bytesPerRow)
    let slack = painter.slack(scale: image.board.scale)
    // With one plane and enough threads, a band gets the same rows of every image.
    let keepsRows = painters.count == 1 && height * pool.count >= painter.height
    var start = 0
    while start < painter.height {
      let count = min(pool.count, (painter.height - start - 1) / height + 1)
      let bands = try bands(count, bytes: height * painter.bytesPerRow + slack)
      let first = start
      pool.forEach(count) { index, _ in
        let top = first + index * height
        bands[index].paint(
          top..<min(top + height, painter.height), of: image, painter: painter, table: table,
          keepsRows: keepsRows)
      }
      for band in bands { try band.write(to: output) }
      start += count * height
    }
  }

  private func bands(_ count: Int, bytes: Int) throws(MemoryExhausted) -> ArraySlice<Band> {
    if bands.count < count || bands[0].byteCount < bytes {
      bands = []
      for _ in 0..<count { bands.append(try Band(bytes: bytes)) }
    }
    return bands[..<count]
  }
}

/// Some rows of a plane, painted by one thread and written by another.
private final class Band: @unchecked Sendable {
  private let buffer: WordBuffer
  private var count = 0
  private var painted: PaintedRows?
  private var failure: MemoryExhausted?

  var byteCount: Int { buffer.byteCount }

  init(bytes: Int) throws(MemoryExhausted) {
    buffer = try WordBuffer(bytes: bytes, purpose: "band of pixels")
  }

  /// - Parameter keepsRows: whether the band holds the same rows of every image, and no others.
  func paint(
    _ rows: Range<Int>, of image: Image, painter: PlanePainter, table: PixelTable?,
    keepsRows: Bool
  ) {
    count = rows.count * painter.bytesPerRow
    do throws(MemoryExhausted) {
      painted = keepsRows ? try PaintedRows(rows, of: image, after: painted) : nil
      try painter.paint(rows, of: image, table: table, painted: painted, into: buffer)
    } catch { failure = error }
  }

  func write(to output: ByteWriter) throws {
    if let failure { throw failure }
    let buffer = buffer
    try output.write(buffer.bytes(count: count))
  }
}
