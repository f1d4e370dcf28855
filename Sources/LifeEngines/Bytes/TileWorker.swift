internal import LifeCore

/// The way to step tiles under a rule.
enum TileTransitions {
  /// One look-up in memory for each cell. A worker fills its own cache.
  case cached(TransitionCache)
  case tallied(TallyTransition)
}

/// Steps tiles on one thread, with its own scratch memory.
@safe
final class TileWorker {
  private let transitions: TileTransitions
  /// Ten rows for blocks and the cells around them; the first cell is byte 8.
  private let border: UnsafeMutablePointer<UInt8>

  init(_ transitions: TileTransitions) {
    self.transitions = transitions
    unsafe border = .allocate(capacity: 10 * TransitionCache.stride)
    unsafe border.initialize(repeating: 0, count: 10 * TransitionCache.stride)
  }

  deinit { unsafe border.deallocate() }

  /// Steps the active blocks of a tile into the other half.
  func step(_ number: Int, of tiles: ByteTiles) -> ChangedBlocks {
    switch transitions {
    case .cached(let cache):
      return unsafe step(number, of: tiles) { blocks, row, _, sources, target in
        unsafe step(blocks, inRow: row, from: sources, to: target, by: cache)
        return blocks
      }
    case .tallied(let tallies):
      return unsafe step(number, of: tiles) { blocks, row, tile, sources, target in
        let changed = unsafe tallies.step(
          blocks, from: sources.rows(around: row), to: target + row * 8 * ByteTile.size)
        // Cells beyond an edge of the universe are still to be killed, in any block.
        return tile.isWhole ? changed : blocks
      }
    }
  }

  /// - Parameter stepRow: steps blocks of a row and returns the blocks that may have changed.
  @inline(__always)
  private func step(
    _ number: Int, of tiles: ByteTiles,
    stepRow: (
      _ blocks: UInt8, _ row: Int, ByteTile, borrowing TileSurroundings,
      _ target: UnsafeMutablePointer<UInt8>
    ) -> UInt8
  ) -> ChangedBlocks {
    let tile = tiles[number]
    let sources = unsafe TileSurroundings(tile, number: number, in: tiles, border: border)
    let target = unsafe tiles.cells(of: number, inOtherHalf: true)
    var changed = ChangedBlocks()
    let key = tile.digestKey
    for row in 0..<8 {
      let blocks = UInt8(truncatingIfNeeded: (tile.active & tile.insideBlocks) >> UInt64(8 * row))
      if blocks == 0 { continue }
      var compared = unsafe stepRow(blocks, row, tile, sources, target)
      while compared != 0 {
        unsafe changed.compare(
          row: row, column: compared.trailingZeroBitCount, source: sources.center, target: target,
          tile: tile, key: key)
        compared &= compared - 1
      }
    }
    return changed
  }

  /// Steps blocks by looking up each cell's neighborhood.
  private func step(
    _ blocks: UInt8, inRow row: Int, from sources: borrowing TileSurroundings,
    to target: UnsafeMutablePointer<UInt8>, by cache: TransitionCache
  ) {
    var blocks = blocks
    while blocks != 0 {
      let first = blocks.trailingZeroBitCount
      let count = (~(blocks >> UInt8(first))).trailingZeroBitCount
      blocks &= count + first >= 8 ? 0 : ~0 << UInt8(first + count)
      unsafe cache.step(
        sources.blocks(row: row, first: first, count: count), rows: 8, columns: 8 * count,
        to: target + row * 8 * ByteTile.size + first * 8, pitch: ByteTile.size)
    }
  }
}

extension ChangedBlocks {
  /// Adds a block if it changed, and kills its cells beyond an edge.
  ///
  /// - Parameter key: the tile's ``ByteTile/digestKey``.
  @inline(__always)
  mutating func compare(
    row: Int, column: Int, source: UnsafeMutablePointer<UInt8>,
    target: UnsafeMutablePointer<UInt8>, tile: ByteTile, key: UInt64
  ) {
    let start = row * 8 * ByteTile.size + column * 8
    if tile.isWhole {
      return unsafe add(
        row: row, column: column, before: source + start, now: target + start, key: key
      ) { _ in .max }
    }
    let width = tile.columns - column * 8
    let kept: UInt64 = width < 8 ? ~(~0 << UInt64(8 * width)) : .max
    let mask = { row * 8 + $0 < tile.rows ? kept : 0 }
    for y in 0..<8 {
      let new = unsafe UnsafeMutableRawPointer(target + start + y * ByteTile.size)
      unsafe new.storeBytes(of: new.load(as: UInt64.self) & mask(y), as: UInt64.self)
    }
    unsafe add(
      row: row, column: column, before: source + start, now: target + start, key: key, mask: mask)
  }

