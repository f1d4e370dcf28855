internal import LifeCore

/// An object of a larger pattern, which follows its own cycle.
struct TrackedObject: Sendable {
  let cycle: ObjectCycle
  /// The generation of the first phase of the cycle.
  let generation: Int

  /// The cells at any generation, also before the object was found; by its cycle alone. Between two
  /// phases, under a rule that has one every two generations, the cells of the first one.
  func phase(at generation: Int) -> Phase {
    let (turns, rest) = floorDivided(generation - self.generation, by: cycle.period)
    let phase = cycle.phases[rest * cycle.phases.count / cycle.period]
    return phase.moved(by: cycle.displacement * turns)
  }

  /// The moving box that contains the object at every generation; its time 0 is `generation`.
  func path(from generation: Int) -> MovingBox {
    MovingBox(
      cycle.phases.map(\.window), every: cycle.period / cycle.phases.count,
      velocity: Velocity(cycle.displacement, period: cycle.period)
    ).after(Double(generation - self.generation))
  }

  /// The equal object that a source emits some generations later, in which it moves by `offset`.
  func repeated(after generations: Int, movedBy offset: Offset) -> TrackedObject {
    let phases = cycle.phases.map { $0.moved(by: offset) }
    return TrackedObject(
      cycle: ObjectCycle(period: cycle.period, displacement: cycle.displacement, phases: phases),
      generation: generation + generations)
  }
}

private func floorDivided(_ value: Int, by divisor: Int) -> (quotient: Int, remainder: Int) {
  let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
  return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
}

extension TrackedObject {
  /// The longest common period whose cells are compared.
  static let longestCommonPeriod = 4_096

  /// Whether two objects of one velocity may have cells within `reach` columns and rows of each
  /// other: the cells of their common period are compared, or those of all phases if it is long.
  ///
  /// - Parameter offset: moves the other object.
  func isClose(
    to other: Self, movedBy offset: Offset = .zero, from generation: Int, reach: Int
  ) -> Bool {
    let period = leastCommonMultiple(cycle.period, other.cycle.period)
    if period <= Self.longestCommonPeriod {
      return (generation..<generation + period).contains {
        phase(at: $0).isNear(other.phase(at: $0).moved(by: offset), reach: reach)
      }
    }
    guard !cycle.isMoving else { return true }
    let phases = [self, other].map { object in
      Frames(object.cycle.phases).unionPhase(at: object.cycle.box)
    }
    return phases[0].isNear(phases[1].moved(by: offset), reach: reach)
  }
}

extension Phase {
  /// Whether a cell is within `reach` columns and rows of a cell of another phase.
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

/// The number of live cells of several objects together, each of which follows its own cycle.
struct CommonPopulation {
  /// For each period the cells of all of its objects, from generation 0 on.
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
