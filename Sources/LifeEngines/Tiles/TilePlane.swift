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
  private let threads: Int
  /// Threads to step with, once there is work for them.
  private var team: Team?
  /// Two windows for each thread, and after them the rows of one tile.
  private let scratch: Arena<UInt64>
  private var queue: TileQueue
  private var nextQueue: TileQueue
  /// The slot that holds the present.
  private(set) var slot = 0
  /// Counts steps, so that every tile is called once for each.
  private var step = 0
  /// Tiles advanced since unused ones were freed.
  private var workSinceSweep = 0
  /// Tiles advanced in all.
  private(set) var work = 0

  private static let wordsOfScratch = 128

  init(_ options: EngineOptions) throws(MemoryExhausted) {
    field = try TileField(limit: options.memoryLimit)
    kernels = Kernels(options.cpu)
    threads = max(1, options.threads)
    scratch = try Arena(purpose: "tiles", capacity: (threads + 1) * Self.wordsOfScratch)
    queue = try TileQueue()
    nextQueue = try TileQueue()
  }

  /// Whether nothing is left to be done: what lives comes back every 24 generations, at the latest.
  var isAtRest: Bool { queue.count == 0 }

  typealias Laws = (UInt16, UInt16, UInt16, UInt16)
}

// MARK: - Stepping

extension TilePlane {
  /// Advances by `count` steps of eight generations, or until nothing is left to be done.
  ///
  /// - Parameter done: counts the steps that were made.
  /// - Throws: ``MemoryExhausted``; the last step is whole, and no other can follow.
  func advance(by count: Int, _ laws: Laws, done: inout Int) throws(MemoryExhausted) {
    let end = done + count
    while done < end, !isAtRest {
      let target = (slot + 1) % TileField.slots
      runKernels(to: target, laws)
      done += 1
      work += queue.count
      workSinceSweep += queue.count
      slot = target
      step += 1
      try callForNextStep()
      if step & 63 == 0, workSinceSweep > field.count {
        field.sweep(butFor: step)
        workSinceSweep = 0
      }
    }
  }

  /// Makes as many steps as leave `remainder` when divided by the number of slots.
  ///
  /// - Precondition: nothing is left to be done.
  func turn(by remainder: Int) { slot = (slot + remainder) % TileField.slots }

  /// Fewer tiles a thread than this are not worth waking one for.
  private static let tilesPerThread = 128

  private func runKernels(to target: Int, _ laws: Laws) {
    let members = min(threads, queue.count / Self.tilesPerThread)
    guard members > 1 else { return runKernel(0..<queue.count, scratch: 0, to: target, laws) }
    if team == nil { team = Team(threads) }
    guard let team else { return }
    let share = Shared(plane: self)
    team.run { number, _ in
      let plane = share.plane
      let first = plane.queue.count * number / team.count
      let end = plane.queue.count * (number + 1) / team.count
      plane.runKernel(first..<end, scratch: number, to: target, laws)
    }
  }

  /// Lets threads see the plane: in a step each writes the target slots and results of its own
  /// tiles and reads source slots, which nobody writes.
  private struct Shared: @unchecked Sendable {
    let plane: TilePlane
  }

  private func runKernel(_ part: Range<Int>, scratch number: Int, to target: Int, _ laws: Laws) {
    unsafe kernels.advanceTiles(
      field.base, queue.list + part.lowerBound, part.count, slot, target, laws,
      scratch.elements + number * Self.wordsOfScratch, queue.results + part.lowerBound)
  }

  /// Calls the tiles that changed, and the neighbours near which they did.
  private func callForNextStep() throws(MemoryExhausted) {
    let (list, results) = unsafe (queue.list, queue.results)
    // First what is known of the present, so that it is whole if there is no room for the future.
    for index in 0..<queue.count {
      let result = unsafe results[index]
      if result != 0 { setLife(unsafe list[index], UInt16(truncatingIfNeeded: result &>> 16)) }
    }
    nextQueue.removeAll()
    for index in 0..<queue.count {
      let result = unsafe results[index]
      if result != 0 { try call(unsafe list[index], andNear: UInt8(truncatingIfNeeded: result)) }
    }
    swap(&queue, &nextQueue)
  }

  /// - Parameter near: the neighbours to be called, too, a bit for each direction.
  private func call(_ number: UInt32, andNear near: UInt8) throws(MemoryExhausted) {
    try call(number)
    var near = near
    while near != 0 {
      let direction = near.trailingZeroBitCount
      near &= near &- 1
      try call(field.makeNeighbour(number, direction))
    }
  }

  @inline(__always)
  private func call(_ number: UInt32) throws(MemoryExhausted) {
    let header = unsafe field.header(number)
    if unsafe header.pointee.step == step { return }
    unsafe header.pointee.step = step
    try nextQueue.append(number)
  }

  private func setLife(_ number: UInt32, _ life: UInt16) {
    let header = unsafe field.header(number)
    switch slot {
    case 0: unsafe header.pointee.lives.0 = life
    case 1: unsafe header.pointee.lives.1 = life
    default: unsafe header.pointee.lives.2 = life
    }
  }
}

// MARK: - Looking

extension TilePlane {
  /// The 48 rows of a tile in fewer than eight generations; bit 8 of each is the westmost cell.
  /// They stay until the next look.
  func rows(_ number: UInt32, in generations: Int, _ laws: Laws) -> UnsafePointer<UInt64> {
    if generations == 0 { return unsafe UnsafePointer(field.rows(number, slot: slot)) }
    let place = unsafe scratch.elements + threads * Self.wordsOfScratch
    unsafe kernels.showTile(
      field.base, number, slot, generations, laws, scratch.elements, place)
    return unsafe UnsafePointer(place)
  }
}

// MARK: - Loading

extension TilePlane {
  /// Puts cells on the empty plane, the cell (0, 0) in the corner of tile (0, 0).
  func load(_ cells: Cells) throws(MemoryExhausted) {
    var failure: MemoryExhausted?
    var pen = TilePen(field)
    cells.forEachPiece { y, x, words in
      guard failure == nil else { return }
      do throws(MemoryExhausted) {
        try pen.draw(y: y, x: x, words)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    for number in 1..<field.end {
      let life = unsafe TilePen.life(field.rows(number, slot: slot))
      setLife(number, life)
      try call(number, andNear: UInt8(truncatingIfNeeded: life))
    }
    swap(&queue, &nextQueue)
  }
}
