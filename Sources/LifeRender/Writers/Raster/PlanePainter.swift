internal import LifeCore

/// Converts rows of an image to the bytes of one plane.
struct PlanePainter: Sendable {
  let plane: RasterPlane
  let height: Int
  let bytesPerRow: Int
  /// The samples of each color in the low bytes of a word.
  private let samples: [UInt32]
  private let bytesPerPixel: Int

  init(_ plane: RasterPlane, width: Int, height: Int) {
    self.plane = plane
    self.height = height
    switch plane {
    case .bits(let ink):
      bytesPerPixel = 0
      bytesPerRow = (width + 7) / 8
      samples = ink.map { $0 ? 1 : 0 }
    case .bytes(let bytes):
      bytesPerPixel = bytes[0].count
      bytesPerRow = width * bytesPerPixel
      samples = bytes.map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
    }
  }

  /// The number of bytes to reserve after the rows of a band: a row of pixels and the excess of
  /// ``PixelTable``.
  func slack(scale: Int) -> Int {
    bytesPerRow + 66 * scale * max(1, bytesPerPixel) + (1 << 12)
  }

  /// The table for rows of two-state cells. `nil` if they need none.
  func table(scale: Int) -> PixelTable? {
    switch plane {
    case .bits(let ink):
      // At one pixel per cell, the words are the pixels already, except for the bit order of each
      // byte.
      if scale == 1 && ink[1] && !ink[0] { return nil }
      return PixelTable(bitsPerCell: scale) { cells in
        var bytes = [UInt8](repeating: 0, count: cells.count * scale / 8)
        for pixel in 0..<cells.count * scale where ink[cells[pixel / scale] ? 1 : 0] {
          bytes[pixel / 8] |= 0x80 >> (pixel % 8)
        }
        return bytes
      }
    case .bytes(let colors):
      return PixelTable(bitsPerCell: 8 * bytesPerPixel * scale) { cells in
        cells.flatMap { isAlive in
          repeatElement(colors[isAlive ? 1 : 0], count: scale).joined()
        }
      }
    }
  }

  /// Paints a range of output rows into `buffer`, contiguously.
  ///
  /// - Parameter painted: the previous image's cells in `buffer`. `nil` if they are unknown.
  func paint(
    _ range: Range<Int>, of image: Image, table: PixelTable?, painted: PaintedRows?,
    into buffer: WordBuffer
  ) throws(MemoryExhausted) {
    let plain = image.plainRows.clamped(to: range)
    let top = range.lowerBound
    try paintPixels(top..<plain.lowerBound, of: image, into: buffer, from: top)
    paintCells(plain, of: image, table: table, painted: painted, into: buffer, band: range)
    try paintPixels(plain.upperBound..<range.upperBound, of: image, into: buffer, from: top)
  }

  /// Paints rows with more than cells in them.
  private func paintPixels(
    _ range: Range<Int>, of image: Image, into buffer: WordBuffer, from top: Int
  ) throws(MemoryExhausted) {
    if range.isEmpty { return }
    var rows = try PixelRows(image)
    for y in range {
      let offset = (y - top) * bytesPerRow
      if rows.load(y) || y == range.lowerBound {
        paint(rows.row, into: buffer, at: offset)
      } else {
        buffer.copyBytes(from: offset - bytesPerRow, to: offset, count: bytesPerRow)
      }
    }
  }

  /// Paints rows with only cells in them.
  ///
  /// - Parameter painted: the previous image's cells in `buffer`. `nil` if they are unknown.
  private func paintCells(
    _ range: Range<Int>, of image: Image, table: PixelTable?, painted: PaintedRows?,
    into buffer: WordBuffer, band: Range<Int>
  ) {
    if range.isEmpty { return }
    let cells = image.board.frame.rows
    let scale = image.board.scale
    let top = image.plainRows.lowerBound
    let bytesPerWord = table?.bytesPerWord ?? 8
    let spare = band.count * bytesPerRow
    let draw = { (place: Int, words: Range<Int>) in
      let y = max(range.lowerBound, top + place * scale)
      let copies = min(range.upperBound, top + (place + 1) * scale) - y
      let start = words.lowerBound * bytesPerWord
      let count = min(words.upperBound * bytesPerWord, bytesPerRow) - start
      let row = (y - band.lowerBound) * bytesPerRow + start
      // The next row overwrites the excess of a row, unless it is painted already.
      let drawn = painted == nil ? row : spare
      let changed = cells.row(place).extracting(words)
      if let table {
        table.draw(changed, into: buffer, at: drawn)
      } else {
        reverseBits(of: changed, into: buffer, at: drawn)
      }
      for copy in (painted == nil ? 1 : 0)..<copies {
        buffer.copyBytes(from: drawn, to: row + copy * bytesPerRow, count: count)
      }
    }
    let places = (range.lowerBound - top) / scale..<(range.upperBound - 1 - top) / scale + 1
    if let painted {
      painted.forEachChange(in: places, of: cells, draw)
    } else {
      for place in places { draw(place, 0..<cells.wordsPerRow) }
    }
  }

  private func paint(_ row: Span<UInt8>, into buffer: WordBuffer, at offset: Int) {
    let samples = samples.span
    switch bytesPerPixel {
    case 0: pack(row, into: buffer, at: offset)
    case 1:
      var target = buffer.mutableSpan(from: offset, count: row.count)
      for x in row.indices {
        unsafe target[unchecked: x] = UInt8(truncatingIfNeeded: samples[Int(row[unchecked: x])])
      }
    default:
      // Store four bytes per pixel, except for the last. The next pixel overwrites the fourth.
      var target = buffer.mutableBytes(from: offset)
      precondition(target.byteCount >= row.count * 3)
      let last = row.count - 1
      for x in 0..<last {
        let sample = unsafe samples[Int(row[unchecked: x])].littleEndian
        unsafe target.storeBytes(of: sample, toUncheckedByteOffset: x &* 3, as: UInt32.self)
      }
      let sample = samples[Int(row[last])]
      for part in 0..<3 {
        target.storeBytes(
          of: UInt8(truncatingIfNeeded: sample >> UInt32(8 * part)), toByteOffset: last * 3 + part,
          as: UInt8.self)
      }
    }
  }

  private func pack(_ row: Span<UInt8>, into buffer: WordBuffer, at offset: Int) {
    var target = buffer.mutableSpan(from: offset, count: bytesPerRow)
    let samples = samples.span
    for index in target.indices {
      let first = index * 8
      var byte: UInt8 = 0
      for x in first..<min(first + 8, row.count) {
        byte |= UInt8(truncatingIfNeeded: samples[Int(row[x])]) << UInt8(7 - x & 7)
      }
      target[index] = byte
    }
  }
}

/// Reverses the bits of every byte, eight bytes at a time. A lookup table per byte is three times
/// as slow.
private func reverseBits(of cells: Span<UInt64>, into row: WordBuffer, at offset: Int) {
  var bytes = row.mutableBytes(from: offset)
  precondition(bytes.byteCount >= cells.count * 8)
  for index in cells.indices {
    unsafe bytes.storeBytes(
      of: cells[index].withBytesBitReversed.littleEndian, toUncheckedByteOffset: index &* 8,
      as: UInt64.self)
  }
}
