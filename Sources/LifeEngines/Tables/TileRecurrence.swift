internal import LifeCore

/// Notices that all cells are again what they were, so that the generations between need no
/// stepping.
///
/// The tiles' digest is known in every generation. It is compared with that of one earlier
/// generation, the youngest whose number is a power of two, so every period is found within a few
/// times its length. Then the cells themselves are kept, and when they are the same a period later,
/// it is true.
///
/// - SeeAlso: R. P. Brent, "An improved Monte Carlo factorization algorithm" (1980).
struct TileRecurrence {
  private var digest: UInt64 = 0
  private var marked = 0
  private var steps = 0
  private var candidate: (period: Int, end: Int, cells: TileCells)?
  /// Only periods that are multiples of this count.
  private let unit: Int

  /// - Parameter dependsOnParity: whether the same cells mean something else at the other parity.
  init(dependsOnParity: Bool) { unit = dependsOnParity ? 2 : 1 }

  /// After how many generations the cells are the same again; nil if that is not known.
  ///
  /// To be asked after every generation.
  mutating func period(_ tiles: ByteTiles) -> Int? {
    steps += 1
    if let found = candidate {
      guard steps == found.end else { return nil }
      candidate = nil
      if TileCells(tiles) == found.cells { return found.period }
    }
    if tiles.digest == digest, (steps - marked).isMultiple(of: unit) {
      let period = steps - marked
      candidate = (period, steps + period, TileCells(tiles))
    } else if steps >= 2 * marked {
      (digest, marked) = (tiles.digest, steps)
    }
    return nil
  }
}

/// The cells of all tiles in which something lives.
struct TileCells: Equatable {
  private var rows: [TilePlace: [SIMD8<UInt64>]] = [:]

  init(_ tiles: ByteTiles) {
    for number in 1..<tiles.count {
      let rows = (0..<tiles[number].rows).map { CellRow(tiles, number, $0).eights }
      if rows.contains(where: { $0 != .zero }) { self.rows[tiles[number].place] = rows }
    }
  }
}
