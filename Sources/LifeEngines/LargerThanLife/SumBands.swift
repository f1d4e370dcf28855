internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Steps a pair of boards of a rule that counts weights, back and forth, by bands of rows over
/// threads.
///
/// The boards are plain rows: word *p* of a group of words holds bit *p* of the states of 64 cells,
/// west to east. Only what is near the living cells is stepped; the rest of the boards is dead.
@safe
final class SumBands: @unchecked Sendable {
  let plan: SumPlan
  let planes: Int
  let width: Int
  let height: Int
  /// Groups of 64 cells in a row.
  let groups: Int
  private let isTorus: Bool
  private let kernels: Kernels
  private let team: Team
  private let scratches: [SumScratch]
  private var boards: (here: Board, there: Board)
  /// The box of the living cells; nil if none lives.
  private(set) var live: Window?
  /// The box of what lives on the other board, and will be written over.
  private var stale: Window?
  /// 1 if the column and row of the north-western cell add up to an odd number.
  private let oddCorner: Int

  /// - Parameters:
  ///   - limit: bytes that boards and threads may take together.
  ///   - oddCorner: whether column and row of the corner add up to an odd number.
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
    team = Team(max(1, min(options.threads, rows / Self.cellsPerThread)))
    let rest = limit - 2 * 8 * here.stride * height
    let share = rest / team.count
    var scratches: [SumScratch] = []
    for _ in 0..<team.count {
      scratches.append(try SumScratch(plan, groups: groups, limit: share))
    }
    self.scratches = scratches
  }

  /// Fewer cells than this a thread are not worth waking one for.
  private static let cellsPerThread = 1 << 16

  /// The board with the current cells.
  var board: Board { boards.here }

  /// The words of row `y` and of no padding.
  @_lifetime(borrow self)
  func row(_ y: Int) -> Span<UInt64> {
    let words = unsafe UnsafeBufferPointer(
      start: UnsafePointer(boards.here.words(ofRow: y)), count: groups * planes)
    return unsafe _overrideLifetime(Span(_unsafeElements: words), borrowing: self)
  }
}

extension SumBands {
  /// Replaces row `y` by words in which no cell beyond the width lives; afterwards ``measure()``.
  func setRow(_ y: Int, to words: Span<UInt64>) {
    let target = unsafe boards.here.words(ofRow: y)
    for index in words.indices { unsafe target[index] = words[index] }
  }

  /// Finds where the living cells are, after rows were set.
  func measure() {
    var columns = [UInt64](repeating: 0, count: groups)
    var top: Int?
    var bottom = 0
    for y in 0..<height where gather(y, &columns) {
      top = top ?? y
      bottom = y
    }
    guard let top, let west = columns.firstIndex(where: { $0 != 0 }),
      let east = columns.lastIndex(where: { $0 != 0 })
    else {
      live = nil
      return
    }
    let left = 64 * west + columns[west].trailingZeroBitCount
    let right = 64 * east + 63 - columns[east].leadingZeroBitCount
    live = Window(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
  }

  /// Adds the living cells of a row to `columns`; false if there are none.
  private func gather(_ y: Int, _ columns: inout [UInt64]) -> Bool {
    let words = row(y)
    var union: UInt64 = 0
    for group in 0..<groups {
      var any: UInt64 = 0
      for plane in 0..<planes { any |= words[group * planes + plane] }
      columns[group] |= any
      union |= any
    }
    return union != 0
  }

  /// The number of living cells.
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

  /// How far from the edges the living cells are, in columns and rows; nil if none lives.
  var room: (columns: Int, rows: Int)? {
    guard let live else { return nil }
    return (min(live.x, width - live.endX), min(live.y, height - live.endY))
  }
}

extension SumBands {
  /// Advances by one generation.
  ///
  /// - Parameter odd: whether the current generation is an odd one.
  func step(atOdd odd: Bool) {
    guard let live else { return }
    let work = Work(self, live, odd)
    team.run { [self] number, _ in
      let scratch = scratches[number]
      scratch.live = work.run(member: number, of: team.count, scratch)
    }
    self.live = nil
    for window in scratches.compactMap(\.live) { self.live = self.live?.union(window) ?? window }
    stale = live
    boards = (boards.there, boards.here)
  }

