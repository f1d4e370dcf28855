internal import CCPU
internal import LifeCore
internal import LifeEngines
internal import LifeKernels

/// The cells of a soup on 512 × 512 cells, in the layout of soups in kernels.h, and the memory that
/// the kernels need.
@safe
struct SoupBoard {
  /// Blocks in a row and in a column.
  static let blocks = 64

  private static let boardWords = 8 * 9 * 64 + 8
  /// The words of a window with all blocks.
  private static let mostWindowWords = 8 * 8 * 64
  private static let scratchWords = 4 * mostWindowWords + 128
  private static let ringWords = 2 * (8 + 8 * blocks) + 8
  /// The words of the results of a round's windows, which overlap.
  private static let resultWords = 32 * mostWindowWords

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
  /// The cells that are alive in some generation of a period.
  let envelope: UnsafeMutablePointer<UInt64>
  /// For each row of blocks those with live cells.
  let occupied: UnsafeMutablePointer<UInt64>
  /// For each row of blocks those with active cells.
  let active: UnsafeMutablePointer<UInt64>

  @safe
  private final class Memory {
    let base: UnsafeMutableRawPointer
    private let bytes: Int

    init(words: Int) {
      bytes = 8 * words
      unsafe base = .allocate(byteCount: bytes, alignment: 64)
      clear()
    }

    func clear() { unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: bytes) }

    deinit { unsafe base.deallocate() }
  }

  init(_ circuit: Circuit, kernels: Kernels) {
    self.kernels = kernels
    self.circuit = circuit.program
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

  /// Makes the masks of rings 1 and 2 and of rings 1 to 4, see ``advanceSoup(_:)`` of the kernels.
  ///
  /// Cells that are not in the window's own blocks belong to the outermost ring.
  private func makeRings(_ window: SoupWindow) {
    let own = window.own
    // Most windows have the masks of the one before. Its key follows them.
    var key = UInt64(window.columns << 8 | window.lanes)
    for edge in [own.x, own.y, own.width, own.height] { key = key << 8 | UInt64(edge) }
    let known = unsafe rings + (Self.ringWords - 1)
    if unsafe known.pointee == key { return }
    unsafe known.pointee = key
    var masks = unsafe rings
    for width in [2, 4] {
      for column in 0..<window.columns {
        unsafe masks[column] = ~Self.bits(
          from: 8 * own.x + width, to: 8 * own.endX - width, column: column)
      }
      unsafe masks += 8
      for row in 0..<8 {
        let first = row < width ? own.y + 1 : own.y
        let end = row >= 8 - width ? own.endY - 1 : own.endY
        for lane in 0..<window.lanes {
          unsafe masks[lane] = lane >= first && lane < end ? 0 : .max
        }
        unsafe masks += window.lanes
      }
    }
  }

  /// The bits of a word of a row whose cells are in a range of columns, which may be empty.
  private static func bits(from first: Int, to end: Int, column: Int) -> UInt64 {
    let first = min(max(first - 64 * column, 0), 64)
    let end = min(max(end - 64 * column, 0), 64)
    return first < end ? (.max >> UInt64(64 - end + first)) << UInt64(first) : 0
  }

  /// Removes all cells.
  func clear() {
    unsafe cells.update(repeating: 0, count: Self.boardWords)
    unsafe envelope.update(repeating: 0, count: Self.boardWords)
    unsafe occupied.update(repeating: 0, count: Self.blocks)
    unsafe active.update(repeating: 0, count: Self.blocks)
  }
}

// MARK: - Blocks

extension SoupBoard {
  /// The box of the blocks of a view that have live cells; nil if there are none.
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

  /// Moves all cells by some blocks; none may leave the board.
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
      // To the west if it is negative.
      return unsafe blocks[source] << columns
    }
    for row in 0..<Self.blocks { unsafe blocks[row] = moved[row] }
  }
}

// MARK: - Words

extension SoupBoard {
  /// The place of the word with the cells of column `x` and up to 63 others.
  @inline(__always)
  private static func place(x: Int, y: Int) -> Int { (9 * (y & 7) + x >> 6) << 6 + y >> 3 }

  /// 64 cells of a row of a board, from column `x` on.
  @inline(__always)
  static func bits(_ board: UnsafePointer<UInt64>, x: Int, y: Int) -> UInt64 {
    let place = place(x: x, y: y)
    let shift = UInt64(x & 63)
    return unsafe board[place] >> shift | (board[place + 64] << 1) << (63 - shift)
  }

