internal import CCPU
internal import LifeEngines
internal import LifeKernels

/// The cells of a soup on 512 × 512 cells, in the layout of soups in kernels.h, and the memory that
/// the kernels need.
@safe
struct SoupBoard {
  /// Blocks in a row and in a column.
  static let blocks = 64
  static let mostWindows = 256

  private static let boardWords = 8 * 9 * 64 + 8
  private static let resultWords = 72
  private static let scratchWords = 52 * 8

  private let memory: Memory
  private let kernels: Kernels
  private let circuit: [UInt64]
  private let scratch: UnsafeMutablePointer<UInt64>
  private let rings: UnsafeMutablePointer<UInt64>
  private let mask: UnsafeMutablePointer<UInt64>
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
      Self.scratchWords, 256, 8, Self.resultWords * Self.mostWindows, Self.boardWords,
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
    unsafe mask = parts[2]
    unsafe results = parts[3]
    unsafe cells = parts[4]
    unsafe envelope = parts[5]
    unsafe occupied = parts[6]
    unsafe active = parts[7]
    unsafe makeRings(SoupWindow.all, rings: rings)
  }

  /// Makes masks of rings 1 and 2 and of rings 1 to 4, see ``advanceSoup(_:)`` of the kernels.
  ///
  /// Cells outside of `box`, in blocks of the window, belong to the outermost ring.
  private func makeRings(_ box: BlockBox, rings: UnsafeMutablePointer<UInt64>) {
    for (part, width) in [2, 4].enumerated() {
      let left = 8 * box.left + width
      let right = 8 * box.right + 8 - width
      let columns = ~(((1 << UInt64(right - left)) - 1) << UInt64(left)) as UInt64
      let rows = 8 * box.top + width..<8 * box.bottom + 8 - width
      for row in 0..<64 {
        let place = 64 * part + 8 * (row & 7) + row >> 3
        unsafe rings[place] = rows.contains(row) ? columns : .max
      }
    }
  }

  /// The masks for a window whose other blocks than its own belong to other windows.
  private func rings(_ window: SoupWindow) -> UnsafeMutablePointer<UInt64> {
    if window.own == SoupWindow.all { return unsafe rings }
    unsafe makeRings(window.own, rings: rings + 128)
    return unsafe rings + 128
  }

  /// Removes all cells.
  func clear() {
    unsafe cells.update(repeating: 0, count: Self.boardWords)
    unsafe envelope.update(repeating: 0, count: Self.boardWords)
    unsafe occupied.update(repeating: 0, count: Self.blocks)
    unsafe active.update(repeating: 0, count: Self.blocks)
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
  private func result(_ index: Int) -> UnsafeMutablePointer<UInt64> {
    unsafe results + index * Self.resultWords
  }

  private func arguments(
    _ window: SoupWindow, index: Int, generations: Int, program: UnsafePointer<UInt64>,
    rings: UnsafePointer<UInt64>, stops: Bool
  ) -> life_soup_window {
    unsafe life_soup_window(
      board: cells, column: window.column, row: window.row, generations: generations,
      stops: stops, scratch: scratch, rings: rings, result: result(index),
      first_program: program, second_program: program)
  }

  /// Advances a window; its cells become result `index`.
  @inline(__always)
  func advance(_ window: inout SoupWindow, index: Int, by generations: Int, stops: Bool) {
    unsafe circuit.withUnsafeBufferPointer { program in
      var arguments = unsafe arguments(
        window, index: index, generations: generations, program: program.baseAddress!,
        rings: stops ? rings(window) : rings,
        stops: stops)
      unsafe kernels.advanceSoup(&arguments)
    }
    let result = unsafe result(index)
    unsafe window.generations = Int(result[64])
    unsafe window.changes = result[65]
    unsafe window.alive = result[66]
  }

  /// Makes the union of the cells of a window in `generations` + 1 generations, as result `index`.
  func unite(_ window: SoupWindow, index: Int, over generations: Int) {
    unsafe circuit.withUnsafeBufferPointer { program in
      var arguments = unsafe arguments(
        window, index: index, generations: generations, program: program.baseAddress!,
        rings: generations > 1 ? rings(window) : rings, stops: false)
      unsafe kernels.uniteSoup(&arguments)
    }
  }

  /// Writes the own blocks of result `index` to a board.
  func store(_ window: SoupWindow, index: Int, board: UnsafeMutablePointer<UInt64>) {
    let columns: UInt64 =
      window.own.width == 8
      ? .max : ((1 << UInt64(8 * window.own.width)) - 1) << UInt64(8 * window.own.left)
    for lane in 0..<8 {
      unsafe mask[lane] = lane >= window.own.top && lane <= window.own.bottom ? columns : 0
    }
    var blocks = unsafe life_soup_blocks(
      board: board, column: window.column, row: window.row, cells: result(index), mask: mask)
    unsafe kernels.storeSoup(&blocks)
  }

  /// Adds the cells of result `index` that are not in the outermost two rings.
  func merge(_ window: SoupWindow, index: Int, board: UnsafeMutablePointer<UInt64>) {
    let result = unsafe result(index)
    let rings = unsafe rings(window)
    for row in 2..<62 {
      let place = 8 * (row & 7) + row >> 3
      unsafe Self.insert(
        result[place] & ~rings[place], board: board, x: 8 * window.column, y: 8 * window.row + row)
    }
  }

  /// Whether result `index` has the cells that the window has on the board.
  func isUnchanged(_ window: SoupWindow, index: Int) -> Bool {
    let result = unsafe result(index)
    return (0..<64).allSatisfy { row in
      let place = 8 * (row & 7) + row >> 3
      return unsafe result[place]
        == Self.bits(cells, x: 8 * window.column, y: 8 * window.row + row)
    }
  }
}
