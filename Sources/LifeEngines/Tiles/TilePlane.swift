internal import CCPU
internal import LifeCore
internal import LifeKernels

/// The unbounded plane in tiles. A step computes only active tiles.
///
/// In a step of eight generations, the kernel computes the next phase of every active tile
/// (``ActiveTiles``) and compares it with the cells stored there, from 24 generations before. If
/// they differ, the tile and the neighbors near the difference are activated for the next step.
@safe
final class TilePlane {
  let field: TileField
  private let kernels: Kernels
  private let options: EngineOptions
  /// Threads to step with, once there is enough work.
  private var pool: WorkerPool?
  /// For each thread two windows of two tiles, and room for circuits.
  private let scratch: Arena<UInt64>
  /// The tiles to compute in this step.
  let active: ActiveTiles
  /// The tiles for the next step, found so far.
  private let activated: ActiveTiles
  private let pairs: TilePairs
  /// The phase of the present cells.
  private(set) var phase = 0
  /// The number of steps so far.
  private(set) var step = 0
  /// The spaceships without tiles.
  var spaceships = DetachedSpaceships()
  /// A map for each phase of the rule, to compute the motions of spaceships.
  let maps: [MooreMap]
  /// The step at which the first spaceship is due.
  var nextDue = Int.max
  /// Whether the field's box is likely much too large.
  var hasLooseBox = false
  /// The latest survey: reading fills it, as a cache.
  var latestSurvey: StepSurvey?
  /// Tiles computed since unused ones were freed.
  private var workSinceFreeing = 0
  /// Whether a survey has already computed the next phase of the active tiles.
  private var isNextPhaseComputed = false
  /// The kernel's results from before an edit, for the tiles active then: the first ones in
  /// `active`. Empty if there are none.
  private var resultsBeforeEdit: [UInt32] = []
  /// Tiles computed in all.
  private(set) var work = 0

  private static let wordsOfScratch = 360

  init(_ options: EngineOptions, maps: [MooreMap]) throws(MemoryExhausted) {
    self.maps = maps
    field = try TileField(limit: options.memoryForTiles)
    kernels = Kernels(options.cpu)
    self.options = options
    let threads = max(1, options.threads)
    scratch = try Arena(purpose: "tiles", capacity: threads * Self.wordsOfScratch)
    active = try ActiveTiles()
    activated = try ActiveTiles()
    pairs = try TilePairs()
  }

  /// Whether steps need no computation any more: all cells repeat every 24 generations.
  var isAtRest: Bool { active.count == 0 && spaceships.isEmpty }
}

// MARK: - Stepping

extension TilePlane {
  /// Advances by `count` steps of eight generations, or until the plane is at rest or the run is
  /// interrupted.
  ///
  /// - Parameter done: counts the steps made.
  /// - Throws: ``MemoryExhausted``; the last step is complete, and no other can follow.
  func advance(by count: Int, circuit: Circuit, done: inout Int) throws(MemoryExhausted) {
    let end = done + count
    while done < end, !isAtRest, options.interrupt?.isRaised != true {
      if active.count > 0 {
        done += 1
        try makeStep(circuit: circuit)
      } else {
        let skipped = min(end - done, nextDue - step)
        done += skipped
        skip(steps: skipped)
      }
      if step >= nextDue { try checkSpaceships() }
    }
  }

  private func makeStep(circuit: Circuit) throws(MemoryExhausted) {
    if !isNextPhaseComputed { unsafe computeActiveTiles(circuit: circuit, surveys: nil) }
    isNextPhaseComputed = false
    work += active.count
    workSinceFreeing += active.count
    phase = nextPhase
    step += 1
    try activateForNextStep()
    // Also after 1, 2, 4, 8 … steps: a universe of gliders costs nothing from its second step on.
    let isPowerOfTwo = step & (step - 1) == 0
    if step.isMultiple(of: 32) || isPowerOfTwo { detachSpaceships() }
    if step.isMultiple(of: 64), workSinceFreeing > field.count { freeUnusedTiles() }
  }

  func freeUnusedTiles() {
    field.freeUnusedTiles(keepingActiveIn: step)
    workSinceFreeing = 0
    hasLooseBox = false
  }

  /// Makes steps without computing a tile.
  ///
  /// - Precondition: no tile is active, and no spaceship is due before.
  func skip(steps: Int) {
    step += steps
    phase = (phase + steps) % TileField.phases
  }

  /// The phase to be overwritten by the next step.
  var nextPhase: Int { (phase + 1) % TileField.phases }

  /// With fewer tiles per thread, waking a thread does not pay.
  private static let tilesPerThread = 128

