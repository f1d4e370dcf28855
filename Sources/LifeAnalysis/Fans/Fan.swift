internal import LifeCore
internal import LifeIO

/// A division of the plane into triangles whose corners move away from one place, each with its own
/// velocity, like a picture that is enlarged.
///
///      ┌───────────────┐
///      │ ╲           ╱ │     The outermost corners move faster than anything else, so that no cell
///      │   M───────E   │     is ever outside; around them there are no live cells.
///      │   │     ╱     │
///      │   │   ╱       │     A breeder: M makes switch engines, of which E is the first, and their
///      │   O           │     blocks fill the triangle. The blocks at O were the first ones.
///      │ ╱           ╲ │
///      └───────────────┘
///
/// In space-time each corner is a ray, and the triangle of three corners is what is between three
/// rays. Coordinates of a cell at some time tell how many periods of each of the three corners lead
/// to it: *p* = *a* · *A* + *b* · *B* + *c* · *C*, where *A* is the motion of a corner in one
/// period. The coordinate of a corner is zero in all triangles that do not have it. It changes
/// continuously, and by exactly one if *p* moves by the period of the corner.
struct Fan {
  /// A place at some generation.
  struct Apex {
    var x: Int
    var y: Int
    var generation: Int
  }

  struct Corner {
    var motion: PeriodicMotion
    /// Whether no cells are alive around it.
    var isEmpty = false

    fileprivate var vector: SpaceTime {
      SpaceTime(x: motion.displacement.x, y: motion.displacement.y, time: motion.period)
    }
  }

  /// Three corners, by their indices, and how the coordinate of each follows from a place.
  struct Triangle {
    let corners: [Int]
    /// How much the three coordinates change by a column, by a row and by a generation.
    fileprivate let perColumn: SIMD3<Double>
    fileprivate let perRow: SIMD3<Double>
    fileprivate let perGeneration: SIMD3<Double>

    /// The three coordinates of a place, as seen from the apex.
    fileprivate func coordinates(x: Int, y: Int, time: Int) -> SIMD3<Double> {
      perColumn * Double(x) + perRow * Double(y) + perGeneration * Double(time)
    }

    func has(_ corner: Int) -> Bool { corners.contains(corner) }
  }

  /// Where all corners come from.
  let apex: Apex
  let range: Int
  let corners: [Corner]
  private(set) var triangles: [Triangle] = []

  /// How much a coordinate may be wrong by arithmetic.
  static let precision = 1e-6

  /// Nil if the corners do not have different velocities.
  ///
  /// - Parameter motions: of all corners but the outermost four.
  init?(_ motions: [PeriodicMotion], apex: Apex, range: Int) {
    self.apex = apex
    self.range = range
    let fastest = 2 * range
    let outer = [(-1, -1), (1, -1), (1, 1), (-1, 1)].map { x, y in
      let offset = Offset(x: x * fastest, y: y * fastest)
      return Corner(motion: PeriodicMotion(displacement: offset, period: 1), isEmpty: true)
    }
    corners = outer + motions.map { Corner(motion: $0) }
    triangles = [triangle(0, 1, 2), triangle(0, 2, 3)].compactMap(\.self)
    for index in outer.count..<corners.count {
      guard insert(index) else { return nil }
    }
  }

  /// The period after which some corners recur; nil if it is longer than a limit.
  func commonPeriod(of some: some Sequence<Int>, upTo longest: Int) -> Int? {
    var period = 1
    for corner in some {
      period = leastCommonMultiple(period, corners[corner].motion.period)
      if period > longest { return nil }
    }
    return period
  }

  private func determinant(_ one: Int, _ two: Int, _ three: Int) -> Int {
    corners[one].vector.dot(corners[two].vector.cross(corners[three].vector))
  }

  /// Nil if the corners are on one line.
  private func triangle(_ one: Int, _ two: Int, _ three: Int) -> Triangle? {
    let determinant = determinant(one, two, three)
    guard determinant != 0 else { return nil }
    let normals = [(two, three), (three, one), (one, two)].map { next, last in
      corners[next].vector.cross(corners[last].vector)
    }
    func gradient(_ component: KeyPath<SpaceTime, Int>) -> SIMD3<Double> {
      let values = normals.map { Double($0[keyPath: component]) }
      return SIMD3(values) / Double(determinant)
    }
    return Triangle(
      corners: [one, two, three], perColumn: gradient(\.x), perRow: gradient(\.y),
      perGeneration: gradient(\.time))
  }

  /// Connects a corner with those of the triangles in which it is, which it divides.
  private mutating func insert(_ index: Int) -> Bool {
    let vector = corners[index].vector
    let around = triangles.filter {
      $0.coordinates(x: vector.x, y: vector.y, time: vector.time).min() > -Self.precision
    }
    guard !around.isEmpty else { return false }
    triangles.removeAll { triangle in around.contains { $0.corners == triangle.corners } }
    let edges = around.flatMap(\.edges)
    for edge in edges where edges.count(where: { $0.isSame(as: edge) }) == 1 {
      if let new = triangle(edge.start, edge.end, index) { triangles.append(new) }
    }
    return isComplete
  }

  /// Whether there are as many triangles as it takes to divide a square with so many corners.
  private var isComplete: Bool {
    let used = Set(triangles.flatMap(\.corners))
    return triangles.count == 2 * used.count - 6
  }

