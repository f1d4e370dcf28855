internal import LifeCore

/// Splits pseudo-objects: their parts evolve alone just as they do together.
///
/// For example, a bi-block is two blocks, because each lives alone. A table on a table is one
/// object, because its halves do not survive alone. Only dependence matters, not distance.
///
///     islands   connected cells of one phase, also connected with adjacent cells of the next phase
///     groups    islands around the same dead cell, if some of them, without the others, would give
///               birth to it; different groups evolve independently
///     parts     partitions of a group into 2, 3 or 4 parts: the first one whose parts all evolve
///               alone as in the object; each part is split again
package struct PseudoObjects {
  private let rule: AnalysisRule
  /// The maximum number of islands: beyond it, the number of partitions grows too fast.
  private static let maxIslands = 12
  private static let maxParts = 4
  /// The maximum product of cells and phases. For example, a gun of period 690 with an eater would
  /// take minutes.
  private static let maxWork = 1 << 18

  package init(_ rule: AnalysisRule) { self.rule = rule }

  /// The smallest independent parts of an object, each with its own cycle.
  ///
  /// - Complexity: exponential in the number of islands, which is at most 12.
  package func parts(of cycle: ObjectCycle) -> [ObjectCycle] {
    let cells = cycle.phases.first?.bitmap.population ?? 0
    guard cells * cycle.phases.count <= Self.maxWork else { return [cycle] }
    guard let islands = Islands(cycle), islands.count > 1 else { return [cycle] }
    if let parts = independentParts(islands, cycle: cycle) {
      return parts.flatMap { self.parts(of: $0) }
    }
    guard islands.count <= Self.maxIslands else { return [cycle] }
    // The cycles of all sets of islands that evolve alone as in the object. Each set has a bit per
    // island.
    var alone: [Int: ObjectCycle] = [:]
    for set in 1..<(1 << islands.count - 1) {
      alone[set] = self.cycle(of: islands, in: cycle) { set >> $0 & 1 == 1 }
    }
    let partitions = Partitions(of: islands.count, into: alone.keys)
    for size in 2...min(Self.maxParts, islands.count) {
      if let sets = partitions.first(ofSize: size) {
        return sets.compactMap { alone[$0] }.flatMap { parts(of: $0) }
      }
    }
    return [cycle]
  }

  /// The cycles of the independent groups. `nil` if there is only one group, if a group evolves
  /// differently alone, or if the rule has no groups.
  private func independentParts(_ islands: Islands, cycle: ObjectCycle) -> [ObjectCycle]? {
    guard rule.interval == 1, rule.rule.states == 2, let map = rule.rule.phases[0].map else {
      return nil
    }
    let groups = islands.groups(under: map)
    guard groups.count > 1 else { return nil }
    var parts: [ObjectCycle] = []
    for group in 0..<groups.count {
      let part = self.cycle(of: islands, in: cycle) { groups.setOf[$0] == group }
      guard let part else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// The cycle of some islands. `nil` if they evolve differently alone.
  ///
  /// - Complexity: O(cells of a phase) if the second phase differs already, else O(cells of all
  ///   phases).
  private func cycle(
    of islands: Islands, in cycle: ObjectCycle, where includes: (Int) -> Bool
  ) -> ObjectCycle? {
    let first = islands.phase(0, including: includes)
    guard cycle.phases.count == 1 || isPhase(islands.phase(1, including: includes), after: first),
      let alone = rule.smallCycle(of: first, maxPeriod: cycle.period),
      cycle.period.isMultiple(of: alone.period)
    else { return nil }
    let turns = cycle.period / alone.period
    guard alone.displacement.x * turns == cycle.displacement.x,
      alone.displacement.y * turns == cycle.displacement.y
    else { return nil }
    for index in cycle.phases.indices {
      var expected = alone.phases[index % alone.phases.count]
      expected.x += index / alone.phases.count * alone.displacement.x
      expected.y += index / alone.phases.count * alone.displacement.y
      guard expected == islands.phase(index, including: includes) else { return nil }
    }
    return alone
  }

  /// Whether a phase of small objects becomes `next`.
  private func isPhase(_ next: Phase, after phase: Phase) -> Bool {
    guard let blockRule = rule.blockRule,
      var board = SmallBoard(phase, planes: blockRule.planes),
      board.advance(blockRule, by: rule.interval)
    else { return false }
    return board.phase == next
  }
}

/// The partitions of a few items into sets of a family. A set is a number with a bit for each item.
struct Partitions {
  private let count: Int
  /// For each count *n* and each subset of the first *n* items: whether a set of the family
  /// contains exactly these of the first *n* items.
  private let beginnings: [[Bool]]

  init(of count: Int, into family: some Collection<Int>) {
    self.count = count
    beginnings = (0...count).map { items in
      var beginnings = [Bool](repeating: false, count: 1 << items)
      for set in family { beginnings[set & (1 << items - 1)] = true }
      return beginnings
    }
  }

  /// The first partition into `size` sets. `nil` if there is none.
  ///
  /// Items are put into sets one after the other, each into the first set that works; a new set
  /// is last. For example, 0, 1 | 2 comes before 0 | 1, 2 if both exist. A set is given up once no
  /// set of the family begins with it: twelve items have 700 000 partitions into up to four sets.
  func first(ofSize size: Int) -> [Int]? {
    var sets = [Int](repeating: 0, count: size)
    /// Puts the items from `index` on into sets. The first `used` sets are not empty.
    func canFill(from index: Int, used: Int) -> Bool {
      guard sets[..<used].allSatisfy({ beginnings[index][$0] }) else { return false }
      if index == count { return used == size }
      // Too few items are left for the empty sets.
      guard used + count - index >= size else { return false }
      for set in 0..<min(used + 1, size) {
        sets[set] |= 1 << index
        if canFill(from: index + 1, used: max(used, set + 1)) { return true }
        sets[set] &= ~(1 << index)
      }
      return false
    }
    return canFill(from: 0, used: 0) ? sets : nil
  }
}