  /// Adds a block from its eight rows before and now.
  ///
  /// The digest includes all rows, not only changed ones: unpredictable branches for the changed
  /// rows cost a fifth more time.
  ///
  /// - Parameter mask: the cells of a row inside the universe.
  @inline(__always)
  private mutating func add(
    row: Int, column: Int, before: UnsafeMutablePointer<UInt8>, now: UnsafeMutablePointer<UInt8>,
    key: UInt64, mask: (_ y: Int) -> UInt64
  ) {
    let bit: UInt64 = 1 &<< UInt64(row &* 8 &+ column)
    var rowKey = key &+ UInt64(truncatingIfNeeded: bit) &* ByteTile.blockKey
    var first: UInt64 = 0
    var last: UInt64 = 0
    var all: UInt64 = 0
    for y in 0..<8 {
      let offset = y &* ByteTile.size
      let old = unsafe UnsafeRawPointer(before + offset).load(as: UInt64.self) & mask(y)
      let new = unsafe UnsafeRawPointer(now + offset).load(as: UInt64.self) & mask(y)
      let difference = old ^ new
      digest &+= ByteTile.digest(new, key: rowKey) &- ByteTile.digest(old, key: rowKey)
      rowKey &+= ByteTile.rowKey
      if y == 0 { first = difference }
      last = difference
      all |= difference
    }
    add(bit, first: first, last: last, all: all)
  }
}

extension ByteTile {
  /// The tile's part of the key of eight cells.
  var digestKey: UInt64 {
    UInt64(truncatingIfNeeded: place.x) &* 0x9e37_79b9_7f4a_7c15
      ^ UInt64(truncatingIfNeeded: place.y) &* 0xc2b2_ae3d_27d4_eb4f
  }

  /// The bit of a block times `blockKey`, and `rowKey` for each row, are added to the key.
  fileprivate static let blockKey: UInt64 = 0xff51_afd7_ed55_8ccd
  fileprivate static let rowKey: UInt64 = 0xd6e8_feb8_6659_fd93

  /// The contribution of eight cells to the digest of all cells, except for a constant: the digest
  /// is a sum of changes.
  @inline(__always)
  fileprivate static func digest(_ eight: UInt64, key: UInt64) -> UInt64 {
    let product = (eight ^ 0x2917_0147_99a6_026d).multipliedFullWidth(by: key)
    return product.high ^ product.low
  }
}

/// The cells of a tile and of its eight neighbors.
@unsafe
private struct TileSurroundings {
  let center: UnsafeMutablePointer<UInt8>
  /// Clockwise from the north.
  private let around: InlineArray<8, UnsafeMutablePointer<UInt8>>
  /// Room for blocks at the tile's border and the cells around them.
  private let border: UnsafeMutablePointer<UInt8>

  init(
    _ tile: ByteTile, number: Int, in tiles: ByteTiles, border: UnsafeMutablePointer<UInt8>
  ) {
    unsafe center = tiles.cells(of: number)
    unsafe around = InlineArray { unsafe tiles.cells(of: Int(tile.neighbors[$0])) }
    unsafe self.border = border
  }

  /// A run of blocks with the cells around them: in place if all these cells lie in the tile,
  /// otherwise as a copy.
  func blocks(row: Int, first: Int, count: Int) -> TransitionCache.Cells {
    if (1...6).contains(row), first > 0, first + count < 8 {
      let corner = unsafe center + (row * 8 - 1) * ByteTile.size + first * 8 - 1
      return unsafe TransitionCache.Cells(corner: corner, pitch: ByteTile.size)
    }
    for line in 0..<10 {
      unsafe copy(row: row * 8 + line - 1, toLine: line, first: first, count: count)
    }
    return unsafe TransitionCache.Cells(corner: border + 7, pitch: TransitionCache.stride)
  }

