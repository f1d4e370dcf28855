internal import LifeCore
internal import LifeEngines

// Proves that moving objects never meet.
extension Separation {
  /// The maximum number of pairs of paths.
  private static let maxPairs = 20_000_000
  /// The maximum number of generations of an encounter.
  private static let maxEncounter = 1 << 12

  /// Whether it is proved that each object evolves forever as it would alone.
  func neverMeet(_ objects: [TrackedObject], from generation: Int) throws -> Bool {
    try closePairs(objects, from: generation, span: 0)?.isEmpty ?? false
  }

  /// Two objects with different velocities passing each other.
  private struct Encounter {
    let objects: [Int]
    /// The generations in which they may have a common neighbor.
    let times: ClosedRange<Int>

    func overlaps(_ other: Encounter) -> Bool {
      times.overlaps(other.times) && objects.contains { other.objects.contains($0) }
    }
  }

  /// The pairs of objects with the same velocity that ever have a common neighbor. `nil` if objects
  /// with different velocities may change each other, or if there are too many pairs.
  ///
  /// - Parameter span: the objects were separated by all cells alive within this number of
  ///   generations, so resting objects with at most this period are apart from each other.
  func closePairs(
    _ objects: [TrackedObject], from generation: Int, span: Int
  ) throws -> [(Int, Int)]? {
    let paths = objects.map { $0.path(from: generation) }
    let isApart = objects.map { !$0.cycle.isMoving && $0.cycle.period <= span }
    let compared = objects.indices.filter { !isApart[$0] }
    guard compared.count * objects.count <= Self.maxPairs,
      compared.isEmpty || paths.allSatisfy(\.isExact)
    else { return nil }
    var pairs: [(Int, Int)] = []
    var encounters: [Encounter] = []
    for index in compared {
      try limits.engine.interrupt?.check()
      for other in objects.indices where other < index || isApart[other] {
        guard let times = paths[index].times(near: paths[other], within: reach) else { continue }
        try limits.engine.interrupt?.check()
        if objects[index].cycle.hasVelocity(of: objects[other].cycle) {
          if objects[index].isClose(to: objects[other], from: generation, reach: reach) {
            pairs.append((index, other))
          }
          continue
        }
        guard times.upperBound - times.lowerBound <= Double(Self.maxEncounter) else {
          return nil
        }
        let first = (generation + Int(times.lowerBound)) / rule.interval * rule.interval
        let encounter = Encounter(
          objects: [index, other], times: first...generation + Int(times.upperBound) + 1)
        // Three objects together may change each other even if every two don't.
        guard !encounters.contains(where: encounter.overlaps),
          try pass(objects[index], objects[other], at: encounter.times)
        else { return nil }
        encounters.append(encounter)
      }
    }
    return pairs
  }

  /// Whether two objects evolve together as each does alone, for some generations.
  private func pass(
    _ one: TrackedObject, _ other: TrackedObject, at times: ClosedRange<Int>
  ) throws -> Bool {
    let both = [one, other]
    var evolution = try evolution(of: Cells(both.runs(at: times.lowerBound)), visitsCells: true)
    for generation in stride(from: times.lowerBound, through: times.upperBound, by: rule.interval) {
      guard try evolution.cells() == Cells(both.runs(at: generation)) else { return false }
      try evolution.advance(by: rule.interval)
    }
    return true
  }
}
