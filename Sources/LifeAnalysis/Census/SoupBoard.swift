internal import CCPU
internal import LifeCore
internal import LifeEngines
internal import LifeKernels

/// A board of 512 × 512 cells for a soup, with the memory for the kernels. The layout is in
/// kernels.h.
@safe
struct SoupBoard {
  /// The number of blocks in a row and in a column.
  static let blocks = 64

  private static let boardWords = 8 * 9 * 64 + 8
  /// The number of words of a window with all blocks.
  private static let maxWindowWords = 8 * 8 * 64
  private static let scratchWords = 4 * maxWindowWords + 128
  private static let ringWords = 2 * (8 + 8 * blocks) + 8
  /// The number of words for the results of a round: windows that overlap need more than a board.
  private static let resultWords = 32 * maxWindowWords

  private let memory: Memory
  private let kernels: Kernels
  private let circuit: [UInt64]
  private let scratch: UnsafeMutablePointer<UInt64>
  private let rings: UnsafeMutablePointer<UInt64>
  private let columnMask: UnsafeMutablePointer<UInt64>
  private let laneMask: UnsafeMutablePointer<UInt64>
  private let results: UnsafeMutablePointer<UInt64>
  /// The present cells.
  let cells: UnsafeMutablePointer<UInt64>
  /// All cells alive in some generation of a period.
  let envelope: UnsafeMutablePointer<UInt64>
  /// For each row of blocks, the blocks with live cells.
  let occupied: UnsafeMutablePointer<UInt64>
  /// For each row of blocks, the blocks with active cells.
  let active: UnsafeMutablePointer<UInt64>

  @safe
  private final class Memory {
    let base: UnsafeMutableRawPointer

    init(words: Int) {
      unsafe base = .allocate(byteCount: 8 * words, alignment: 64)
      unsafe base.initializeMemory(as: UInt64.self, repeating: 0, count: words)
    }

    deinit { unsafe base.deallocate() }
  }

  init(_ circuit: Circuit, kernels: Kernels) {
    self.kernels = kernels
    self.circuit = circuit.programs
    let sizes = [
      Self.scratchWords, Self.ringWords, 8, Self.blocks, Self.resultWords, Self.boardWords,
      Self.boardWords, Self.blocks, Self.blocks,
    ]
    memory = Memory(words: sizes.reduce(0) { $0 + $1 })
    var next = unsafe memory.base.assumingMemoryBound(to: UInt64.self)
    var parts: [UnsafeMutablePointer<UInt64>] = unsafe []
    for size in sizes {
      unsafe parts.append(next)
      unsafe next += size
    }
    unsafe scratch = parts[0]
    unsafe rings = parts[1]
    unsafe columnMask = parts[2]
    unsafe laneMask = parts[3]
    unsafe results = parts[4]
    unsafe cells = parts[5]
    unsafe envelope = parts[6]
    unsafe occupied = parts[7]
    unsafe active = parts[8]
  }

  /// Makes two masks: of the outermost two rings of cells in the window's own blocks, and of the
  /// outermost four. See ``advanceSoup(_:)`` of the kernels.
  ///
  /// Both masks also contain all cells outside the window's own blocks.
  private func makeRings(_ window: SoupWindow) {
    let own = window.own
    // Most windows have the same masks as the one before. Their key is stored behind them.
    var key = UInt64(window.wordsPerRow << 8 | window.blockRows)
    for edge in [own.x, own.y, own.width, own.height] { key = key << 8 | UInt64(edge) }
    let known = unsafe rings + (Self.ringWords - 1)
    if unsafe known.pointee == key { return }
    unsafe known.pointee = key
    var masks = unsafe rings
    for width in [2, 4] {
      for column in 0..<window.wordsPerRow {
        unsafe masks[column] = ~Self.bits(
          from: 8 * own.x + width, to: 8 * own.endX - width, column: column)
      }
      unsafe masks += 8
      for row in 0..<8 {
        let first = row < width ? own.y + 1 : own.y
        let end = row >= 8 - width ? own.endY - 1 : own.endY
        for lane in 0..<window.blockRows {
          unsafe masks[lane] = lane >= first && lane < end ? 0 : .max
        }
        unsafe masks += window.blockRows
      }
    }
  }

  /// The bits of word `column` of a row that lie in a range of cell columns, possibly empty.
  private static func bits(from first: Int, to end: Int, column: Int) -> UInt64 {
    let first = min(max(first - 64 * column, 0), 64)
    let end = min(max(end - 64 * column, 0), 64)
    return first < end ? (.max >> UInt64(64 - end + first)) << UInt64(first) : 0
  }