  /// Computes the next phase of the active tiles, with one thread or several.
  ///
  /// - Parameter surveys: room for eight surveys of each tile, if wanted.
  private func computeActiveTiles(circuit: Circuit, surveys: UnsafeMutablePointer<UInt64>?) {
    let workers = min(options.threads, active.count / Self.tilesPerThread)
    if workers > 1, pool == nil { pool = WorkerPool(threads: options.threads) }
    if workers > 1, let pool {
      // Each thread writes the target phases and results of its own tiles, and reads source phases,
      // which stay unchanged.
      nonisolated(unsafe) let plane = self
      nonisolated(unsafe) let surveys = unsafe surveys
      let tiles = active.count
      pool.run { worker, _ in
        unsafe plane.compute(
          tiles * worker / pool.count..<tiles * (worker + 1) / pool.count, thread: worker,
          circuit: circuit, surveys: surveys)
      }
    } else {
      unsafe compute(0..<active.count, thread: 0, circuit: circuit, surveys: surveys)
    }
    // After a survey and an edit, the kernel has computed this phase twice. The second time, it
    // compared the cells with its first result, not with those of 24 generations before. So the
    // changes found the first time count, too.
    for (index, former) in resultsBeforeEdit.enumerated() {
      let result = unsafe active.results[index]
      unsafe active.results[index] = result == 0 ? former : result | former & Self.changes
    }
    resultsBeforeEdit = []
  }

  /// The bits of a kernel's result for changes.
  private static let changes: UInt32 = 0x1ff

  /// Computes the next phase of the active tiles, and eight surveys of each.
  func surveyActiveTiles(circuit: Circuit) -> [UInt64] {
    // All empty arrays share one storage. The initializer below would write its count to it,
    // perhaps from several threads at once.
    if active.count == 0 { return [] }
    let words = TileField.generationsPerStep * active.count
    isNextPhaseComputed = true
    return unsafe Array(unsafeUninitializedCapacity: words) { surveys, count in
      count = words
      unsafe computeActiveTiles(circuit: circuit, surveys: surveys.baseAddress)
    }
  }

  /// Makes the next step compute all active tiles again, because an edit changes some and adds
  /// others.
  func forgetNextPhase() {
    guard isNextPhaseComputed else { return }
    isNextPhaseComputed = false
    resultsBeforeEdit = (0..<active.count).map { unsafe active.results[$0] }
  }

  /// Makes the next step compute nothing.
  func deactivateAllTiles() {
    active.removeAll()
    isNextPhaseComputed = false
    resultsBeforeEdit = []
  }

  private func compute(
    _ part: Range<Int>, thread: Int, circuit: Circuit, surveys: UnsafeMutablePointer<UInt64>?
  ) {
    unsafe circuit.withPrograms { program, stride in
      var batch = unsafe life_tile_batch(
        tiles: field.base, list: active.numbers + part.lowerBound, count: part.count,
        source: phase, target: nextPhase, generations: TileField.generationsPerStep,
        scratch: scratch.elements + thread * Self.wordsOfScratch,
        results: active.results + part.lowerBound, program: program, program_stride: stride)
      if let surveys = unsafe surveys {
        unsafe kernels.surveyTiles(
          &batch, surveys + TileField.generationsPerStep * part.lowerBound)
      } else {
        unsafe kernels.advanceTiles(&batch)
      }
    }
  }

  /// Activates each changed tile, and the neighbors near its changes.
  private func activateForNextStep() throws(MemoryExhausted) {
    // Reading properties of `self` in the loops takes longer than the loops themselves.
    let field = field
    let computed = active
    let next = activated
    let phase = phase
    let step = step
    let list = unsafe computed.list
    let results = unsafe computed.results
    // The present is completed first, so it stays valid if memory runs out for the next step.
    for index in 0..<computed.count {
      let result = unsafe results[index]
      if result == 0 {
        unsafe field.clearPlaced(list[index], phase: phase)
      } else {
        unsafe field.setLive(
          of: list[index], phase: phase, to: UInt16(truncatingIfNeeded: result &>> 16))
      }
    }
    next.removeAll()
    for index in 0..<computed.count {
      let result = unsafe results[index]
      if unsafe result == 0 && !field.hasPlacedCells(list[index]) { continue }
      let near = UInt8(truncatingIfNeeded: result)
      try next.activate(unsafe list[index], andNeighbors: near, for: step, in: field)
    }
    try pairs.list(next, in: field, into: active)
  }
}

// MARK: - Reading

