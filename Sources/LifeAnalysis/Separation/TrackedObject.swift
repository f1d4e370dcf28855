internal import LifeCore

/// An object of a larger pattern, following its own cycle.
struct TrackedObject: Sendable {
  let cycle: ObjectCycle
  /// The generation of the first phase of the cycle.
  let generation: Int

  /// The cells at any generation, even before the object was found. Between two phases of the cycle
  /// (see ``AnalysisRule/interval``), the cells of the earlier one.
  func phase(at generation: Int) -> Phase {
    let (turns, rest) = floorDivided(generation - self.generation, by: cycle.period)
    let phase = cycle.phases[rest * cycle.phases.count / cycle.period]
    return phase.moved(by: cycle.displacement * turns)
  }

  /// A moving box around the object for all generations. Its time 0 is the given generation.
  func path(from generation: Int) -> MovingBox {
    MovingBox(
      cycle.phases.map(\.window), every: cycle.period / cycle.phases.count,
      velocity: Velocity(cycle.displacement, period: cycle.period)
    ).after(Double(generation - self.generation))
  }

  /// A copy of this object, emitted by a source some generations later and `offset` away.
  func repeated(after generations: Int, movedBy offset: Offset) -> TrackedObject {
    TrackedObject(cycle: cycle.moved(by: offset), generation: generation + generations)
  }
}

private func floorDivided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

extension TrackedObject {
  /// The maximum common period for comparing phase by phase.
  static let maxCommonPeriod = 4_096

  /// Whether two objects with the same velocity may come within `reach` columns and rows of each
  /// other. Objects with a long common period are compared by the unions of their phases.
  ///
  /// - Parameter offset: moves the other object.
  func isClose(
    to other: Self, movedBy offset: Offset = .zero, from generation: Int, reach: Int
  ) -> Bool {
    let period = leastCommonMultiple(cycle.period, other.cycle.period)
    if period <= Self.maxCommonPeriod {
      return (generation..<generation + period).contains {
        phase(at: $0).isNear(other.phase(at: $0).moved(by: offset), reach: reach)
      }
    }
    guard !cycle.isMoving else { return true }
    let phases = [self, other].map { PhaseStack($0.cycle.phases).unionPhase }
    return phases[0].isNear(phases[1].moved(by: offset), reach: reach)
  }
}

extension Phase {
  /// Whether any cell is within `reach` columns and rows of a cell of another phase.
  fileprivate func isNear(_ other: Phase, reach: Int) -> Bool {
    guard window.gap(to: other.window) < reach else { return false }
    var isNear = false
    bitmap.forEachCell { column, row, _ in
      guard !isNear else { return }
      let west = x + column - reach - other.x
      let north = y + row - reach - other.y
      let columns = (west..<west + 2 * reach + 1).clamped(to: 0..<other.bitmap.width)
      let rows = (north..<north + 2 * reach + 1).clamped(to: 0..<other.bitmap.height)
      isNear = rows.contains { row in columns.contains { other.bitmap[$0, row] != 0 } }
    }
    return isNear
  }
}

/// The population of several objects together, each following its own cycle.
struct CommonPopulation {
  /// For each period, the populations of its objects from generation 0 on.
  private var sums: [Int: [Int]] = [:]

  init(of objects: [TrackedObject]) {
    for object in objects {
      let period = object.cycle.period
      var cells = sums[period] ?? Array(repeating: 0, count: period)
      for generation in 0..<period {
        cells[generation] += object.phase(at: generation).bitmap.population
      }
      sums[period] = cells
    }
  }

  func count(at generation: Int) -> Int {
    sums.reduce(0) { $0 + $1.value[generation % $1.key] }
  }
}