  func clear() {
    unsafe cells.update(repeating: 0, count: Self.boardWords)
    unsafe envelope.update(repeating: 0, count: Self.boardWords)
    unsafe occupied.update(repeating: 0, count: Self.blocks)
    unsafe active.update(repeating: 0, count: Self.blocks)
  }
}

// MARK: - Blocks

extension SoupBoard {
  /// The bounding box of the blocks with live cells in a view. `nil` if there are none.
  func liveBlocks(in view: Window) -> Window? {
    let mask = view.columnBits
    var columns: UInt64 = 0
    var top = -1
    var bottom = -1
    for row in view.rows {
      let blocks = unsafe occupied[row] & mask
      if blocks == 0 { continue }
      if top < 0 { top = row }
      bottom = row
      columns |= blocks
    }
    guard columns != 0 else { return nil }
    let left = columns.trailingZeroBitCount
    return Window(
      x: left, y: top, width: 64 - columns.leadingZeroBitCount - left, height: bottom - top + 1)
  }

  /// Moves all cells by whole blocks. None may leave the board.
  ///
  /// - Precondition: the envelope is empty.
  func move(byColumns columns: Int, rows: Int) {
    for y in 0..<8 * Self.blocks {
      for column in 0..<Self.blocks / 8 {
        let cells = unsafe Self.bits(self.cells, x: 64 * column, y: y)
        if cells == 0 { continue }
        let x = 64 * column + 8 * columns
        unsafe Self.insert(
          x < 0 ? cells >> UInt64(-x) : cells, board: envelope, x: max(x, 0), y: y + 8 * rows)
      }
    }
    unsafe cells.update(from: envelope, count: Self.boardWords)
    unsafe envelope.update(repeating: 0, count: Self.boardWords)
    unsafe Self.move(occupied, byColumns: columns, rows: rows)
    unsafe Self.move(active, byColumns: columns, rows: rows)
  }

  private static func move(
    _ blocks: UnsafeMutablePointer<UInt64>, byColumns columns: Int, rows: Int
  ) {
    let moved = (0..<Self.blocks).map { row in
      let source = row - rows
      guard 0..<Self.blocks ~= source else { return 0 as UInt64 }
      // A negative shift moves to the west.
      return unsafe blocks[source] << columns
    }
    for row in 0..<Self.blocks { unsafe blocks[row] = moved[row] }
  }
}

// MARK: - Words

extension SoupBoard {
  /// The index of the word containing column `x`.
  @inline(__always)
  private static func place(x: Int, y: Int) -> Int { (9 * (y & 7) + x >> 6) << 6 + y >> 3 }

  /// 64 cells of a row of a board, starting at column `x`.
  @inline(__always)
  static func bits(_ board: UnsafePointer<UInt64>, x: Int, y: Int) -> UInt64 {
    let place = place(x: x, y: y)
    let shift = UInt64(x & 63)
    return unsafe board[place] >> shift | (board[place + 64] << 1) << (63 - shift)
  }

  @inline(__always)
  static func insert(_ bits: UInt64, board: UnsafeMutablePointer<UInt64>, x: Int, y: Int) {
    let place = place(x: x, y: y)
    let shift = UInt64(x & 63)
    unsafe board[place] |= bits << shift
    unsafe board[place + 64] |= (bits >> 1) >> (63 - shift)
  }

  @inline(__always)
  static func remove(_ bits: UInt64, board: UnsafeMutablePointer<UInt64>, x: Int, y: Int) {
    let place = place(x: x, y: y)
    let shift = UInt64(x & 63)
    unsafe board[place] &= ~(bits << shift)
    unsafe board[place + 64] &= ~((bits >> 1) >> (63 - shift))
  }
}

extension SoupBoard {
  var population: Int {
    var count = 0
    for row in 0..<Self.blocks {
      let blocks = unsafe occupied[row]
      if blocks == 0 { continue }
      for group in blocks.trailingZeroBitCount / 8...(63 - blocks.leadingZeroBitCount) / 8 {
        for y in 0..<8 { unsafe count &+= cells[(9 * y + group) << 6 + row].nonzeroBitCount }
      }
    }
    return count
  }
}

// MARK: - Windows

extension SoupBoard {
  /// Assigns each window of a round its part of the results.
  ///
  /// - Returns: `false` if there are too many windows.
  func placeResults(_ windows: inout [SoupWindow]) -> Bool {
    var next = 0
    for index in windows.indices {
      windows[index].result = next
      // The cells, one word for the generations, and two bits for each block. A block has 64 cells,
      // so there are as many blocks as words. The sum is rounded up to whole vectors.
      next += (windows[index].words * 33 / 32 + 8) & ~7
    }
    return next <= Self.resultWords
  }

