internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Two boards of a Larger than Life rule, the current generation and the next one, stepped in bands
/// of rows by threads.
///
/// Only the neighborhood of the live cells is stepped. All other cells of both boards are dead,
/// except those in `stale`.
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
  let width: Int
  let height: Int
  /// Groups of 64 cells in a row.
  private let groups: Int
  private let isTorus: Bool
  private let kernels: Kernels
  private let pool: WorkerPool
  private let scratches: [SumScratch]
  private let offsets: Frozen<Int>
  private var boards: (here: SumBoard, there: SumBoard)
  /// The bounding box of the live cells; `nil` if there are none.
  private(set) var live: Window?
  private(set) var population = 0
  /// The bounding box of older cells on the other board. The next generation overwrites them.
  private var stale: Window?
  /// 1 if the sum of the north-western cell's column and row is odd, else 0.
  private let oddCorner: Int

  /// - Parameter oddCorner: whether the sum of the north-western cell's column and row is odd.
  init(
    _ plan: SumPlan, width: Int, height: Int, isTorus: Bool, oddCorner: Bool, options: EngineOptions
  ) throws(MemoryExhausted) {
    self.plan = plan
    self.width = width
    self.height = height
    self.isTorus = isTorus
    self.oddCorner = oddCorner ? 1 : 0
    kernels = Kernels(options.cpu)
    groups = (width + 63) / 64
    let limit = options.memoryLimit / 3
    let here = try SumBoard(plan, width: width, height: height, limit: limit)
    boards = (here, try SumBoard(plan, width: width, height: height, limit: limit))
    offsets = plan.offsets(stride: here.stride)
    pool = WorkerPool(threads: max(1, min(options.threads, width * height / Self.cellsPerThread)))
    var scratches: [SumScratch] = []
    for _ in 0..<pool.count {
      scratches.append(try SumScratch(plan, groups: groups, limit: limit / pool.count))
    }
    self.scratches = scratches
  }

  /// With fewer cells per thread, another thread costs more than it saves.
  private static let cellsPerThread = 1 << 16

  /// The board of the current generation. Call ``measure()`` after setting cells.
  var current: SumBoard { boards.here }

  /// Finds the bounding box of the live cells and counts them, after an edit.
  func measure() { (live, population) = extent(boards.here) }

  /// The bounding box and the number of the live cells of a board.
  private func extent(_ board: SumBoard) -> (live: Window?, population: Int) {
    var box: Window?
    var population = 0
    for y in 0..<height {
      let row = board.row(y)
      guard let west = row.indices.first(where: { row[$0] != 0 }),
        let east = row.indices.last(where: { row[$0] != 0 })
      else { continue }
      let piece = Window(x: west, y: y, width: east - west + 1, height: 1)
      box = box?.union(piece) ?? piece
      for x in west...east where row[x] != 0 { population += 1 }
    }
    return (box, population)
  }

  /// Traps unless the box and the number of the current cells are exact, all states are valid, and
  /// the other board is dead outside `stale`.
  func checkInvariants() {
    precondition(extent(boards.here) == (live, population), "box and number of the live cells")
    if let left = extent(boards.there).live {
      precondition(stale?.union(left) == stale, "live cells of the other board")
    }
    for y in 0..<height {
      let row = boards.here.row(y)
      precondition(row.indices.allSatisfy { row[$0] < plan.states }, "a state of row \(y)")
    }
  }

  /// The distance of the live cells from the edges, in columns and rows. Returns `nil` if there are
  /// none.
  var margins: (columns: Int, rows: Int)? {
    guard let live else { return nil }
    return (min(live.x, width - live.endX), min(live.y, height - live.endY))
  }
}

extension LargerThanLifeBoards {
  /// Advances by one generation.
  ///
  /// - Parameter phase: the number of the transition.
  func step(phase: Int) {
    guard let live else { return }
    let isInside = margins.map { $0.columns >= plan.reach && $0.rows >= plan.range } ?? true
    let wraps = isTorus && !isInside
    if isTorus { boards.here.wrap(isNeeded: wraps) }
    let work = GenerationWork(self, live: live, phase: phase, wraps: wraps)
    pool.run { [self] worker, _ in
      work.run(worker: worker, of: pool.count, using: scratches[worker])
    }
    self.live = nil
    for window in scratches.compactMap(\.live) { self.live = self.live?.union(window) ?? window }
    population = scratches.reduce(0) { $0 + $1.population }
    stale = live
    boards = (boards.there, boards.here)
  }

  /// The work of one generation: the computed part of the board, and the transition.
  private struct GenerationWork: Sendable {
    let owner: LargerThanLifeBoards
    let phase: Int
    /// The computed groups of 64 columns, and rows.
    let groups: Range<Int>
    let rows: Range<Int>

    init(_ owner: LargerThanLifeBoards, live: Window, phase: Int, wraps: Bool) {
      self.owner = owner
      self.phase = phase
      if wraps {
        groups = 0..<owner.groups
        rows = 0..<owner.height
        return
      }
      let reach = owner.plan.reach
      let range = owner.plan.range
      var box = Window(
        x: live.x - reach, y: live.y - range, width: live.width + 2 * reach,
        height: live.height + 2 * range)
      if let stale = owner.stale { box = box.union(stale) }
      groups = max(0, box.x) >> 6..<min(owner.groups, (box.endX + 63) >> 6)
      rows = max(0, box.y)..<min(owner.height, box.endY)
    }

    /// Computes one worker's share of the rows.
    func run(worker: Int, of workers: Int, using scratch: SumScratch) {
      scratch.prepare()
      let first = rows.lowerBound + rows.count * worker / workers
      let end = rows.lowerBound + rows.count * (worker + 1) / workers
      guard first < end else { return }
      var band = unsafe band(first: first, end: end, using: scratch)
      unsafe owner.kernels.advanceSums(&band)
      scratch.finish(groups)
    }

    /// The kernel's arguments.
    private func band(first: Int, end: Int, using scratch: SumScratch) -> life_sum_band {
      let plan = owner.plan
      let phase = plan.phases[phase]
      let west = 64 * groups.lowerBound
      let (here, there) = owner.boards
      return unsafe life_sum_band(
        weights: here.weights + west, states: here.states + west,
        next_weights: there.weights + west, next_states: there.states + west,
        stride: here.stride, groups: groups.count,
        width: min(64 * groups.count, owner.width - west), first: first, end: end,
        accumulates: plan.accumulates, lane_bits: plan.laneBits, planes: plan.planes,
        state_count: plan.states, state_weights: plan.weights?.start,
        neighborhoods: plan.neighborhoods, offsets: owner.offsets.start,
        factors: plan.factors.start, places: plan.places.start, births: phase.births.start,
        birth_count: phase.births.count / 2, survivals: phase.survivals.start,
        survival_count: phase.survivals.count / 2, odd_corner: owner.oddCorner,
        lead: SumBoard.lead(plan), sums: scratch.sums, columns: scratch.columns,
        found: scratch.found)
    }
  }
}
