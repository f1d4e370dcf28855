internal import LifeCore

/// Splits objects whose parts evolve alone exactly as they do together.
///
/// A bi-block is two blocks: each lives alone. A table on a table is one object, because its halves
/// do not survive alone. Distance does not matter, only dependence.
///
///     islands   connected cells of one phase, and of the next phase beside them
///     groups    islands that share a dead cell which only some of them would bring to life; other
///               islands evolve independently, however many there are
///     parts     partitions of a group into 2, 3 or 4 parts; the first one whose parts all evolve
///               alone as they do in the object is taken, and each part is split again
package struct PseudoObjects {
  private let rule: AnalysisRule
  /// More islands than this are not split: the number of partitions grows too fast.
  private static let mostIslands = 12
  private static let mostGroups = 4
  /// Larger products of cells and phases are not split, which would take minutes for a gun of
  /// period 690 whose stream an eater ends.
  private static let largestWork = 1 << 18

  package init(_ rule: AnalysisRule) { self.rule = rule }

  /// The smallest parts of an object that evolve independently, each with its own cycle.
  ///
  /// - Complexity: exponential in the number of islands, which is at most 12.
  package func parts(of cycle: ObjectCycle) -> [ObjectCycle] {
    let cells = cycle.phases.first?.bitmap.population ?? 0
    guard cells * cycle.phases.count <= Self.largestWork else { return [cycle] }
    guard let islands = Islands(cycle), islands.count > 1 else { return [cycle] }
    if let parts = independentParts(islands, cycle: cycle) {
      return parts.flatMap { self.parts(of: $0) }
    }
    guard islands.count <= Self.mostIslands else { return [cycle] }
    // The cycles of the sets of islands that evolve alone as in the object; a bit for each island.
    var alone: [Int: ObjectCycle] = [:]
    for set in 1..<(1 << islands.count - 1) {
      alone[set] = self.cycle(of: islands, in: cycle) { set >> $0 & 1 == 1 }
    }
    let partitions = Partitions(of: islands.count, into: alone.keys)
    for groups in 2...min(Self.mostGroups, islands.count) {
      if let sets = partitions.first(ofSize: groups) {
        return sets.compactMap { alone[$0] }.flatMap { parts(of: $0) }
      }
    }
    return [cycle]
  }

  /// The cycles of the groups that evolve independently; nil if there is only one, if one does not
  /// evolve alone as in the object, or if groups are not known under the rule.
  private func independentParts(_ islands: Islands, cycle: ObjectCycle) -> [ObjectCycle]? {
    guard rule.interval == 1, rule.rule.states == 2, let map = rule.rule.phases[0].map else {
      return nil
    }
    let groups = islands.groups(under: map)
    guard groups.count > 1 else { return nil }
    var parts: [ObjectCycle] = []
    for group in 0..<groups.count {
      let part = self.cycle(of: islands, in: cycle) { groups.ofNumbers[$0] == group }
      guard let part else { return nil }
      parts.append(part)
    }
    return parts
  }

  /// The cycle of some islands; nil if they do not evolve alone as in the object.
  ///
  /// - Complexity: O(cells of a phase) if they differ in the next phase, else O(cells of all
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

  /// Whether a phase of small objects becomes another one.
  private func isPhase(_ next: Phase, after phase: Phase) -> Bool {
    guard let blockRule = rule.blockRule,
      var board = SmallBoard(phase, planes: blockRule.planes),
      board.advance(blockRule, by: rule.interval)
    else { return false }
    return board.phase == next
  }
}

extension [TrackedObject] {
  /// The number of objects of each code, after pseudo-objects are split.
  func counts(under rule: AnalysisRule) -> [ObjectCode: Int] {
    let pseudoObjects = PseudoObjects(rule)
    var counts: [ObjectCode: Int] = [:]
    for object in self {
      for cycle in pseudoObjects.parts(of: object.cycle) {
        counts[ObjectCode(cycle, under: rule), default: 0] += 1
      }
    }
    return counts
  }
}

/// The partitions of a few items into sets of a family; each set is a number with a bit for each
/// item.
struct Partitions {
  private let count: Int
  /// For each number of items, and each set of these first items, whether some set of the family
  /// has just these of them.
  private let beginnings: [[Bool]]

  init(of count: Int, into family: some Collection<Int>) {
    self.count = count
    beginnings = (0...count).map { items in
      var beginnings = [Bool](repeating: false, count: 1 << items)
      for set in family { beginnings[set & (1 << items - 1)] = true }
      return beginnings
    }
  }

  /// The first partition into a number of sets; nil if there is none. Partitions come in the order
  /// of the numbers of the sets to which item 0, item 1 and so on belong; a set is numbered when
  /// its first item is.
  ///
  /// Sets with which no set of the family begins are not filled further, because twelve items have
  /// 700 000 partitions into at most four sets: a collection of 83 periods, 9.3 → 5.7 s; one of
  /// hasslers, 1.7 → 0.6 s.
  func first(ofSize size: Int) -> [Int]? {
    var sets = [Int](repeating: 0, count: size)
    /// Puts the items from `index` on into sets, of which the first `used` are not empty.
    func canFill(from index: Int, used: Int) -> Bool {
      guard sets[..<used].allSatisfy({ beginnings[index][$0] }) else { return false }
      if index == count { return used == size }
      // The items left are too few for the sets that are still empty.
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
