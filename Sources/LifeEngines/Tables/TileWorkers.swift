internal import LifeCore

/// One ``TileWorker`` for each thread of a pool, to step the tiles of a universe together.
///
/// In a generation each worker reads the present cells, which none writes, and writes the other
/// half of its own tiles.
@safe
struct TileWorkers: @unchecked Sendable {
  private let pool: WorkerPool
  private let workers: [TileWorker]

  /// - Parameter transitions: one for each thread, all of the same rule; a worker changes its own.
  init(_ transitions: [TransitionCache]) {
    self.init(
      transitions: transitions.map { .cached($0) }, pool: WorkerPool(threads: transitions.count))
  }

  init(transitions: [TileTransitions], pool: WorkerPool) {
    self.pool = pool
    workers = transitions.prefix(pool.count).map { TileWorker($0) }
  }

  /// The fewest tiles per thread for which threads are used; four take some 15 µs. With two cores
  /// to themselves, two threads take 396 ms in place of 534 for the primes of WireWorld, where 20
  /// tiles are active, and 0.77 s in place of 1.01 for a soup of Brian's Brain. Where other
  /// processes have the second core, they take as long as one.
  static let tilesPerThread = 4

  /// Steps tiles into their other half, and reports the changed blocks of each, in the given order.
  func step(
    _ numbers: [Int], of tiles: ByteTiles, report: (Int, ChangedBlocks) -> Void
  ) {
    guard pool.count > 1, numbers.count >= pool.count * Self.tilesPerThread else {
      for number in numbers { report(number, workers[0].step(number, of: tiles)) }
      return
    }
    for (number, changed) in zip(numbers, together(numbers, of: tiles)) { report(number, changed) }
  }

  private func together(_ numbers: [Int], of tiles: ByteTiles) -> [ChangedBlocks] {
    nonisolated(unsafe) let tiles = tiles
    return unsafe Array(unsafeUninitializedCapacity: numbers.count) { results, count in
      nonisolated(unsafe) let results = unsafe results
      // One by one, so that a worker whose core is busy holds up the others for one tile at most.
      pool.forEach(numbers.count) { index, worker in
        unsafe results.initializeElement(
          at: index, to: workers[worker].step(numbers[index], of: tiles))
      }
      count = numbers.count
    }
  }
}
