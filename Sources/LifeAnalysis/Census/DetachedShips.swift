internal import LifeCore

/// A kind of spaceship, given by the cells of one phase at (0, 0).
struct SpaceshipKind {
  let bitmap: UInt64
  let cycle: ObjectCycle
  /// The numbers of the codes of its independent parts.
  let codeNumbers: [Int32]
  let path: MovingBox
  /// The bounding box of all phases of the first period.
  let box: Window
}

/// Spaceships taken off the board because nothing on it, and no other spaceship, is in their way.
///
/// If a window of a later round reaches into the path of one, this spaceship goes back on the board
/// before the round. On the board, a glider would need its own window until it left the board.
struct DetachedShips {
  struct Ship {
    let kind: Int
    /// The corner at `generation`, when the spaceship is in the first phase of its kind.
    var x: Int
    var y: Int
    let generation: Int
    /// The path from `generation` on.
    var path: MovingBox
  }

  var ships: [Ship] = []
  private(set) var kinds: [SpaceshipKind] = []
  /// The kinds for bitmaps of 8 × 8 cells, or −1 for cells that are not a spaceship.
  private var kindNumbers: [UInt64: Int] = [:]

  private static let maxBitmaps = 1 << 14
  /// Longer periods don't pay: most candidates are dying debris.
  private static let maxPeriod = 8

  /// Moves all spaceships along with the cells on the board.
  mutating func move(by offset: Offset) {
    for index in ships.indices {
      ships[index].x += offset.x
      ships[index].y += offset.y
      ships[index].path = ships[index].path.moved(by: offset)
    }
  }

  /// The index in ``kinds`` of the spaceship with these cells, or −1.
  ///
  /// - Parameter bitmap: eight rows of eight cells, with the box in the corner.
  mutating func kind(of bitmap: UInt64, numbers: inout ObjectNumbers) -> Int {
    if let known = kindNumbers[bitmap] { return known }
    if kindNumbers.count >= Self.maxBitmaps { kindNumbers.removeAll(keepingCapacity: true) }
    let phase = Phase(bitmap: Bitmap(block: bitmap), x: 0, y: 0)
    var number = kinds.firstIndex { $0.bitmap == bitmap } ?? -1
    if number < 0,
      let cycle = numbers.rule.smallCycle(of: phase, maxPeriod: Self.maxPeriod),
      cycle.isMoving, let box = cycle.box
    {
      number = kinds.count
      kinds.append(
        SpaceshipKind(
          bitmap: bitmap, cycle: cycle, codeNumbers: numbers.numbers(ofPartsOf: cycle),
          path: TrackedObject(cycle: cycle, generation: 0).path(from: 0), box: box))
    }
    kindNumbers[bitmap] = number
    return number
  }

  @inline(__always)
  func path(_ ship: Ship, from generation: Int) -> MovingBox {
    ship.path.after(Double(generation - ship.generation))
  }

  /// Whether two spaceships may ever have a common neighbor.
  func canMeet(_ ship: Ship, other: Ship, from generation: Int) -> Bool {
    let path = self.path(ship, from: generation)
    let otherPath = self.path(other, from: generation)
    guard path.meets(otherPath, within: Self.reach) else { return false }
    guard path.hasSameVelocity(as: otherPath) else { return true }
    // They fly side by side. Boxes are not exact enough, so the cells of all phases decide.
    let first = TrackedObject(cycle: kinds[ship.kind].cycle, generation: ship.generation)
    let second = TrackedObject(cycle: kinds[other.kind].cycle, generation: other.generation)
    let offset = Offset(x: other.x - ship.x, y: other.y - ship.y)
    return first.isClose(to: second, movedBy: offset, from: generation, reach: Self.reach)
  }

  /// The maximum distance of two cells with a common neighbor.
  static let reach = 2

  func phase(_ ship: Ship, at generation: Int) -> Phase {
    let object = TrackedObject(cycle: kinds[ship.kind].cycle, generation: ship.generation)
    return object.phase(at: generation).moved(by: Offset(x: ship.x, y: ship.y))
  }
}

extension MovingBox {
  /// Whether a moving box may meet resting cells.
  @inline(__always)
  func mayMeet(_ box: Window, within reach: Int) -> Bool {
    let gap = Double(reach) + Self.margin
    let isBeyond =
      vx > 0 && left > Double(box.endX - 1) + gap
      || vx < 0 && right < Double(box.x) - gap
      || vy > 0 && top > Double(box.endY - 1) + gap
      || vy < 0 && bottom < Double(box.y) - gap
    return !isBeyond && meets(MovingBox(box), within: reach)
  }
}

extension Bitmap {
  /// The cells of eight rows of eight, in their bounding box. The box must be in the corner.
  init(block: UInt64) {
    let height = (71 - block.leadingZeroBitCount) / 8
    let rows = (0..<height).map { block >> UInt64(8 * $0) & 0xff }
    self.init(width: 64 - rows.reduce(0, |).leadingZeroBitCount, rows: rows)
  }
}
