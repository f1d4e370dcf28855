internal import LifeCore

/// A lookup table from groups of cells to their pixels' bytes.
///
///      cells   1 0 0 1 1 0 0 0   a group, extracted from a word by a shift and a mask
///      entry   ■ □ □ ■ ■ □ □ □   its bytes in the image, padded to whole words
///
/// Entries are copied as whole words. The next entry overwrites the excess at their end.
struct PixelTable: Sendable {
  /// The number of cells in a group: 8, 4, 2 or 1.
  let cellsPerEntry: Int
  let bytesPerEntry: Int
  let wordsPerEntry: Int
  private let entries: [UInt64]

  /// Small enough to fit into the L1 data cache together with the rows.
  private static let usualByteLimit = 1 << 14

  /// - Parameters:
  ///   - bitsPerCell: the size of a cell in an image row, in bits.
  ///   - draw: returns the bytes of a group of cells, given from west to east.
  init(bitsPerCell: Int, draw: (_ cells: [Bool]) -> [UInt8]) {
    let cells = Self.cellsPerEntry(bitsPerCell: bitsPerCell)
    cellsPerEntry = cells
    bytesPerEntry = bitsPerCell * cells / 8
    wordsPerEntry = (bytesPerEntry + 7) / 8
    entries = (0..<1 << cells).flatMap { group in
      words(draw((0..<cells).map { group >> $0 & 1 == 1 }))
    }
    precondition(entries.count == wordsPerEntry << cells, "draw returned a wrong number of bytes")
  }

  /// The number of cells per entry: as many as possible with a small table, but always whole bytes.
  private static func cellsPerEntry(bitsPerCell: Int) -> Int {
    let whole = [8, 4, 2, 1].filter { $0 * bitsPerCell % 8 == 0 }
    let small = whole.first { ($0 * bitsPerCell / 8) << $0 <= usualByteLimit }
    return small ?? whole[whole.count - 1]
  }

  /// The bytes of 64 cells.
  var bytesPerWord: Int { UInt64.bitWidth / cellsPerEntry * bytesPerEntry }

  /// Draws a row of cells, starting at byte `offset`.
  ///
  /// It may write past the end of the row: the padding of the last word and less than one entry.
  func draw(_ cells: Span<UInt64>, into row: WordBuffer, at offset: Int) {
    var bytes = row.mutableBytes(from: offset)
    let needed = (cells.count * bytesPerWord + 7) / 8 + wordsPerEntry
    precondition(bytes.byteCount >= needed * 8)
    // A constant number of words makes each copy one or three moves without a loop. With 1920 ×
    // 1080 pixels, this more than doubles the frames per second.
    switch wordsPerEntry {
    case 1: copyEntries(1, of: cells, into: &bytes)
    case 3: copyEntries(3, of: cells, into: &bytes)
    default: copyEntries(wordsPerEntry, of: cells, into: &bytes)
    }
  }

  @inline(__always)
  private func copyEntries(
    _ wordsPerEntry: Int, of cells: Span<UInt64>, into row: inout MutableRawSpan
  ) {
    let table = entries.span
    let mask = WordMask.bits(from: 0, to: cellsPerEntry)
    var offset = 0
    for index in cells.indices {
      var rest = cells[index]
      for _ in 0..<UInt64.bitWidth / cellsPerEntry {
        let entry = Int(rest & mask) &* wordsPerEntry
        for word in 0..<wordsPerEntry {
          unsafe row.storeBytes(
            of: table[unchecked: entry &+ word],
            toUncheckedByteOffset: offset &+ word &* 8, as: UInt64.self)
        }
        offset &+= bytesPerEntry
        rest &>>= UInt64(cellsPerEntry)
      }
    }
  }
}

/// The words with the same bytes in memory, the last one padded with zeros.
private func words(_ bytes: [UInt8]) -> [UInt64] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    let word = bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) {
      $0 << 8 | UInt64($1)
    }
    return word.littleEndian
  }
}
