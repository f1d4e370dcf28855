internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Two boards of a Larger than Life rule, one for the current generation and one for the next,
/// stepped in bands of rows by threads.
///
/// Rows are not strided: word *p* of a group of words holds bit *p* of the states of 64 cells, west
/// to east. Only the neighborhood of the live cells is stepped; all other cells of both boards are
/// dead, except those in `stale`.
///
///      ┌──────────────────────┐
///      │   ┌╌╌╌╌╌╌╌╌╌╌╌╌┐     │    live    the bounding box of the live cells
///      │   ╎   ┌────┐   ╎     │    dashed  the cells that can be alive after a generation: only
///      │   ╎   │live│   ╎     │            their rows and groups of 64 columns are computed
///      │   ╎   └────┘   ╎     │
///      │   └╌╌╌╌╌╌╌╌╌╌╌╌┘     │
///      └──────────────────────┘
@safe
final class LargerThanLifeBoards: @unchecked Sendable {
  let plan: SumPlan
  let planes: Int
  let width: Int
  let height: Int
  /// Groups of 64 cells in a row.
  let groups: Int
  private let isTorus: Bool
  private let kernels: Kernels
  private let pool: WorkerPool
  private let scratches: [SumScratch]
  private var boards: (here: Board, there: Board)
  /// The bounding box of the live cells; nil if there are none.
  private(set) var live: Window?
  /// The bounding box of the cells that are still on the other board; the next generation
  /// overwrites them.
  private var stale: Window?
  /// 1 if the column and row of the north-western cell add up to an odd number, else 0.
  private let oddCorner: Int

  /// - Parameters:
  ///   - oddCorner: whether column and row of the north-western cell add up to an odd number.
  init(
    _ plan: SumPlan, width: Int, height: Int, isTorus: Bool, oddCorner: Bool, options: EngineOptions
  ) throws(MemoryExhausted) {
    self.plan = plan
    self.width = width
    self.height = height
    self.isTorus = isTorus
    self.oddCorner = oddCorner ? 1 : 0
    kernels = Kernels(options.cpu)
    planes = plan.planes
    groups = (width + 63) / 64
    let limit = options.memoryLimit
    let bits = 64 * groups * planes
    let here = try Board(width: bits, height: height, limit: limit / 2)
    let there = try Board(width: bits, height: height, limit: limit / 2)
    boards = (here, there)
    let rows = groups.multipliedReportingOverflow(by: 64 * height).partialValue
    pool = WorkerPool(threads: max(1, min(options.threads, rows / Self.cellsPerThread)))
    let rest = limit - 2 * 8 * here.stride * height
    let share = rest / pool.count
    var scratches: [SumScratch] = []
    for _ in 0..<pool.count {
      scratches.append(try SumScratch(plan, groups: groups, limit: share))
    }
    self.scratches = scratches
  }

  /// With fewer cells per thread, another thread costs more than it saves.
  private static let cellsPerThread = 1 << 16

  /// The board with the current cells.
  var board: Board { boards.here }

  /// The words of row `y`, without padding.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    unsafe _overrideLifetime(row(y, of: boards.here), borrowing: self)
  }

  @_lifetime(borrow self)
  private func row(_ y: Int, of board: Board) -> Span<UInt64> {
    let words = unsafe UnsafeBufferPointer(
      start: UnsafePointer(board.words(ofRow: y)), count: groups * planes)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }
}