  /// All blocks of a row with the cells around them, as a copy.
  func rows(around row: Int) -> UnsafePointer<UInt8> {
    for line in 0..<10 {
      let y = row * 8 + line - 1
      let (west, middle, east) = unsafe tiles(ofRow: y)
      let start = (y & 63) * ByteTile.size
      let cells = unsafe UnsafeRawPointer(middle + start)
      let target = unsafe border + line * TransitionCache.stride
      unsafe target[7] = west[start + 63]
      // In registers: a loop over words took as long as the step itself.
      unsafe UnsafeMutableRawPointer(target + 8)
        .storeBytes(of: cells.loadUnaligned(as: SIMD8<UInt64>.self), as: SIMD8<UInt64>.self)
      unsafe target[72] = east[start]
    }
    return unsafe UnsafePointer(border)
  }

  /// The tiles of row `y`: to the west, in the middle and to the east. The row may be above or
  /// below the center.
  @inline(__always)
  private func tiles(ofRow y: Int) -> (
    UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>
  ) {
    if y < 0 { return unsafe (around[7], around[0], around[1]) }
    if y >= ByteTile.size { return unsafe (around[5], around[4], around[3]) }
    return unsafe (around[6], center, around[2])
  }

  /// Copies row `y` of a run of blocks to a line of the border.
  private func copy(row y: Int, toLine line: Int, first: Int, count: Int) {
    let (west, middle, east) = unsafe tiles(ofRow: y)
    let start = (y & 63) * ByteTile.size
    let end = first + count
    let target = unsafe border + line * TransitionCache.stride
    unsafe target[7] = first == 0 ? west[start + 63] : middle[start + first * 8 - 1]
    for block in 0..<count {
      let word = unsafe UnsafeRawPointer(middle + start + (first + block) * 8)
        .load(as: UInt64.self)
      unsafe UnsafeMutableRawPointer(target + 8 + block * 8).storeBytes(of: word, as: UInt64.self)
    }
    unsafe target[8 + count * 8] = end == 8 ? east[start] : middle[start + end * 8]
  }
}

/// One ``TileWorker`` for each thread of a pool, to step the tiles of a universe together.
///
/// In a generation each worker reads the present cells, which stay unchanged, and writes the other
/// half of its own tiles.
@safe
struct TileWorkers: @unchecked Sendable {
  private let pool: WorkerPool
  private let workers: [TileWorker]

  /// - Parameter transitions: one for each thread, all of the same rule. A worker changes its own.
  init(transitions: [TileTransitions], pool: WorkerPool) {
    self.pool = pool
    workers = transitions.prefix(pool.count).map { TileWorker($0) }
  }

  /// The minimum number of active tiles per thread before threads are used. With 20 active tiles,
  /// two threads on free cores take three quarters of the time of one; if other processes have the
  /// second core, the same time.
  static let tilesPerThread = 4

  /// Steps tiles into their other half, and reports the changed blocks of each tile, in order.
  func step(
    _ numbers: [Int], of tiles: ByteTiles, report: (Int, ChangedBlocks) -> Void
  ) {
    guard pool.count > 1, numbers.count >= pool.count * Self.tilesPerThread else {
      for number in numbers { report(number, workers[0].step(number, of: tiles)) }
      return
    }
    let changes = stepInParallel(numbers, of: tiles)
    for (number, changed) in zip(numbers, changes) { report(number, changed) }
  }

  private func stepInParallel(_ numbers: [Int], of tiles: ByteTiles) -> [ChangedBlocks] {
    nonisolated(unsafe) let tiles = tiles
    return unsafe Array(unsafeUninitializedCapacity: numbers.count) { results, count in
      nonisolated(unsafe) let results = unsafe results
      // One by one, so a worker on a busy core delays the others by one tile at most.
      pool.forEach(numbers.count) { index, worker in
        unsafe results.initializeElement(
          at: index, to: workers[worker].step(numbers[index], of: tiles))
      }
      count = numbers.count
    }
  }
}
