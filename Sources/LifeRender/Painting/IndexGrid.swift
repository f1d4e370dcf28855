internal import LifeCore
internal import LifeIO

/// A palette index for each place of a frame, eight to a word. Rows start at whole words.
final class IndexGrid: @unchecked Sendable {
  private let width: Int
  private let height: Int
  private let wordsPerRow: Int
  private let words: WordBuffer
  /// One row of states per band, allocated in advance: threads cannot report a failure.
  private let states: [WordBuffer]

  private static let bandRows = 64

  init(width: Int, height: Int) throws(MemoryExhausted) {
    self.width = width
    self.height = height
    let wordsPerRow = (width + 7) / 8
    self.wordsPerRow = wordsPerRow
    words = try WordBuffer(zeros: wordsPerRow * height, purpose: "ages and trails of cells")
    let bands = (height + Self.bandRows - 1) / Self.bandRows
    states = try (0..<bands).map { _ throws(MemoryExhausted) in
      try WordBuffer(zeros: wordsPerRow + 8, purpose: "ages and trails of cells")
    }
  }

  /// The number of bands of rows. They are the units of parallel work.
  var bands: Int { states.count }

  var byteCount: Int { words.byteCount }

  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    let words = words
    let span = words.span(start: y * wordsPerRow, end: (y + 1) * wordsPerRow)
    return unsafe _overrideLifetime(span, borrowing: self)
  }

  /// Copies another grid, which may have another size, starting at its `column` and `row`. Places
  /// outside the other grid stay unchanged.
  func copy(_ other: IndexGrid, fromColumn column: Int, row: Int) {
    let words = words
    let others = other.words
    let columns = (column..<column + width).clamped(to: 0..<other.width)
    if columns.isEmpty { return }
    for y in (row..<row + height).clamped(to: 0..<other.height) {
      let source = others.bytes(
        from: y * other.wordsPerRow * 8 + columns.lowerBound, count: columns.count)
      words.replace(
        fromByte: (y - row) * wordsPerRow * 8 + columns.lowerBound - column, with: source)
    }
  }

  /// Copies another grid, whose squares are smaller. Where several of its places become one, the
  /// highest index remains, for example the oldest age.
  ///
  /// - Parameters:
  ///   - columns: the new column of each of its columns. Those outside this grid are left out.
  ///   - rows: the same for its rows.
  func merge(_ other: IndexGrid, columns: [Int], rows: [Int]) {
    let words = words
    let others = other.words
    for (y, row) in rows.enumerated() where row >= 0 && row < height {
      let source = others.bytes(from: y * other.wordsPerRow * 8, count: other.width)
      var target = words.mutableSpan(from: row * wordsPerRow * 8, count: width)
      for (x, column) in columns.enumerated() where column >= 0 && column < width {
        target[column] = max(target[column], source[x])
      }
    }
  }

  /// Applies the transition table to a band of rows. Threads may advance different bands in
  /// parallel.
  func advance(_ band: Int, with frame: Frame, transitions: [UInt8]) {
    let states = states[band]
    let start = band * Self.bandRows
    let table = transitions.span
    for y in start..<min(start + Self.bandRows, height) {
      frame.spreadRow(y, into: states)
      for index in 0..<wordsPerRow {
        let state = states[index]
        let old = words[y * wordsPerRow + index]
        // Index 0 in state 0 stays 0. Skip this background: it fills most of most frames.
        if state | old == 0 { continue }
        var next: UInt64 = 0
        for place in 0..<8 {
          let shift = UInt64(place &* 8)
          let entry = Int(state &>> shift & 0xff) &<< 8 | Int(old &>> shift & 0xff)
          next |= UInt64(table[entry]) &<< shift
        }
        words.set(y * wordsPerRow + index, to: next)
      }
    }
  }
}
