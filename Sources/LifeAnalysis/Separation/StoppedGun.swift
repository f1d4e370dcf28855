internal import LifeCore

/// The gun of an oscillator whose stream is stopped far away, for example by an eater.
package struct StoppedGun: Sendable {
  package let period: Int
  /// What it would emit in each period.
  package let emitted: [Identification.EqualObjects]
  /// What it is without its stream; nil if it is too large.
  package let measures: GunMeasures?
}

/// Finds the gun in an oscillator.
///
///     gun ══> ·  ·  ·  ·  ·  ·  eater       the oscillator
///     gun ══> ·  ·  ·  ·  ·  ·              without what stops the stream: proved to be a gun
///
/// What stops a stream is the first cluster of cells in the way of a spaceship that flies alone.
struct StoppedGunSearch {
  private let rule: AnalysisRule
  private let limits: AnalysisLimits
  private let period: Int
  /// Cells that have no common neighbor with other cells.
  private let clusters: [Cells]

  /// The most cells times generations of a period of the oscillator; larger ones take seconds.
  private static let mostWork = 1 << 17
  /// The most clusters that are left out alone.
  private static let mostAttempts = 2
  /// The longest period of a spaceship of a stream.
  private static let longestShipPeriod = 64
  /// The generations in which a gun is found, and the periods.
  private static let generations = 1 << 12
  private static let periods = 16

  /// Nil if the oscillator is too large.
  ///
  /// - Parameter phase: one phase of the oscillator, on the plane.
  init?(_ phase: Phase, period: Int, rule: AnalysisRule, limits: AnalysisLimits) {
    guard rule.interval == 1, phase.bitmap.population <= Self.mostWork / period else { return nil }
    self.rule = rule
    self.limits = limits
    self.period = period
    clusters = Clusters.split(phase.cells, reach: 2 * rule.rule.range).map { Cells($0) }
  }

  /// The gun; nil if none is proved.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func gun() throws -> StoppedGun? {
    // A stream inside a gun has stoppers, too, without which there is no gun. It is short.
    let stoppers = stoppers()
    var sets = stoppers.prefix(Self.mostAttempts).map { [$0] }
    if stoppers.count > 1 { sets.append(stoppers) }
    for set in sets {
      if let gun = try gun(without: Set(set)) { return gun }
    }
    return nil
  }

  /// The numbers of the clusters that stop the spaceships that fly alone, first those that stop the
  /// most of them.
  private func stoppers() -> [Int] {
    var paths: [Int: MovingBox] = [:]
    for (index, cells) in clusters.enumerated() {
      let cycle = rule.smallCycle(ofCells: cells, maxPeriod: Self.longestShipPeriod)
      guard let cycle, cycle.isMoving else { continue }
      let last = cycle.phases[0].moved(by: cycle.displacement)
      paths[index] = MovingBox(
        (cycle.phases + [last]).map(\.window), displacement: cycle.displacement)
    }
    let reach = 2 * rule.rule.range
    var ships: [Int: Int] = [:]
    for path in paths.values {
      let meetings = clusters.indices.compactMap { index -> (index: Int, time: Double)? in
        guard paths[index] == nil, let box = clusters[index].bounds else { return nil }
        return path.times(near: MovingBox(box), within: reach).map { (index, $0.lowerBound) }
      }
      if let first = meetings.min(by: { $0.time < $1.time }) {
        ships[first.index, default: 0] += 1
      }
    }
    return ships.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  private func gun(without removed: Set<Int>) throws -> StoppedGun? {
    var runs: [CellRun] = []
    for (index, cells) in clusters.enumerated() where !removed.contains(index) {
      cells.forEachRun { runs.append($0) }
    }
    var limits = limits
    limits.onGeneration = nil
    limits.generations = Self.generations + Self.periods * period
    let pattern = try Pattern(onPlane: Cells(runs), rule: rule.rule)
    var search = try CycleSearch(pattern, rule: rule, limits: limits)
    guard case .separated(let found) = try search.run(), found.kind == .gun,
      let gunPeriod = found.period, period.isMultiple(of: gunPeriod)
    else { return nil }
    return StoppedGun(period: gunPeriod, emitted: found.emitted, measures: found.gun)
  }
}
