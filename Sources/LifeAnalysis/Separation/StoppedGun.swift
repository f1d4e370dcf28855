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
/// What stops a stream are clusters of cells in the way of its spaceships.
struct StoppedGunSearch {
  private let separation: Separation
  private let period: Int
  private let known = KnownShapes()
  private let cells: SplitCells

  /// The most cells times generations of a period of the oscillator; larger ones take seconds.
  private static let mostWork = 1 << 23
  /// The most streams that are looked at.
  private static let mostStreams = 3

  /// Nil if the oscillator is too large.
  ///
  /// - Parameter phase: one phase of the oscillator, on the plane.
  init?(_ phase: Phase, period: Int, rule: AnalysisRule, limits: AnalysisLimits) {
    guard rule.interval == 1, phase.bitmap.population <= Self.mostWork / period else { return nil }
    self.period = period
    separation = Separation(rule: rule, limits: limits)
    cells = SplitCells(phase.cells, at: 0, known: known, separation: separation)
  }

  /// The gun; nil if none is proved.
  ///
  /// - Throws: ``Stopped``, ``MemoryExhausted``, ``UnsupportedPattern``.
  func gun() throws -> StoppedGun? {
    let parts = try cells.ships(isWide: true)
    let clusters = Clusters.split(parts.core, reach: separation.reach).map { Cells($0) }
    var streams = streams(of: parts.free, among: clusters)
    // A stream inside a gun has stoppers, too, without which there is no gun. It is short.
    streams.sort {
      ($1.ships, $0.timeToLeave, $0.number) < ($0.ships, $1.timeToLeave, $1.number)
    }
    var tried: Set<Set<Int>> = []
    for stream in streams.prefix(Self.mostStreams) {
      for stoppers in [Set(stream.stoppers), [stream.stoppers[0]]]
      where tried.insert(stoppers).inserted {
        if let gun = try gun(of: [stream], without: stoppers.map { clusters[$0] }) { return gun }
      }
    }
    let stoppers = Set(streams.map { $0.stoppers[0] })
    guard tried.insert(stoppers).inserted else { return nil }
    return try gun(of: streams, without: stoppers.map { clusters[$0] })
  }

  /// Spaceships that fly one behind the other.
  private struct Stream {
    /// In the order in which streams were found.
    let number: Int
    var ships = 0
    /// The time until the first one has left the box of all cells.
    var timeToLeave = Double.infinity
    /// The numbers of the clusters in the way of that one, in the order in which it meets them.
    var stoppers: [Int] = []
  }

  /// A line on which equal spaceships fly.
  private struct Lane: Hashable {
    var displacement: Offset
    var period: Int
    var position: Int

    init(of ship: TrackedObject, path: MovingBox) {
      displacement = ship.cycle.displacement
      period = ship.cycle.period
      // In each generation they move by a part of a cell.
      let moved = path.left * Double(displacement.y) - path.top * Double(displacement.x)
      position = Int((moved * Double(period)).rounded())
    }
  }

  private func streams(of ships: [TrackedObject], among clusters: [Cells]) -> [Stream] {
    guard let box = cells.cells.bounds else { return [] }
    let boxes = clusters.map { $0.bounds.map { MovingBox($0) } }
    var streams: [Lane: Stream] = [:]
    for ship in ships {
      let path = ship.path(from: 0)
      let lane = Lane(of: ship, path: path)
      var stream = streams[lane] ?? Stream(number: streams.count)
      defer { streams[lane] = stream }
      stream.ships += 1
      let time = path.timeToLeave(box)
      guard time < stream.timeToLeave else { continue }
      let meetings = boxes.indices.compactMap { index -> (index: Int, time: Double)? in
        guard let box = boxes[index], let times = path.times(near: box, within: separation.reach)
        else { return nil }
        return (index, times.lowerBound)
      }
      stream.timeToLeave = time
      stream.stoppers = meetings.sorted { $0.time < $1.time }.map(\.index)
    }
    return streams.values.filter { !$0.stoppers.isEmpty }
  }

  /// The gun whose streams go on without what stops them; nil if it is not proved to be one.
  private func gun(of streams: [Stream], without stoppers: [Cells]) throws -> StoppedGun? {
    let stopping = stoppers.reduce(into: []) { runs, cells in cells.forEachRun { runs.append($0) } }
    guard let running = cells.cells.removing(Cells(stopping)) else { return nil }
    // A spaceship inside the box of a gun is a part of it, so one must have left.
    let start = streams.map(\.timeToLeave).max() ?? 0
    guard start * Double(running.population) <= Double(Self.mostWork) else { return nil }
    var evolution = try separation.evolution(of: running)
    try evolution.advance(by: Int(start.rounded(.up)))
    let proof = GrowthProof(
      separation: separation, cells: try evolution.cells(), generation: evolution.generation,
      known: known)
    guard let found = try proof.growth(periods: [period])?.identification, found.kind == .gun,
      let gunPeriod = found.period
    else { return nil }
    return StoppedGun(period: gunPeriod, emitted: found.emitted, measures: found.gun)
  }
}

extension MovingBox {
  /// The time after which a box that moves is outside of one that rests.
  fileprivate func timeToLeave(_ box: Window) -> Double {
    let distances: [(distance: Double, speed: Double)] = [
      (Double(box.endX) - left, vx), (right - Double(box.x) + 1, -vx),
      (Double(box.endY) - top, vy), (bottom - Double(box.y) + 1, -vy),
    ]
    return distances.filter { $0.speed > 0 }.map { max(0, $0.distance / $0.speed) }.min() ?? 0
  }
}