extension LargerThanLifeBoards {
  /// Traps unless `live` is the bounding box of the current cells, no cell is beyond the width, no
  /// state beyond the rule's, and the other board is dead outside `stale`.
  func checkInvariants() {
    boards.here.checkInvariants()
    boards.there.checkInvariants()
    precondition(extent(boards.here) == live, "bounding box of the live cells")
    if let left = extent(boards.there) {
      precondition(stale?.union(left) == stale, "live cells of the other board")
    }
    for y in 0..<height {
      let words = row(y)
      for group in 0..<groups {
        // The states of 64 cells, bit by bit from the highest, compared with the greatest one.
        var equal: UInt64 = .max
        var greater: UInt64 = 0
        for plane in (0..<planes).reversed() {
          let bits = words[group * planes + plane]
          if (plan.states - 1) >> plane & 1 == 0 { greater |= equal & bits }
          equal &= (plan.states - 1) >> plane & 1 == 0 ? ~bits : bits
        }
        precondition(greater == 0, "a state of row \(y)")
      }
    }
    if let live { precondition(live.endX <= width, "a live cell beyond the width") }
  }

  /// Replaces row `y` by words without live cells beyond the width. Call ``measure()`` after the
  /// last row.
  func setRow(_ y: Int, to words: Span<UInt64>) {
    let target = unsafe boards.here.words(ofRow: y)
    for index in words.indices { unsafe target[index] = words[index] }
  }

  /// Gives a cell another state. Call ``measure()`` after the last cell.
  ///
  /// - Returns: the state that the cell had.
  func exchange(_ state: State, x: Int, y: Int) -> State {
    precondition(x >= 0 && x < width)
    let words = unsafe boards.here.words(ofRow: y) + x >> 6 * planes
    let mask: UInt64 = 1 << UInt64(x & 63)
    var former: State = 0
    for plane in 0..<planes {
      let word = unsafe words[plane]
      if word & mask != 0 { former |= 1 << State(plane) }
      unsafe words[plane] = state >> State(plane) & 1 == 1 ? word | mask : word & ~mask
    }
    return former
  }

  /// Computes the bounding box of the live cells, after cells were set.
  func measure() { live = extent(boards.here) }

  /// The bounding box of the live cells of a board.
  private func extent(_ board: Board) -> Window? {
    var columns = [UInt64](repeating: 0, count: groups)
    var top: Int?
    var bottom = 0
    for y in 0..<height where gather(row(y, of: board), into: &columns) {
      top = top ?? y
      bottom = y
    }
    guard let top, let west = columns.firstIndex(where: { $0 != 0 }),
      let east = columns.lastIndex(where: { $0 != 0 })
    else { return nil }
    let left = 64 * west + columns[west].trailingZeroBitCount
    let right = 64 * east + 63 - columns[east].leadingZeroBitCount
    return Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Adds the live cells of a row to `columns`; false if there are none.
  private func gather(_ words: Span<UInt64>, into columns: inout [UInt64]) -> Bool {
    var union: UInt64 = 0
    for group in 0..<groups {
      var any: UInt64 = 0
      for plane in 0..<planes { any |= words[group * planes + plane] }
      columns[group] |= any
      union |= any
    }
    return union != 0
  }

  /// The number of live cells.
  var population: Int {
    guard let live else { return 0 }
    var total = 0
    for y in live.y..<live.endY {
      let words = row(y)
      for group in 0..<groups {
        var any: UInt64 = 0
        for plane in 0..<planes { any |= words[group * planes + plane] }
        total += any.nonzeroBitCount
      }
    }
    return total
  }

  /// The distance of the live cells from the edges, in columns and rows; nil if there are none.
  var margins: (columns: Int, rows: Int)? {
    guard let live else { return nil }
    return (min(live.x, width - live.endX), min(live.y, height - live.endY))
  }
}

extension LargerThanLifeBoards {
  /// Advances by one generation.
  ///
  /// - Parameter odd: whether the current generation is an odd one.
  func step(atOdd odd: Bool) {
    guard let live else { return }
    let work = GenerationWork(self, live: live, isOdd: odd)
    pool.run { [self] worker, _ in
      let scratch = scratches[worker]
      scratch.live = work.run(worker: worker, of: pool.count, using: scratch)
    }
    self.live = nil
    for window in scratches.compactMap(\.live) { self.live = self.live?.union(window) ?? window }
    stale = live
    boards = (boards.there, boards.here)
  }