extension TilePlane {
  /// Calls `body` with each tile and its 48 rows, 0 to 7 generations after the step. Bits 8 to 55
  /// of a row are its cells, the westmost first; ignore the other bits.
  func forEachTile(
    _ tiles: [TileID], in generations: Int, circuit: Circuit,
    _ body: (TileID, UnsafePointer<UInt64>) -> Void
  ) {
    if generations == 0 {
      for tile in tiles { unsafe body(tile, UnsafePointer(field.rows(tile, phase: phase))) }
      return
    }
    let kernels = kernels
    let rows = unsafe UnsafePointer(scratch.elements + TileField.generationsPerStep)
    var result: UInt32 = 0
    unsafe withBatch(tiles, generations: generations, circuit: circuit, results: &result) {
      var batch = unsafe $0.pointee
      unsafe batch.count = 1
      for tile in tiles {
        unsafe kernels.advanceTiles(&batch)
        unsafe body(tile, rows)
        unsafe batch.list += 1
      }
    }
  }

  /// For each tile eight surveys: of the step and of the seven generations after it.
  func surveyTiles(_ tiles: [TileID], circuit: Circuit) -> [UInt64] {
    // All empty arrays share one storage, see `surveyActiveTiles`.
    if tiles.isEmpty { return [] }
    let words = TileField.generationsPerStep * tiles.count
    return unsafe Array(unsafeUninitializedCapacity: words) { surveys, count in
      count = words
      guard let surveys = surveys.baseAddress else { return }
      var result: UInt32 = 0
      unsafe withBatch(
        tiles, generations: TileField.generationsPerStep, circuit: circuit, results: &result
      ) { unsafe kernels.surveyTiles($0, surveys) }
    }
  }

  /// Computes the cells of tiles `generations` after the step, and stores them in the next phase.
  func computeNextPhase(of tiles: [TileID], in generations: Int, circuit: Circuit) {
    if tiles.isEmpty { return }
    var results = [UInt32](repeating: 0, count: tiles.count)
    unsafe results.withUnsafeMutableBufferPointer { results in
      guard let results = results.baseAddress else { return }
      unsafe withBatch(
        tiles, generations: generations, circuit: circuit, target: nextPhase, results: results
      ) { unsafe kernels.advanceTiles($0) }
    }
  }

  /// Describes some tiles to a kernel, if there are any.
  ///
  /// - Parameters:
  ///   - target: the phase to write; -1 for none.
  ///   - results: room for a result of each tile, if a phase is written.
  private func withBatch(
    _ tiles: [TileID], generations: Int, circuit: Circuit, target: Int = -1,
    results: UnsafeMutablePointer<UInt32>, body: (UnsafePointer<life_tile_batch>) -> Void
  ) {
    if tiles.isEmpty { return }
    unsafe tiles.map(\.rawValue).withUnsafeBufferPointer { numbers in
      unsafe circuit.withPrograms { program, stride in
        var batch = unsafe life_tile_batch(
          tiles: field.base, list: numbers.baseAddress!, count: numbers.count, source: phase,
          target: target, generations: generations, scratch: scratch.elements, results: results,
          program: program, program_stride: stride)
        unsafe body(&batch)
      }
    }
  }
}

// MARK: - Loading

extension TilePlane {
  /// Places cells on the empty plane, the cell at `corner` in the corner of tile (0, 0).
  ///
  /// - Throws: ``MemoryExhausted``.
  func load(_ cells: Cells, from corner: Cell) throws {
    var writer = TileWriter(field, phase: phase)
    try cells.forEachPiece { y, x, words in
      try writer.write(words, y: y - corner.y, x: x - corner.x)
    }
    for tile in field.tiles where unsafe field.header(tile).pointee.isInUse {
      try activatePlaced(tile)
    }
  }

  /// Activates a tile with placed cells, and the neighbors near live cells.
  func activatePlaced(_ tile: TileID) throws(MemoryExhausted) {
    let live = unsafe TileWriter.margins(field.rows(tile, phase: phase))
    field.setLive(of: tile, phase: phase, to: live | TileHeader.placed)
    try active.activate(
      tile, andNeighbors: UInt8(truncatingIfNeeded: live), for: step, in: field)
  }

  /// Checks every assumption of a step, for debug builds and tests.
  ///
  /// - Complexity: O(tiles + spaceships).
  func checkInvariants() {
    let isAhead = isNextPhaseComputed || !resultsBeforeEdit.isEmpty
    field.checkInvariants(except: isAhead ? nextPhase : nil)
    active.checkInvariants(field, step: step)
    let tiles = spaceships.checkInvariants()
    precondition(tiles == field.reserved, "every spaceship has room to be attached")
    precondition(spaceships.nextDue == nextDue, "the next check is not missed")
  }
}