  private func result(_ window: SoupWindow) -> UnsafeMutablePointer<UInt64> {
    unsafe results + window.result
  }

  private func arguments(
    _ window: SoupWindow, generations: Int, program: UnsafePointer<UInt64>, stops: Bool
  ) -> life_soup_window {
    unsafe life_soup_window(
      board: cells, column: window.column, row: window.row, columns: window.wordsPerRow,
      lanes: window.blockRows, generations: generations, stops: stops, scratch: scratch,
      rings: rings,
      result: result(window), program: program)
  }

  /// Advances a window's cells into its result, until cells near its edge change or all generations
  /// are done. The board stays the same.
  @inline(__always)
  func advance(_ window: inout SoupWindow, by generations: Int) {
    makeRings(window)
    unsafe circuit.withUnsafeBufferPointer { program in
      var arguments = unsafe arguments(
        window, generations: generations, program: program.baseAddress!, stops: true)
      unsafe kernels.advanceSoup(&arguments)
    }
    unsafe window.generations = Int(result(window)[window.words])
  }

  /// Makes the union of a window's cells in `generations` + 1 generations, as its result.
  func unite(_ window: SoupWindow, over generations: Int) {
    if generations > 1 { makeRings(window) }
    unsafe circuit.withUnsafeBufferPointer { program in
      var arguments = unsafe arguments(
        window, generations: generations, program: program.baseAddress!, stops: false)
      unsafe kernels.uniteSoup(&arguments)
    }
  }

  /// For one row of blocks of an advanced window: the blocks that differ from two generations
  /// before, and the blocks with live cells. Bits are columns of the board.
  func blocks(_ window: SoupWindow, lane: Int) -> (changed: UInt64, alive: UInt64) {
    let blocks = unsafe result(window) + window.words + 1
    let words = window.blockRows / 8
    var changed: UInt64 = 0
    var alive: UInt64 = 0
    for column in 0..<window.wordsPerRow {
      let word = column * words + lane / 8
      let shift = UInt64(8 * (lane & 7))
      let place = UInt64(window.column + 8 * column)
      unsafe changed |= (blocks[word] >> shift & 0xff) << place
      unsafe alive |= (blocks[window.wordsPerRow * words + word] >> shift & 0xff) << place
    }
    return (changed, alive)
  }

  /// Writes the result of the window's own blocks to a board.
  func store(_ window: SoupWindow, board: UnsafeMutablePointer<UInt64>) {
    let own = window.own
    for column in 0..<window.wordsPerRow {
      unsafe columnMask[column] = Self.bits(
        from: 8 * own.x, to: 8 * own.endX, column: column)
    }
    for lane in 0..<window.blockRows {
      unsafe laneMask[lane] = lane >= own.y && lane < own.endY ? .max : 0
    }
    var blocks = unsafe life_soup_blocks(
      board: board, column: window.column, row: window.row, columns: window.wordsPerRow,
      lanes: window.blockRows, cells: result(window), column_mask: columnMask, lane_mask: laneMask)
    unsafe kernels.storeSoup(&blocks)
  }

  /// Adds the result of a window's own blocks to a board, except in their outermost two rings.
  func merge(_ window: SoupWindow, board: UnsafeMutablePointer<UInt64>) {
    makeRings(window)
    for row in 0..<8 * window.blockRows {
      for column in 0..<window.wordsPerRow {
        let held = unsafe rings[column] | rings[8 + window.blockRows * (row & 7) + row >> 3]
        unsafe Self.insert(
          word(window, row: row, column: column) & ~held, board: board,
          x: 8 * window.column + 64 * column, y: 8 * window.row + row)
      }
    }
  }

  /// Whether the result of a window equals its cells on the board.
  func isUnchanged(_ window: SoupWindow) -> Bool {
    (0..<8 * window.blockRows).allSatisfy { row in
      (0..<window.wordsPerRow).allSatisfy { column in
        let x = 8 * window.column + 64 * column
        return unsafe word(window, row: row, column: column)
          == Self.bits(cells, x: x, y: 8 * window.row + row)
      }
    }
  }

  private func word(_ window: SoupWindow, row: Int, column: Int) -> UInt64 {
    unsafe result(window)[(window.wordsPerRow * (row & 7) + column) * window.blockRows + row >> 3]
  }
}
