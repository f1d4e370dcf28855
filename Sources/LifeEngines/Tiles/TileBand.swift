internal import LifeCore

/// One row of tiles as 48 lines of words: tiles are 48 columns wide, words 64.
///
///      tiles      │····48····│····48····│              │····48····│
///      words     │······64······│······64······│      │······64······│
///                 columns[0]     columns[1]            columns[2]
///
/// Only words with a part of a tile are stored, line after line. So a wide window with few tiles
/// takes little memory.
struct TileBand {
  private let width: Int
  /// For each stored word of a line, its index in a full line of the window.
  private var columns: [Int] = []
  /// The words of all lines.
  private var words: [UInt64] = []
  /// The index in `columns` of the last added tile's first word.
  private var place = 0

  private static let side = TileField.side

  /// - Parameter width: the width of the window in cells.
  init(width: Int) { self.width = width }

  /// Removes all cells, and makes room for tiles, ordered from west to east.
  ///
  /// - Parameter tiles: the westmost column of each tile, from the window's corner.
  mutating func clear(for tiles: some Sequence<Int>) {
    place = 0
    columns.removeAll(keepingCapacity: true)
    for x in tiles {
      let last = (min(x + Self.side, width) - 1) >> 6
      for column in max(0, x) >> 6...last where column != columns.last { columns.append(column) }
    }
    words.removeAll(keepingCapacity: true)
    words.append(contentsOf: repeatElement(0, count: Self.side * columns.count))
  }

  /// Goes back to the westmost tile, to add other rows at the same tiles.
  mutating func returnToWest() { place = 0 }

  /// Adds the 48 rows of a tile. Tiles must come in the order of ``clear(for:)``.
  ///
  /// - Parameters:
  ///   - x: the westmost column of the tile, from the window's corner.
  ///   - shift: the bit that holds the westmost cell of each row.
  mutating func add(_ rows: UnsafePointer<UInt64>, at x: Int, shift: Int) {
    while columns[place] < max(0, x) >> 6 { place += 1 }
    let placement = TilePlacement(x: x, shift: shift, width: width)
    let stride = columns.count
    unsafe words.withUnsafeMutableBufferPointer { words in
      unsafe placement.add(
        rows, lines: 0..<Self.side, to: words.baseAddress! + place, stride: stride,
        hasNext: place + 1 < stride)
    }
  }

  /// Visits each stretch of words with live cells in some lines.
  func forEachRun(
    of lines: Range<Int>, _ body: (_ line: Int, _ x: Int, _ words: Span<UInt64>) throws -> Void
  ) rethrows {
    let columns = columns.span
    let words = words.span
    for line in lines {
      let row = words.extracting(line * columns.count..<(line + 1) * columns.count)
      var start = 0
      while start < row.count {
        guard row[start] != 0 else {
          start += 1
          continue
        }
        var end = start + 1
        while end < row.count, row[end] != 0, columns[end] == columns[end - 1] + 1 { end += 1 }
        try body(line, columns[start] * 64, row.extracting(start..<end))
        start = end
      }
    }
  }
}

/// Places the rows of a tile in the words of a window.
struct TilePlacement {
  /// The index of the word with the tile's first visible column, in a row of the window.
  let word: Int
  /// The visible bits of a tile's row.
  let visible: UInt64
  private let skipped: UInt64
  private let bit: UInt64

  /// - Parameters:
  ///   - x: the westmost column of the tile, from the window's corner.
  ///   - shift: the bit that holds the westmost cell of each row.
  ///   - width: the width of the window.
  init(x: Int, shift: Int, width: Int) {
    word = max(0, x) >> 6
    skipped = UInt64(shift + max(0, -x))
    bit = UInt64(max(0, x) & 63)
    visible = WordMask.bits(from: shift + max(0, -x), to: shift + min(TileField.side, width - x))
  }

  /// Adds rows of a tile to words `stride` apart, and to the next words if a row reaches there.
  @inline(__always)
  func add(
    _ rows: UnsafePointer<UInt64>, lines: Range<Int>, to words: UnsafeMutablePointer<UInt64>,
    stride: Int, hasNext: Bool
  ) {
    var index = 0
    if hasNext && bit > UInt64(64 - TileField.side) {
      for line in lines {
        let bits = unsafe (rows[line] & visible) &>> skipped
        unsafe words[index] |= bits &<< bit
        unsafe words[index &+ 1] |= bits &>> (64 &- bit)
        index &+= stride
      }
    } else {
      for line in lines {
        unsafe words[index] |= ((rows[line] & visible) &>> skipped) &<< bit
        index &+= stride
      }
    }
  }
}
