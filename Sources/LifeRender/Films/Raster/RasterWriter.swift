internal import LifeCore
internal import LifeIO

/// Uncompressed pictures: a header, then rows of pixels from the top, drawn in bands.
final class RasterWriter: FrameWriter {
  private let output: ByteWriter
  private let format: RasterFormat
  private let painters: [PlanePainter]
  private let crew: Crew
  private var bands: [Band] = []
  private var tables: (scale: Int, tables: [PixelTable?])?

  init(to output: ByteWriter, _ format: RasterFormat, _ film: FilmFormat, crew: Crew) {
    self.output = output
    self.format = format
    self.crew = crew
    painters = format.planes.map { PlanePainter($0, width: film.width, height: film.height) }
  }

  func begin() throws { try output.write(format.filmHeader) }

  func finish() {}

  func append(_ picture: Picture) throws {
    try output.write(format.pictureHeader)
    let tables = tables(scale: picture.scale)
    for (painter, table) in zip(painters, tables) { try append(picture, painter, table) }
  }

  private func tables(scale: Int) -> [PixelTable?] {
    if let tables, tables.scale == scale { return tables.tables }
    let made = painters.map { $0.table(scale: scale) }
    tables = (scale, made)
    return made
  }

  /// What stays in the second cache between drawing and writing.
  private static let bandBytes = 1 << 18

  private func append(_ picture: Picture, _ painter: PlanePainter, _ table: PixelTable?) throws {
    let height = max(1, Self.bandBytes / painter.bytesPerRow)
    let slack = painter.slack(scale: picture.scale)
    var start = 0
    while start < painter.rows {
      let count = min(crew.count, (painter.rows - start - 1) / height + 1)
      let bands = try bands(count, bytes: height * painter.bytesPerRow + slack)
      let first = start
      crew.share(count) { index in
        let top = first + index * height
        bands[index].paint(top..<min(top + height, painter.rows), of: picture, painter, table)
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

/// Some rows of a plane, drawn by one thread and then written by another.
private final class Band: @unchecked Sendable {
  private let buffer: WordBuffer
  private var count = 0
  private var failure: MemoryExhausted?

  var byteCount: Int { buffer.byteCount }

  init(bytes: Int) throws(MemoryExhausted) {
    buffer = try WordBuffer(bytes: bytes, purpose: "band of pixels")
  }

  func paint(
    _ rows: Range<Int>, of picture: Picture, _ painter: PlanePainter, _ table: PixelTable?
  ) {
    count = rows.count * painter.bytesPerRow
    do throws(MemoryExhausted) {
      try painter.paint(rows, of: picture, table, into: buffer)
    } catch { failure = error }
  }

  func write(to output: ByteWriter) throws {
    if let failure { throw failure }
    let buffer = buffer
    try output.write(buffer.bytes(count))
  }
}
