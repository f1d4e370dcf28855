internal import LifeCore

/// Notices that a board is again what it was, so that the generations between need no stepping.
///
/// It keeps the digest of one earlier board and takes a new one whenever the number of looks has
/// doubled, so every period is found within a few times its length. Only a board whose digest comes
/// back is kept itself, until it comes back, too.
///
/// - SeeAlso: R. P. Brent, "An improved Monte Carlo factorization algorithm" (1980).
struct Recurrence {
  private var digest: UInt64?
  private var earlier: Board?
  private var generation: BigInt = 0
  private var looks = 0
  private var nextDigest = 1
  /// Whether the same cells mean something else at the other parity of generations.
  private let dependsOnParity: Bool

  init(dependsOnParity: Bool) { self.dependsOnParity = dependsOnParity }

  /// Forgets what was seen: the board is another one now.
  mutating func restart() { self = Recurrence(dependsOnParity: dependsOnParity) }

  /// How many generations ago the board was the same; nil if that is not known.
  mutating func period(_ board: Board, at now: BigInt) -> BigInt? {
    if let earlier, !(dependsOnParity && (now - generation).isOdd),
      earlier.hasSameCells(as: board)
    {
      return now - generation
    }
    looks += 1
    let found = board.digest
    if found == digest, earlier == nil {
      // Without memory for a copy nothing is noticed, and nothing else is lost.
      earlier = try? board.copy()
      generation = now
    } else if looks >= nextDigest {
      nextDigest *= 2
      digest = found
      earlier = nil
    }
    return nil
  }
}
