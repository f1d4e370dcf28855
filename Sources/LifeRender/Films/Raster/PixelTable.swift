internal import LifeCore

/// What every group of cells looks like, ready to be copied into a row of a picture.
///
///      cells   1 0 0 1 1 0 0 0   a group, picked from a word by a shift and a mask
///      entry   ■ □ □ ■ ■ □ □ □   its bytes in the picture, padded to whole words
///
/// An entry is copied in words, past its end: the next entry overwrites what was too much.
struct PixelTable: Sendable {
  /// 8, 4, 2 or 1.
  let cellsPerEntry: Int
  let bytesPerEntry: Int
  let wordsPerEntry: Int
  private let entries: [UInt64]

  /// What stays in the processor's first cache beside the rows.
  private static let usualByteLimit = 1 << 14

  /// - Parameters:
  ///   - bitsPerCell: the bits of a picture's row that one cell takes.
  ///   - draw: makes the bytes of a group of cells, west to east.
  init(bitsPerCell: Int, draw: (_ cells: [Bool]) -> [UInt8]) {
    let cells = Self.cellsPerEntry(bitsPerCell: bitsPerCell)
    cellsPerEntry = cells
    bytesPerEntry = bitsPerCell * cells / 8
    wordsPerEntry = (bytesPerEntry + 7) / 8
    entries = (0..<1 << cells).flatMap { group in
      words(draw((0..<cells).map { group >> $0 & 1 == 1 }))
    }
    precondition(entries.count == wordsPerEntry << cells, "a group drawn too short or too long")
  }

  /// As many cells as keep the table small, and at least so many that they fill whole bytes.
  private static func cellsPerEntry(bitsPerCell: Int) -> Int {
    let whole = [8, 4, 2, 1].filter { $0 * bitsPerCell % 8 == 0 }
    let small = whole.first { ($0 * bitsPerCell / 8) << $0 <= usualByteLimit }
    return small ?? whole[whole.count - 1]
  }
}

extension PixelTable {
  /// How many words a row of `cells` words needs when it is drawn.
  func wordsToDraw(_ cells: Int) -> Int {
    let bytes = cells * UInt64.bitWidth / cellsPerEntry * bytesPerEntry
    return (bytes + 7) / 8 + wordsPerEntry
  }

  /// Draws a row of cells from byte `offset` on; less than one entry is drawn past its end, and as
  /// much as the cells of the last word that are none.
  func draw(_ cells: Span<UInt64>, into row: WordBuffer, at offset: Int) {
    var bytes = row.mutableBytes(from: offset)
    precondition(bytes.byteCount >= wordsToDraw(cells.count) * 8)
    // Where the count is known, copying an entry is one or three moves and no loop: pictures of
    // 1920 × 1080 pixels go from 2 100 to 4 900 a second as PPM, from 8 500 to 21 600 as PBM at
    // two pixels per cell.
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

/// Words that lie in memory as `bytes` do, with zeros up to the end of the last.
private func words(_ bytes: [UInt8]) -> [UInt64] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    let word = bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) {
      $0 << 8 | UInt64($1)
    }
    return word.littleEndian
  }
}
