import LifeCore
import LifeIO

/// The palette indices of the previous frame, one byte per place, eight to a word.
final class PlaceGrid {
  let columns: Int
  let rows: Int
  private let wordsPerRow: Int
  private let words: WordBuffer
  /// The rows of the next frame being compared.
  private let nextRows: [WordBuffer]

  /// A grid filled with index 0.
  init(columns: Int, rows: Int) throws(MemoryExhausted) {
    self.columns = columns
    self.rows = rows
    wordsPerRow = (columns + 7) / 8
    let count = wordsPerRow
    let purpose = "previous frame of the recording"
    words = try WordBuffer(zeros: count * rows, purpose: purpose)
    nextRows = try (0..<2).map { _ throws(MemoryExhausted) in
      // Rows of cells come in words of 64 cells.
      try WordBuffer(zeros: (count + 7) & ~7, purpose: purpose)
    }
  }

  /// Replaces the places by another image of the same size and appends the differences.
  ///
  /// - Parameters:
  ///   - gaps: the number of equal blocks before each changed one, seven bits to a byte.
  ///   - changes: for each changed block, the old indices XOR the new ones.
  /// - Returns: the number of changed blocks.
  func replace(
    with image: Image, in blocks: PlaceBlocks, gaps: inout [UInt8], changes: inout [UInt8]
  ) -> Int {
    let across = (columns - 1) / blocks.width + 1
    let perWord = 8 / blocks.width
    var count = 0
    var next = 0
    for (band, y) in stride(from: 0, to: rows, by: blocks.height).enumerated() {
      let height = min(blocks.height, rows - y)
      guard load(y: y, height: height, of: image) else { continue }
      for word in 0..<wordsPerRow {
        let upper = replace(word, y: y, next: nextRows[0])
        let lower = height > 1 ? replace(word, y: y + 1, next: nextRows[1]) : 0
        if upper | lower == 0 { continue }
        for part in 0..<perWord {
          let value = blocks.value((upper: upper, lower: lower), at: part * blocks.width)
          if value == 0 { continue }
          let block = band * across + word * perWord + part
          append(gap: block - next, to: &gaps)
          changes.append(value)
          next = block + 1
          count += 1
        }
      }
    }
    return count
  }

  /// Loads `height` rows of an image.
  ///
  /// - Returns: whether any of them differs from the present one.
  private func load(y: Int, height: Int, of image: Image) -> Bool {
    var differs = false
    for row in 0..<height {
      image.board.loadPlaces(y + row, into: nextRows[row])
      let start = (y + row) * wordsPerRow * 8
      let next = nextRows[row]
      if !words.hasBytes(from: start, equalTo: next.bytes(count: wordsPerRow * 8)) {
        differs = true
      }
    }
    return differs
  }

  /// Replaces a word of row `y`.
  ///
  /// - Returns: the old word XOR the new one.
  private func replace(_ word: Int, y: Int, next: WordBuffer) -> UInt64 {
    let index = y * wordsPerRow + word
    let change = words[index] ^ next[word]
    if change != 0 { words.set(index, to: next[word]) }
    return change
  }

  private func append(gap: Int, to gaps: inout [UInt8]) {
    var rest = gap
    while rest > 127 {
      gaps.append(UInt8(rest & 127) | 0x80)
      rest >>= 7
    }
    gaps.append(UInt8(rest))
  }
}

/// Adjacent places of a frame packed into one byte. Blocks of two rows are preferred, because their
/// places change together more often than places in a row.
struct PlaceBlocks: Hashable {
  /// Bits per palette index: 1, 2, 4 or 8.
  let bits: Int
  /// The number of columns of places.
  let width: Int
  let height: Int

  init(bits: Int) {
    self.bits = bits
    height = bits <= 2 ? 2 : 1
    width = 8 / (bits * height)
  }

  /// The block at place `first` of two words, one word per row and one byte per place.
  func value(_ words: (upper: UInt64, lower: UInt64), at first: Int) -> UInt8 {
    var value: UInt8 = 0
    for place in 0..<width * height {
      let word = place < width ? words.upper : words.lower
      let index = word >> UInt64(8 * (first + place % width)) & 0xff
      value |= UInt8(truncatingIfNeeded: index) << UInt8(place * bits)
    }
    return value
  }
}