  /// One generation: the part of the board that is computed, and how.
  private struct GenerationWork: Sendable {
    let owner: LargerThanLifeBoards
    let live: Window
    let odd: Bool
    /// Whether live cells are within reach of the edges of a torus.
    let wraps: Bool
    /// The groups of 64 columns and the rows that are computed.
    let groups: Range<Int>
    let rows: Range<Int>

    init(_ owner: LargerThanLifeBoards, live: Window, isOdd odd: Bool) {
      self.owner = owner
      self.live = live
      self.odd = odd
      let reach = owner.plan.reach
      let range = owner.plan.range
      let isInside =
        live.x >= reach && live.y >= range && live.endX + reach <= owner.width
        && live.endY + range <= owner.height
      wraps = owner.isTorus && !isInside
      if wraps {
        groups = 0..<owner.groups
        rows = 0..<owner.height
        return
      }
      var box = Window(
        x: live.x - reach, y: live.y - range, width: live.width + 2 * reach,
        height: live.height + 2 * range)
      if let stale = owner.stale { box = box.union(stale) }
      groups = max(0, box.x) >> 6..<min(owner.groups, (box.endX + 63) >> 6)
      rows = max(0, box.y)..<min(owner.height, box.endY)
    }

    /// Computes one worker's share of the rows; returns the bounding box of its live cells.
    func run(worker: Int, of workers: Int, using scratch: SumScratch) -> Window? {
      let first = rows.lowerBound + rows.count * worker / workers
      let end = rows.lowerBound + rows.count * (worker + 1) / workers
      guard first < end else { return nil }
      let width = min(64 * groups.count, owner.width - 64 * groups.lowerBound)
      scratch.prepare(groups: groups.count, width: width, wraps: wraps)
      let kernels = owner.kernels
      var band = unsafe band(first: first, end: end, width: width, using: scratch)
      unsafe kernels.advanceSums(&band)
      guard var window = scratch.found(groups: groups.count) else { return nil }
      window.x += 64 * groups.lowerBound
      return window
    }

    /// The kernel's arguments.
    private func band(
      first: Int, end: Int, width: Int, using scratch: SumScratch
    ) -> life_sum_band {
      let plan = owner.plan
      let phase = plan.phase(atOdd: odd)
      let skipped = groups.lowerBound * owner.planes
      return unsafe life_sum_band(
        source: owner.boards.here.words(ofRow: 0) + skipped,
        target: owner.boards.there.words(ofRow: 0) + skipped,
        stride: owner.board.stride, groups: groups.count, planes: owner.planes, width: width,
        height: owner.height, wraps: wraps, first: first, end: end, top: live.y,
        bottom: live.endY, accumulates: plan.accumulates, lane_bits: plan.laneBits,
        reach: plan.reach, rows_north: plan.rowsNorth, rows_south: plan.rowsSouth,
        states: plan.states, weights: plan.weights?.start, neighborhoods: plan.neighborhoods,
        terms: plan.terms.start, term_counts: plan.termCounts.start, births: phase.births.start,
        birth_count: phase.births.count / 2, survivals: phase.survivals.start,
        survival_count: phase.survivals.count / 2, odd_corner: owner.oddCorner, lead: lead,
        front: SumScratch.front(plan),
        row_bytes: SumScratch.rowBytes(plan, groups: groups.count), ring: scratch.ring,
        accumulators: scratch.accumulators(groups: groups.count), pointers: scratch.pointers,
        columns: scratch.columns, rows: scratch.rows)
    }

    /// 0 if the sums west of the first column are 0, because no live cell is in reach.
    private var lead: Int {
      let isFar = !wraps && live.x - 64 * groups.lowerBound >= owner.plan.reach
      return isFar ? 0 : SumScratch.lead(owner.plan)
    }
  }
}