  /// The largest change of the coordinate of a corner, in one generation, among the places that
  /// decide about a cell.
  func change(of corner: Int) -> Double {
    var largest = 0.0
    for triangle in triangles {
      guard let index = triangle.corners.firstIndex(of: corner) else { continue }
      let perCell = abs(triangle.perColumn[index]) + abs(triangle.perRow[index])
      largest = max(largest, Double(range) * perCell + abs(triangle.perGeneration[index]))
    }
    return largest + Self.precision
  }

  func coordinates(of key: CellKey, at generation: Int, in triangle: Triangle) -> SIMD3<Double> {
    triangle.coordinates(
      x: key.x - apex.x, y: key.y - apex.y, time: generation - apex.generation)
  }

  /// A window with the places of a triangle whose coordinates, but for that of one corner, are in a
  /// range.
  func window(
    around corner: Int, of triangle: Triangle, from least: SIMD3<Double>, to most: SIMD3<Double>,
    at generation: Int
  ) -> Window {
    let vectors = triangle.corners.map { corners[$0].vector }
    let others = [(corner + 1) % 3, (corner + 2) % 3]
    var low = SIMD2(repeating: Double.infinity)
    var high = -low
    for choice in 0..<4 {
      // The times and places of one vertex of the range.
      var time = Double(generation - apex.generation)
      var place = SIMD2(Double(apex.x), Double(apex.y))
      for (index, other) in others.enumerated() {
        let coordinate = choice >> index & 1 == 0 ? least[other] : most[other]
        time -= coordinate * Double(vectors[other].time)
        place += coordinate * SIMD2(Double(vectors[other].x), Double(vectors[other].y))
      }
      let own = vectors[corner]
      place += time / Double(own.time) * SIMD2(Double(own.x), Double(own.y))
      low = pointwiseMin(low, place)
      high = pointwiseMax(high, place)
    }
    let size = high - low
    return Window(
      x: Int(low.x) - 1, y: Int(low.y) - 1, width: Int(size.x) + 3, height: Int(size.y) + 3)
  }

  /// The triangle that contains a cell, and its coordinates there; nil outside of all.
  ///
  /// - Parameter guess: the number of the triangle that is tried first, and then that of the one
  ///   found: most cells are in the triangle of the cell before.
  func place(
    of key: CellKey, at time: Int, guess: inout Int
  ) -> (triangle: Triangle, coordinates: SIMD3<Double>)? {
    for number in triangles.indices {
      let index = number == 0 ? guess : number <= guess ? number - 1 : number
      let coordinates = coordinates(of: key, at: time, in: triangles[index])
      if coordinates.min() >= -Self.precision {
        guess = index
        return (triangles[index], coordinates)
      }
    }
    return nil
  }
}

// MARK: - Better triangles

extension Fan {
  private static let mostFlips = 200

  /// Replaces two triangles by the two others of the same four corners, again and again, while this
  /// makes the worse one of them better.
  mutating func improve(by history: CellHistory, interrupt: Interrupt?) throws {
    let samples = samples(history)
    let badness = { [fan = self] in
      fan.badness(of: $0, samples: samples, at: history.last)
    }
    var values = triangles.map(badness)
    for _ in 0..<Self.mostFlips {
      try interrupt?.check()
      guard let flip = betterFlip(values, badness) else { return }
      triangles[flip.first] = flip.triangles[0]
      triangles[flip.second] = flip.triangles[1]
      values[flip.first] = flip.values[0]
      values[flip.second] = flip.values[1]
    }
  }

  private struct Flip {
    var first: Int
    var second: Int
    var triangles: [Triangle]
    var values: [Double]
  }

  private func betterFlip(_ values: [Double], _ badness: (Triangle) -> Double) -> Flip? {
    for first in triangles.indices {
      for second in triangles.indices where second > first {
        guard let new = flipped(triangles[first], triangles[second]) else { continue }
        let newValues = new.map(badness)
        if max(newValues[0], newValues[1]) < max(values[first], values[second]) - 1 {
          return Flip(first: first, second: second, triangles: new, values: newValues)
        }
      }
    }
    return nil
  }

  /// Nil unless both triangles have an edge in common, and are convex together.
  private func flipped(_ one: Triangle, _ other: Triangle) -> [Triangle]? {
    let common = one.corners.filter(other.has)
    guard common.count == 2, let apart = one.corners.first(where: { !other.has($0) }),
      let opposite = other.corners.first(where: { !one.has($0) })
    else { return nil }
    let left = determinant(apart, opposite, common[0])
    let right = determinant(apart, opposite, common[1])
    guard left.signum() * right.signum() < 0,
      let first = triangle(apart, opposite, common[0]),
      let second = triangle(apart, opposite, common[1])
    else { return nil }
    return [first, second]
  }
}

extension Fan.Triangle {
  fileprivate struct Edge {
    var start: Int
    var end: Int

    func isSame(as other: Edge) -> Bool {
      start == other.start && end == other.end || start == other.end && end == other.start
    }
  }

  fileprivate var edges: [Edge] {
    [(0, 1), (1, 2), (2, 0)].map { Edge(start: corners[$0], end: corners[$1]) }
  }
}

/// A vector of space and time.
private struct SpaceTime {
  var x: Int
  var y: Int
  var time: Int

  func cross(_ other: SpaceTime) -> SpaceTime {
    SpaceTime(
      x: y * other.time - time * other.y, y: time * other.x - x * other.time,
      time: x * other.y - y * other.x)
  }

  func dot(_ other: SpaceTime) -> Int { x * other.x + y * other.y + time * other.time }
}
