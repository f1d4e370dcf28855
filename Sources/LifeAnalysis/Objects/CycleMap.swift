package import LifeCore

/// The behavior of each cell of a cycle's box during one period.
package struct CycleMap: Sendable {
  /// The union of the bounding boxes of all phases.
  package let box: Window
  /// The number of generations of one period, and from one phase to the next.
  package let period: Int
  package let interval: Int
  /// The smallest period of each cell, row by row. Cells that are never alive have 0.
  package let ownPeriods: [Int]
  /// The number of changes of each cell in one period.
  package let changes: [Int]
  /// For each phase, whether each cell is alive.
  package let phases: [[Bool]]

  /// The maximum product of phases and cells of the box.
  private static let maxWork = 1 << 24

  /// Returns `nil` if the phases were not collected, have too many cells, or have no live cell.
  package init?(_ cycle: ObjectCycle, rule: AnalysisRule) {
    guard let box = cycle.box, box.height > 0,
      box.width * box.height <= Self.maxWork / cycle.phases.count
    else { return nil }
    self.box = box
    period = cycle.period
    interval = rule.interval
    // The last bitmap is the first phase again, a period later. Only `changes` needs it.
    let stack = PhaseStack(periodOf: cycle)
    let count = cycle.phases.count
    let divisors = count.divisors
    // The states of each cell in all phases.
    let states = (0..<box.width * box.height).map { index in
      let x = box.x - stack.box.x + index % box.width
      let y = box.y - stack.box.y + index / box.width
      return stack.bitmaps.map { $0[x, y] }
    }
    let isMoving = cycle.isMoving
    ownPeriods = states.map { states in
      guard states.prefix(count).contains(where: { $0 != 0 }) else { return 0 }
      if isMoving { return count * rule.interval }
      let own = divisors.first { steps in
        (0..<count).allSatisfy { states[$0] == states[($0 + steps) % count] }
      }
      return (own ?? count) * rule.interval
    }
    changes = states.map { states in (0..<count).count { states[$0] != states[$0 + 1] } }
    phases = (0..<count).map { phase in states.map { $0[phase] != 0 } }
  }
}
