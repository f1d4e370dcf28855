package import LifeCore
package import LifeEngines

/// Counts births and deaths between one sample of a run and the next.
///
/// It keeps the live cells of the last sample. It stops counting when they need more than 64 MiB.
package struct ChangeCounter {
  private let rule: Rule
  private let universe: Universe
  private var last: (live: Pattern, isComplement: Bool)?
  private var hasGivenUp = false

  private static let maxBytes = 1 << 26

  /// - Parameter rule: the rule of the run.
  package init(_ rule: Rule, in universe: Universe = .plane) {
    self.rule = rule
    self.universe = universe
  }

  /// Births and deaths since the last call. Returns `nil` for the first call, if the cells need too
  /// much memory, and if nearly all cells of the plane are born or die, as under rules with B0.
  package mutating func count(_ stepper: any Stepper) throws -> (births: Int, deaths: Int)? {
    if hasGivenUp { return nil }
    let isComplement = rule.storesComplement(at: stepper.generation, in: universe)
    do {
      let live = try stepper.snapshot().livePlane(limit: Self.maxBytes)
      defer { last = (live, isComplement) }
      guard let last, last.isComplement == isComplement else { return nil }
      let changed = try live.difference(from: last.live)?.count.int ?? 0
      let growth = live.cells.population - last.live.cells.population
      let stored = (births: (changed + growth) / 2, deaths: (changed - growth) / 2)
      return isComplement ? (births: stored.deaths, deaths: stored.births) : stored
    } catch is MemoryExhausted {
      hasGivenUp = true
      last = nil
      return nil
    }
  }
}

extension Pattern {
  /// The live cells as rows of two states.
  ///
  /// - Throws: ``MemoryExhausted`` beyond the limit in bytes.
  fileprivate func livePlane(limit: Int) throws -> Pattern {
    let rows = try inRows(limit: limit)
    var result = Pattern(cells: try rows.cells.live(limit: limit))
    result.statedPosition = rows.origin
    return result
  }
}

extension Cells {
  /// All live cells in state 1.
  fileprivate func live(limit: Int) throws -> Cells {
    if planes == 1 {
      guard byteCount <= limit else { throw MemoryExhausted(purpose: "pattern", bytes: byteCount) }
      return self
    }
    let builder = Builder(planes: 1, limit: limit)
    try forEachPiece { y, x, words in
      for first in stride(from: 0, to: words.count, by: planes) {
        let live = (first..<first + planes).reduce(UInt64(0)) { $0 | words[$1] }
        try builder.append(y: y, x: x + first / planes * 64, word: live)
      }
    }
    return builder.finish()
  }
}
