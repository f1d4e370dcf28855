internal import LifeCore
internal import LifeKernels

/// The unbounded plane in tiles, of which only those are stepped that may change.
///
/// In a step every tile in the queue is advanced by eight generations. Where what comes out differs
/// from what was there 24 generations ago, the tile and the neighbours that the difference is near
/// are called for the next step.
@safe
final class TilePlane {
  let field: TileField
  private let kernels: Kernels
  private let options: EngineOptions
  /// Threads to step with, once there is work for them.
  private var team: Team?
  /// For each thread two windows and what circuits may want.
  private let scratch: Arena<UInt64>
  private(set) var queue: TileQueue
  private var nextQueue: TileQueue
  /// The slot that holds the present.
  private(set) var slot = 0
  /// Counts steps, so that every tile is called once for each.
  private(set) var step = 0
  /// What flies and has no tiles.
  var flights: [Flight] = []
  /// The step at which the first flight is due.
  var nextDue = Int.max
  /// Whether the field's box holds much that is no longer there.
  var hasLooseBox = false
  /// Tiles advanced since unused ones were freed.
  private var workSinceSweep = 0
  /// Tiles advanced in all.
  private(set) var work = 0

  private static let wordsOfScratch = 264

  init(_ options: EngineOptions) throws(MemoryExhausted) {
    field = try TileField(limit: options.memoryLimit)
    kernels = Kernels(options.cpu)
    self.options = options
    let threads = max(1, options.threads)
    scratch = try Arena(purpose: "tiles", capacity: threads * Self.wordsOfScratch)
    queue = try TileQueue()
    nextQueue = try TileQueue()
  }

  /// Whether nothing is left to be done: what lives comes back every 24 generations, at the latest.
  var isAtRest: Bool { queue.count == 0 && flights.isEmpty }

}

// MARK: - Stepping

extension TilePlane {
  /// Advances by `count` steps of eight generations, or until nothing is left to be done or it is
  /// to stop.
  ///
  /// - Parameter done: counts the steps that were made.
  /// - Throws: ``MemoryExhausted``; the last step is whole, and no other can follow.
  func advance(by count: Int, _ circuit: Circuit, done: inout Int) throws(MemoryExhausted) {
    let end = done + count
    while done < end, !isAtRest, !options.isToStop {
      if queue.count > 0 {
        done += 1
        try makeStep(circuit)
      } else {
        let leap = min(end - done, nextDue - step)
        done += leap
        step += leap
        turn(by: leap % TileField.slots)
      }
      if step >= nextDue { try checkFlights() }
    }
  }

  private func makeStep(_ circuit: Circuit) throws(MemoryExhausted) {
    let target = (slot + 1) % TileField.slots
    runKernels(to: target, circuit)
    work += queue.count
    workSinceSweep += queue.count
    slot = target
    step += 1
    try callForNextStep()
    if step & 31 == 0 { takeOff() }
    if step & 63 == 0, workSinceSweep > field.count { sweep() }
  }

  func sweep() {
    field.sweep(butFor: step)
    workSinceSweep = 0
    hasLooseBox = false
  }

  /// Makes as many steps as leave `remainder` when divided by the number of slots.
  ///
  /// - Precondition: nothing is left to be done.
  func turn(by remainder: Int) { slot = (slot + remainder) % TileField.slots }

  /// Fewer tiles a thread than this are not worth waking one for.
  private static let tilesPerThread = 128

  private func runKernels(to target: Int, _ circuit: Circuit) {
    let members = min(options.threads, queue.count / Self.tilesPerThread)
    guard members > 1 else { return runKernel(0..<queue.count, scratch: 0, to: target, circuit) }
    if team == nil { team = Team(options.threads) }
    guard let team else { return }
    let share = Shared(plane: self)
    team.run { number, _ in
      let plane = share.plane
      let first = plane.queue.count * number / team.count
      let end = plane.queue.count * (number + 1) / team.count
      plane.runKernel(first..<end, scratch: number, to: target, circuit)
    }
  }

  /// Lets threads see the plane: in a step each writes the target slots and results of its own
  /// tiles and reads source slots, which nobody writes.
  private struct Shared: @unchecked Sendable {
    let plane: TilePlane
  }

  private func runKernel(
    _ part: Range<Int>, scratch number: Int, to target: Int, _ circuit: Circuit
  ) {
    unsafe circuit.withPrograms { programs in
      unsafe kernels.advanceTiles(
        field.base, queue.list + part.lowerBound, part.count, slot, target, TileField.stride,
        programs, scratch.elements + number * Self.wordsOfScratch,
        queue.results + part.lowerBound)
    }
  }

  /// Calls the tiles that changed, and the neighbours near which they did.
  private func callForNextStep() throws(MemoryExhausted) {
    // What is asked of self in a loop costs more than the loop.
    let (field, called, next, slot, step) = (field, queue, nextQueue, slot, step)
    let (list, results) = unsafe (called.list, called.results)
    // First what is known of the present, so that it is whole if there is no room for the future.
    for index in 0..<called.count {
      let result = unsafe results[index]
      if result == 0 {
        unsafe field.confirm(list[index], slot: slot)
      } else {
        unsafe field.setLife(list[index], slot: slot, UInt16(truncatingIfNeeded: result &>> 16))
      }
    }
    next.removeAll()
    for index in 0..<called.count {
      let result = unsafe results[index]
      if unsafe result == 0 && !field.isDrawn(list[index]) { continue }
      let near = UInt8(truncatingIfNeeded: result)
      try next.call(unsafe list[index], andNear: near, for: step, in: field)
    }
    (queue, nextQueue) = (next, called)
  }
}

// MARK: - Looking

extension TilePlane {
  /// The 48 rows of a tile in fewer than eight generations; bits 8 to 55 of each are its cells, the
  /// westmost first. They stay until the next look.
  func rows(_ number: UInt32, in generations: Int, _ circuit: Circuit) -> UnsafePointer<UInt64> {
    if generations == 0 { return unsafe UnsafePointer(field.rows(number, slot: slot)) }
    var (list, result) = (number, UInt32())
    unsafe circuit.withPrograms { programs in
      unsafe kernels.advanceTiles(
        field.base, &list, 1, slot, -1, generations, programs, scratch.elements, &result)
    }
    let rows = unsafe scratch.elements + TileField.stride
    for line in 0..<TileField.side { unsafe rows[line] &= TileField.ownBits }
    return unsafe UnsafePointer(rows)
  }
}

// MARK: - Loading

extension TilePlane {
  /// Puts cells on the empty plane, the cell at `corner` in the corner of tile (0, 0).
  func load(_ cells: Cells, from corner: Cell) throws(MemoryExhausted) {
    var failure: MemoryExhausted?
    var pen = TilePen(field, slot: slot)
    cells.forEachPiece { y, x, words in
      guard failure == nil else { return }
      do throws(MemoryExhausted) {
        try pen.draw(y: y - corner.y, x: x - corner.x, words)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for number in 1..<field.end { try callDrawn(number) }
  }

  /// Calls a tile that was drawn on, and the neighbours near which something lives.
  func callDrawn(_ number: UInt32) throws(MemoryExhausted) {
    let life = unsafe TilePen.life(field.rows(number, slot: slot))
    field.setLife(number, slot: slot, life | TileHeader.drawn)
    try queue.call(number, andNear: UInt8(truncatingIfNeeded: life), for: step, in: field)
  }
}
