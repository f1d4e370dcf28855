internal import LifeCore

/// Notices that what lives on the plane is again what it was, perhaps elsewhere, so that neither an
/// oscillator nor a spaceship needs stepping once its period is known.
///
/// As in ``Recurrence``, one earlier generation is remembered, another one whenever the number of
/// generations has doubled; the cells are compared where box and population are the same.
struct MovingRecurrence {
  /// After so many generations the same cells live so far to the east and south.
  struct Period {
    var generations: BigInt
    var shift: (x: BigInt, y: BigInt)
  }

  /// The cells of a generation and their box, which count from `origin`.
  struct Sight {
    var generation: BigInt
    var origin: Position
    var box: Window
    var population: Int
    var cells: Cells

    fileprivate var corner: Position { origin.offset(byX: box.x, y: box.y) }
  }

  private var earlier: Sight?
  /// Generations that were looked at.
  private var looks = 0
  private var nextMark = 1
  /// Whether the same cells mean something else at the other parity of generations.
  private let dependsOnParity: Bool

  init(dependsOnParity: Bool) { self.dependsOnParity = dependsOnParity }

  /// - Parameters:
  ///   - box: that of the living cells.
  ///   - population: how many they are.
  ///   - look: takes down all that is seen.
  mutating func period(
    _ box: Window, population: @autoclosure () -> Int, _ look: () throws -> Sight
  ) rethrows -> Period? {
    looks += 1
    if let earlier, box.width == earlier.box.width, box.height == earlier.box.height,
      population() == earlier.population,
      let found = try Self.period(from: earlier, to: look()),
      !(dependsOnParity && found.generations.isOdd)
    {
      return found
    }
    if looks >= nextMark {
      nextMark *= 2
      earlier = try look()
    }
    return nil
  }

  /// Nil if the cells are others, or if rules that tell the squares of a chessboard apart may see a
  /// difference.
  private static func period(from earlier: Sight, to now: Sight) -> Period? {
    let local = (x: now.box.x - earlier.box.x, y: now.box.y - earlier.box.y)
    let shift = (x: now.corner.x - earlier.corner.x, y: now.corner.y - earlier.corner.y)
    guard !(shift.x + shift.y).isOdd, now.cells.isSame(as: earlier.cells, shiftedBy: local)
    else { return nil }
    return Period(generations: now.generation - earlier.generation, shift: shift)
  }
}