  /// One generation: what part of the board is made, and how.
  private struct Work: Sendable {
    let bands: SumBands
    let live: Window
    let odd: Bool
    /// Whether neighbours are found around the edges of a torus.
    let wraps: Bool
    /// The columns of groups and the rows that are made.
    let groups: Range<Int>
    let rows: Range<Int>

    init(_ bands: SumBands, _ live: Window, _ odd: Bool) {
      self.bands = bands
      self.live = live
      self.odd = odd
      let (reach, range) = (bands.plan.reach, bands.plan.range)
      let isInside =
        live.x >= reach && live.y >= range && live.endX + reach <= bands.width
        && live.endY + range <= bands.height
      wraps = bands.isTorus && !isInside
      if wraps {
        groups = 0..<bands.groups
        rows = 0..<bands.height
        return
      }
      var box = Window(
        x: live.x - reach, y: live.y - range, width: live.width + 2 * reach,
        height: live.height + 2 * range)
      if let stale = bands.stale { box = box.union(stale) }
      groups = max(0, box.x) >> 6..<min(bands.groups, (box.endX + 63) >> 6)
      rows = max(0, box.y)..<min(bands.height, box.endY)
    }

    /// Makes a member's share of the rows; the box of what lives there.
    func run(member: Int, of members: Int, _ scratch: SumScratch) -> Window? {
      let first = rows.lowerBound + rows.count * member / members
      let end = rows.lowerBound + rows.count * (member + 1) / members
      guard first < end else { return nil }
      let width = min(64 * groups.count, bands.width - 64 * groups.lowerBound)
      scratch.prepare(groups: groups.count, width: width, wraps: wraps)
      let kernels = bands.kernels
      var band = unsafe band(first: first, end: end, width: width, scratch)
      unsafe kernels.advanceSums(&band)
      guard var window = scratch.found(groups: groups.count) else { return nil }
      window.x += 64 * groups.lowerBound
      return window
    }

    /// The kernel's arguments.
    private func band(
      first: Int, end: Int, width: Int, _ scratch: SumScratch
    ) -> life_sums_band {
      let plan = bands.plan
      let phase = plan.phase(atOdd: odd)
      let skipped = groups.lowerBound * bands.planes
      return unsafe life_sums_band(
        source: bands.boards.here.words(ofRow: 0) + skipped,
        target: bands.boards.there.words(ofRow: 0) + skipped,
        stride: bands.board.stride, groups: groups.count, planes: bands.planes, width: width,
        height: bands.height, wraps: wraps ? 1 : 0, first: first, end: end, top: live.y,
        bottom: live.endY, scheme: plan.scheme.rawValue, lane_bits: plan.laneBits,
        reach: plan.reach, rows_north: plan.rowsNorth, rows_south: plan.rowsSouth,
        states: plan.states, weights: plan.weights?.start, neighbourhoods: plan.neighbourhoods,
        terms: plan.terms.start, term_counts: plan.termCounts.start, births: phase.births.start,
        birth_count: phase.births.count / 2, survivals: phase.survivals.start,
        survival_count: phase.survivals.count / 2, odd_corner: bands.oddCorner, lead: lead,
        front: SumScratch.front(plan),
        row_bytes: SumScratch.rowBytes(plan, groups: groups.count), ring: scratch.ring,
        accumulators: scratch.accumulators(groups: groups.count), pointers: scratch.pointers,
        columns: scratch.columns, rows: scratch.rows)
    }

    /// Where nothing lives near the first column, nothing counts west of it.
    private var lead: Int {
      let isFar = !wraps && live.x - 64 * groups.lowerBound >= bands.plan.reach
      return isFar && bands.plan.scheme != .diagonals ? 0 : SumScratch.lead(bands.plan)
    }
  }
}