  /// Adds live cells.
  @inline(__always)
  static func insert(_ bits: UInt64, board: UnsafeMutablePointer<UInt64>, x: Int, y: Int) {
    let place = place(x: x, y: y)
    let shift = UInt64(x & 63)
    unsafe board[place] |= bits << shift
    unsafe board[place + 64] |= (bits >> 1) >> (63 - shift)
  }

  /// Removes live cells.
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
        for lane in 0..<8 {
          unsafe count &+= cells[(9 * lane + group) << 6 + row].nonzeroBitCount
        }
      }
    }
    return count
  }
}

// MARK: - Windows

extension SoupBoard {
  /// Gives each window of a round its part of the results.
  ///
  /// - Returns: false if they are too many.
  func placeResults(_ windows: inout [SoupWindow]) -> Bool {
    var next = 0
    for index in windows.indices {
      windows[index].result = next
      // One word for the generations, two for each eight blocks of a row, and whole vectors.
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
      board: cells, column: window.column, row: window.row, columns: window.columns,
      lanes: window.lanes, generations: generations, stops: stops, scratch: scratch, rings: rings,
      result: result(window), program: program)
  }

  /// Advances a window; its cells become its result.
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

  /// Makes the union of the cells of a window in `generations` + 1 generations, as its result.
  func unite(_ window: SoupWindow, over generations: Int) {
    if generations > 1 { makeRings(window) }
    unsafe circuit.withUnsafeBufferPointer { program in
      var arguments = unsafe arguments(
        window, generations: generations, program: program.baseAddress!, stops: false)
      unsafe kernels.uniteSoup(&arguments)
    }
  }

  /// The blocks of a row of blocks of an advanced window that differ from those of two generations
  /// before, and those with live cells, both at their columns on the board.
  func blocks(_ window: SoupWindow, lane: Int) -> (changed: UInt64, alive: UInt64) {
    let blocks = unsafe result(window) + window.words + 1
    let words = window.lanes / 8
    var changed: UInt64 = 0
    var alive: UInt64 = 0
    for column in 0..<window.columns {
      let word = column * words + lane / 8
      let shift = UInt64(8 * (lane & 7))
      let place = UInt64(window.column + 8 * column)
      unsafe changed |= (blocks[word] >> shift & 0xff) << place
      unsafe alive |= (blocks[window.columns * words + word] >> shift & 0xff) << place
    }
    return (changed, alive)
  }

  /// Writes the result of a window's own blocks to a board.
  func store(_ window: SoupWindow, board: UnsafeMutablePointer<UInt64>) {
    let own = window.own
    for column in 0..<window.columns {
      unsafe columnMask[column] = Self.bits(
        from: 8 * own.x, to: 8 * own.endX, column: column)
    }
    for lane in 0..<window.lanes {
      unsafe laneMask[lane] = lane >= own.y && lane < own.endY ? .max : 0
    }
    var blocks = unsafe life_soup_blocks(
      board: board, column: window.column, row: window.row, columns: window.columns,
      lanes: window.lanes, cells: result(window), column_mask: columnMask, lane_mask: laneMask)
    unsafe kernels.storeSoup(&blocks)
  }

  /// Adds the cells of a window's result that are not in the outermost two rings.
  func merge(_ window: SoupWindow, board: UnsafeMutablePointer<UInt64>) {
    makeRings(window)
    for row in 0..<8 * window.lanes {
      for column in 0..<window.columns {
        let held = unsafe rings[column] | rings[8 + window.lanes * (row & 7) + row >> 3]
        unsafe Self.insert(
          word(window, row: row, column: column) & ~held, board: board,
          x: 8 * window.column + 64 * column, y: 8 * window.row + row)
      }
    }
  }

  /// Whether a window's result has the cells that the window has on the board.
  func isUnchanged(_ window: SoupWindow) -> Bool {
    (0..<8 * window.lanes).allSatisfy { row in
      (0..<window.columns).allSatisfy { column in
        let x = 8 * window.column + 64 * column
        return unsafe word(window, row: row, column: column)
          == Self.bits(cells, x: x, y: 8 * window.row + row)
      }
    }
  }

  private func word(_ window: SoupWindow, row: Int, column: Int) -> UInt64 {
    unsafe result(window)[(window.columns * (row & 7) + column) * window.lanes + row >> 3]
  }
}
