internal import LifeCore
internal import LifeIO

/// Proves that a pattern goes on for ever as it is seen in a ``Fan``: wherever the coordinate of a
/// corner is large enough, all cells are those of one period of the corner before, displaced.
///
/// Let this be so, for all corners, during the longest period of a corner, and let a cell of the
/// next generation have a coordinate for the corner *A* that is large enough.
///
/// - If all cells that decide about it have such a coordinate, too, these are the same as one
///   period of *A* before, so the cell is as well.
/// - If not, its coordinate for *A* is hardly large enough. The coordinates times the periods add
///   up to the time, so that of another corner *B* of the same triangle is more than large enough,
///   if it is late. So the cell is the same as one period of *B* before. Both cells have, one
///   period of *A* before, the same coordinates for *B* and *A*, so that they are the same by what
///   is known of earlier generations: cell = cell − *B* = cell − *B* − *A* = cell − *A*.
///
/// Around an empty corner, all cells are dead: by the same reasons they remain so.
struct FanProof {
  let fan: Fan
  let history: CellHistory
  /// For each corner the coordinate from which on cells recur.
  let bounds: [Double]

  /// The generations between two whose cells are compared. Between them what differs spreads at
  /// the speed of light.
  private static let interval = 8

  /// The generation that is late enough for a proof.
  let earliest: Double

  /// Nil if the history is too short.
  ///
  /// - Throws: `Stopped`.
  init?(_ fan: Fan, history: CellHistory, interrupt: Interrupt?) throws {
    let longest = fan.corners.map(\.motion.period).max() ?? 1
    let start = history.last - longest
    guard start - longest >= history.first else { return nil }
    var bounds = [Double](repeating: 0, count: fan.corners.count)
    for generation in Self.generations(from: start, through: history.last) {
      try interrupt?.check()
      Self.raise(&bounds, of: fan, by: history, at: generation)
    }
    for index in bounds.indices {
      let spread = fan.change(of: index) * Double(Self.interval)
      // One period back from a cell with this coordinate is in the same triangle.
      bounds[index] = max(1, bounds[index]) + spread
    }
    self.fan = fan
    self.history = history
    self.bounds = bounds
    let delay = fan.triangles.map { Self.delay(of: $0, in: fan, bounds: bounds) }.max()
    earliest = (delay ?? .infinity) + Double(fan.apex.generation)
  }

  /// Whether the pattern goes on like this for ever.
  var isProved: Bool { earliest <= Double(history.last) }

  /// The proof with the same fan when it is late enough; nil if that is much later. To begin again
  /// with another history takes 0.5 s more for a breeder of blinkers.
  ///
  /// - Parameter evolution: the last generation.
  func later(
    byAtMost most: Int, following evolution: inout Evolution, interrupt: Interrupt?
  ) throws -> FanProof? {
    let delay = earliest - Double(history.last)
    guard delay <= Double(most),
      let history = try history.later(by: Int(delay) + 1, following: &evolution)
    else { return nil }
    return try FanProof(fan, history: history, interrupt: interrupt)
  }

  private static func generations(from start: Int, through end: Int) -> [Int] {
    Array(stride(from: start, to: end, by: interval)) + [end]
  }

  /// Raises the bounds above the coordinates of all cells of a generation that differ.
  private static func raise(
    _ bounds: inout [Double], of fan: Fan, by history: CellHistory, at generation: Int
  ) {
    var guess = 0
    for key in history[generation] {
      guard let place = fan.place(of: key, at: generation, guess: &guess) else {
        bounds[0] = .infinity
        return
      }
      for (index, corner) in place.triangle.corners.enumerated()
      where fan.corners[corner].isEmpty {
        bounds[corner] = max(bounds[corner], place.coordinates[index])
      }
    }
    for (corner, value) in fan.corners.enumerated() where !value.isEmpty {
      for key in history.differences(at: generation, motion: value.motion) {
        let coordinate = fan.coordinate(of: corner, key, at: generation, guess: &guess)
        bounds[corner] = max(bounds[corner], coordinate)
      }
    }
  }

  /// The generations since the apex after which, in all of a triangle, the coordinate of at least
  /// one corner is more than large enough, by two: one more than the proof takes, so that all that
  /// there will be between its corners has been there (see ``FanGrowth``).
  private static func delay(of triangle: Fan.Triangle, in fan: Fan, bounds: [Double]) -> Double {
    triangle.corners.reduce(1) { sum, corner in
      let period = Double(fan.corners[corner].motion.period)
      return sum + (bounds[corner] + fan.change(of: corner) + 2) * period
    }
  }

  /// Whether a corner never recurs after a divisor of its period, because a cell differs where,
  /// from now on, all cells recur.
  func differs(_ corner: Int, after motion: PeriodicMotion) -> Bool {
    var guess = 0
    return history.differences(at: history.last, motion: motion).contains {
      fan.coordinate(of: corner, $0, at: history.last, guess: &guess) >= bounds[corner] + 1
    }
  }
}

extension Fan {
  /// The coordinate of a corner at a cell.
  ///
  /// - Parameter guess: see ``place(of:at:guess:)``.
  func coordinate(of corner: Int, _ key: CellKey, at time: Int, guess: inout Int) -> Double {
    guard let place = place(of: key, at: time, guess: &guess),
      let index = place.triangle.corners.firstIndex(of: corner)
    else { return 0 }
    return place.coordinates[index]
  }

  /// How late it would have to be for a triangle to be in a proof, from the cells of one
  /// generation.
  ///
  /// - Parameter samples: for each corner places where the cells differ.
  func badness(of triangle: Triangle, samples: [[CellKey]], at time: Int) -> Double {
    var sum = 0.0
    for (index, corner) in triangle.corners.enumerated() {
      var largest = 0.0
      for key in samples[corner] {
        let coordinates = coordinates(of: key, at: time, in: triangle)
        if coordinates.min() >= -Self.precision { largest = max(largest, coordinates[index]) }
      }
      sum += largest * Double(corners[corner].motion.period)
    }
    return sum
  }

  /// For each corner some of the places where cells differ from those one period before.
  func samples(_ history: CellHistory) -> [[CellKey]] {
    let all = Self.thinned(history[history.last])
    return corners.map { corner in
      corner.isEmpty
        ? all : Self.thinned(history.differences(at: history.last, motion: corner.motion))
    }
  }

  /// One key of each block of 16 × 16 cells.
  private static func thinned(_ keys: [CellKey]) -> [CellKey] {
    var blocks: Set<Cell> = []
    return keys.filter { blocks.insert(Cell(x: $0.x >> 4, y: $0.y >> 4)).inserted }
  }
}
