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

  /// The fewest tiles per thread for which threads are used. 64 tiles take a quarter of a
  /// millisecond; with fewer, on a busy machine, the threads wait for each other longer than that:
  /// with 16, and six processes for each core, the primes of WireWorld take 25 s in place of 3.
  static let tilesPerThread = 64

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
      pool.run { worker, _ in
        // Tiles that are neighbors in the list are often neighbors in space, and equally active:
        // dealing them out one by one gives every worker the same share of work.
        for index in stride(from: worker, to: numbers.count, by: pool.count) {
          unsafe results.initializeElement(
            at: index, to: workers[worker].step(numbers[index], of: tiles))
        }
      }
      count = numbers.count
    }
  }
}
