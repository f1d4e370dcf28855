internal import LifeCore

/// Threads that step the tiles of a universe together.
///
/// In a generation each reads cells as they are, which nobody writes, and writes the other half of
/// tiles that are its own.
@safe
struct TileCrew: @unchecked Sendable {
  private let team: Team
  /// One for each thread.
  private let workers: [TileWorker]

  /// - Parameter outcomes: for each thread its own, of the same rule.
  init(_ outcomes: [Outcomes]) { self.init(outcomes, Team(outcomes.count)) }

  init(_ outcomes: [Outcomes], _ team: Team) {
    self.team = team
    workers = outcomes.prefix(team.count).map { TileWorker($0) }
  }

  /// Fewer tiles than this a thread are not worth waking one for: they take a quarter of a
  /// millisecond, and on a busy machine waiting for each other takes longer.
  static let tilesPerThread = 64

  /// Steps tiles into their other half and says what has changed, tile by tile, in order.
  func step(
    _ numbers: [Int], of tiles: ByteTiles, _ changed: (Int, ChangedBlocks) -> Void
  ) {
    guard team.count > 1, numbers.count >= team.count * Self.tilesPerThread else {
      for number in numbers { changed(number, workers[0].step(number, of: tiles)) }
      return
    }
    for (number, found) in zip(numbers, together(numbers, tiles)) { changed(number, found) }
  }

  private func together(_ numbers: [Int], _ tiles: ByteTiles) -> [ChangedBlocks] {
    nonisolated(unsafe) let tiles = tiles
    return unsafe Array(unsafeUninitializedCapacity: numbers.count) { results, count in
      nonisolated(unsafe) let results = unsafe results
      team.run { member, _ in
        // Neighbours in the list are often neighbours in space, with as much to do.
        for index in stride(from: member, to: numbers.count, by: team.count) {
          unsafe results.initializeElement(
            at: index, to: workers[member].step(numbers[index], of: tiles))
        }
      }
      count = numbers.count
    }
  }
}
