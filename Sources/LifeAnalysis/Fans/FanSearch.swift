internal import LifeCore
internal import LifeIO

/// Proposes a fan: its corners are places around which cells recur, displaced, and which together
/// explain all cells of a pattern.
struct FanSearch {
  let history: CellHistory
  let range: Int
  let longestPeriod: Int
  let interrupt: Interrupt?

  /// The cells up to this distance from a place are compared.
  private static let radius = 40
  private static let mostCorners = 14
  /// The binary logarithm of the side of a block of cells.
  private static let block = 4

  private struct Corner {
    var motion: PeriodicMotion
    /// Where it is in the last generation.
    let place: CellKey
  }

  /// Fans with the same corners that come from different places; none if some cells are not around
  /// any corner.
  func fans() throws -> [Fan] {
    guard let corners = try corners() else { return [] }
    let places = [apex(of: corners), Fan.Apex(x: 0, y: 0, generation: 0)].compactMap(\.self)
    return places.compactMap { Fan(corners.map(\.motion), apex: $0, range: range) }
  }

  private func corners() throws -> [Corner]? {
    var corners: [Corner] = []
    for _ in 0..<Self.mostCorners {
      guard let place = unexplained(by: corners.map(\.motion)) else { return corners }
      guard let found = try motion(at: place),
        add(Corner(motion: found, place: place), to: &corners)
      else { return nil }
    }
    return nil
  }

  /// Adds a corner. One of the same velocity takes the common period of both.
  private func add(_ corner: Corner, to corners: inout [Corner]) -> Bool {
    let motion = corner.motion
    guard let index = corners.firstIndex(where: { $0.motion.hasVelocity(of: motion) }) else {
      corners.append(corner)
      return true
    }
    let known = corners[index].motion.period
    let period = leastCommonMultiple(known, motion.period)
    guard period > known, period <= longestPeriod else { return false }
    corners[index].motion = motion.repeated(period / motion.period)
    return true
  }

  /// Where the corners seem to come from: the place from which they have moved, each with its
  /// velocity, for the same time, by least squares; nil if they seem to come from nowhere.
  private func apex(of corners: [Corner]) -> Fan.Apex? {
    let places = corners.map { SIMD2(Double($0.place.x), Double($0.place.y)) }
    let velocities = corners.map(\.motion.velocity)
    let count = Double(max(1, corners.count))
    let place = places.reduce(.zero, +) / count
    let velocity = velocities.reduce(.zero, +) / count
    var product = 0.0
    var square = 0.0
    for (own, from) in zip(velocities, places) {
      product += ((own - velocity) * (from - place)).sum()
      square += ((own - velocity) * (own - velocity)).sum()
    }
    guard square > 0 else { return nil }
    let age = (product / square).rounded()
    guard age > 0, age < 2 * Double(history.last) else { return nil }
    let start = place - velocity * age
    return Fan.Apex(x: Int(start.x), y: Int(start.y), generation: history.last - Int(age))
  }

  /// The cell farthest from the center, near which the cells recur with none of the motions.
  private func unexplained(by motions: [PeriodicMotion]) -> CellKey? {
    var candidates = history[history.last]
    // Where a corner has left, there is nothing any more by which its motion could be told.
    let inhabited = Self.blocksNear(candidates)
    var blocks: Set<Cell>?
    for motion in motions {
      let differences = history.differences(at: history.last, motion: motion)
      candidates += differences
      let near = Self.blocksNear(differences)
      blocks = blocks?.intersection(near) ?? near
    }
    var farthest: CellKey?
    var largest = -1
    for key in candidates {
      if let blocks, !blocks.contains(Self.block(of: key)) { continue }
      let distance = key.x * key.x + key.y * key.y
      if distance > largest, inhabited.contains(Self.block(of: key)) {
        largest = distance
        farthest = key
      }
    }
    return farthest
  }

  private static func block(of key: CellKey) -> Cell { Cell(x: key.x >> block, y: key.y >> block) }

  private static func blocksNear(_ keys: [CellKey]) -> Set<Cell> {
    var blocks: Set<Cell> = []
    for cell in Set(keys.map(block)) {
      for y in -1...1 {
        for x in -1...1 { blocks.insert(Cell(x: cell.x + x, y: cell.y + y)) }
      }
    }
    return blocks
  }

  /// The shortest motion with which the cells around a place recur.
  private func motion(at place: CellKey) throws -> PeriodicMotion? {
    let window = Window(around: place, radius: Self.radius)
    var patch: [CellKey] = []
    history.forEach(in: window, at: history.last) { patch.append($0) }
    guard let first = patch.first else { return nil }
    for period in 1...longestPeriod {
      try interrupt?.check()
      let generation = history.last - period
      var candidates: [CellKey] = []
      history.forEach(in: Window(around: first, radius: period * range), at: generation) {
        candidates.append($0)
      }
      for candidate in candidates {
        let offset = Offset(x: first.x - candidate.x, y: first.y - candidate.y)
        let motion = PeriodicMotion(displacement: offset, period: period)
        // Cells that happen to be the same once are not so twice.
        if isSame(patch, in: window, before: motion),
          isSame(patch, in: window, before: motion.repeated(2))
        {
          return motion
        }
      }
    }
    return nil
  }

  /// Whether the cells of an earlier generation, moved, are those of a patch.
  private func isSame(
    _ patch: [CellKey], in window: Window, before motion: PeriodicMotion
  ) -> Bool {
    let offset = motion.displacement
    let generation = history.last - motion.period
    let back = Offset(x: -offset.x, y: -offset.y)
    // The last cells differ soonest, because candidates agree in the first one.
    for key in patch.reversed() {
      guard history.contains(key.moved(by: back), at: generation) else { return false }
    }
    var count = 0
    let earlier = Window(
      x: window.x - offset.x, y: window.y - offset.y, width: window.width, height: window.height)
    history.forEach(in: earlier, at: generation) { _ in count += 1 }
    return count == patch.count
  }
}

extension PeriodicMotion {
  var velocity: SIMD2<Double> {
    SIMD2(Double(displacement.x), Double(displacement.y)) / Double(period)
  }

  func hasVelocity(of other: PeriodicMotion) -> Bool {
    displacement.x * other.period == other.displacement.x * period
      && displacement.y * other.period == other.displacement.y * period
  }
}
