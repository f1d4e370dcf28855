package import LifeCore

/// The usual measures of a periodic object, computed from all phases of one period.
///
/// - SeeAlso: <https://conwaylife.com/wiki/Oscillator> for rotor, stator, volatility and heat.
package struct CycleMeasures: Sendable {
  /// The minimum, maximum and mean of a value over the period.
  package struct Spread: Sendable {
    package var min: Int
    package var max: Int
    package var mean: Double
    /// The generations of the minimum and the maximum, counted from the first phase.
    package var minAt: Int
    package var maxAt: Int

    init(_ values: [Int], interval: Int) {
      min = values.min() ?? 0
      max = values.max() ?? 0
      mean = values.isEmpty ? 0 : Double(values.reduce(0, +)) / Double(values.count)
      minAt = (values.firstIndex(of: min) ?? 0) * interval
      maxAt = (values.firstIndex(of: max) ?? 0) * interval
    }
  }

  /// Measures of objects that do not move.
  package struct Activity: Sendable {
    /// The number of cells alive in at least one phase.
    package var active: Int
    /// The number of cells alive in some phases and dead in others.
    package var rotor: Int
    /// The number of active cells for each smallest period of a cell, ascending.
    package var cellPeriods: [(period: Int, cells: Int)]

    package var stator: Int { active - rotor }
    package var volatility: Double { Double(rotor) / Double(active) }

    /// The share of active cells with the same smallest period as the object.
    package func strictVolatility(_ period: Int) -> Double {
      let own = cellPeriods.last.flatMap { $0.period == period ? $0.cells : nil }
      return rotor == 0 ? 0 : Double(own ?? 0) / Double(active)
    }
  }

  package let population: Spread
  /// The number of cells changing from one generation to the next.
  package let heat: Spread
  /// See ``CycleSymmetry/mod``.
  package var mod: Int { symmetries.mod }
  package var symmetry: StaticSymmetry { symmetries.spatial }
  package let symmetries: CycleSymmetry
  /// The union of the bounding boxes of all phases.
  package let box: Window
  /// `nil` for spaceships.
  package let activity: Activity?

  /// The maximum product of phases and cells of the box.
  package static let maxWork = 1 << 28

  /// Returns `nil` if the phases were not collected, have too many cells, or have no live cell.
  package init?(_ cycle: ObjectCycle, rule: AnalysisRule) {
    guard let first = cycle.phases.first, first.bitmap.height > 0 else { return nil }
    let box = cycle.box ?? first.window
    let (area, overflow) = box.width.multipliedReportingOverflow(by: box.height)
    guard !overflow, area <= Self.maxWork / cycle.phases.count else { return nil }
    self.box = box
    let interval = rule.interval
    population = Spread(cycle.phases.map(\.bitmap.population), interval: interval)
    let stack = PhaseStack(periodOf: cycle)
    heat = Spread(
      (0..<cycle.phases.count).map { stack.changes(from: $0, to: $0 + 1) }, interval: interval)
    symmetries = CycleSymmetry(cycle, rule: rule)
    activity = cycle.isMoving ? nil : Activity(stack, cycle: cycle, interval: interval)
  }

  /// Mean heat per active cell.
  package var temperature: Double? { activity.map { heat.mean / Double($0.active) } }

  /// Mean heat per rotor cell.
  package var rotorTemperature: Double? {
    activity.flatMap { $0.rotor == 0 ? nil : heat.mean / Double($0.rotor) }
  }
}

extension CycleMeasures.Activity {
  fileprivate init(_ stack: PhaseStack, cycle: ObjectCycle, interval: Int) {
    let periods = cycle.phases.count.divisors
    let counts = stack.cellCounts(ofPeriods: periods, count: cycle.phases.count)
    active = counts.reduce(0, +)
    cellPeriods = zip(periods, counts).filter { $0.1 > 0 }.map { ($0 * interval, $1) }
    let still = cellPeriods.first.flatMap { $0.period == interval ? $0.cells : nil } ?? 0
    rotor = active - still
  }
}
