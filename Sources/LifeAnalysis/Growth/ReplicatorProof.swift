internal import LifeCore
internal import LifeEngines

/// Proves that a pattern replicates forever after it has become several copies of itself.
///
/// Under a linear rule, sums of patterns (modulo 2) stay sums: the next generation of a sum is the
/// sum of the next generations. Copies at the offsets *o* after *p* generations therefore become
/// copies at 2*o* after 2*p*, at 4*o* after 4*p* and so on.
///
/// Under another rule, the copies must be in a row. The row is a linear one-dimensional automaton
/// if every row of copies becomes, after *p* generations, the sum of the results of each copy
/// alone. A cell depends only on cells within *p* times the range of the rule. So it is enough to
/// compare all rows of *n* copies, if at most *n* can have cells within this distance of one cell.
///
///      generation 0     F . F F        the copies of one row, each present or not
///      generation p    F F F . F       the sum: two copies at the same place cancel out
struct ReplicatorProof {
  let separation: Separation
  let template: Cells
  /// The offsets of the copies from the template after ``period`` generations.
  let offsets: [Offset]
  let period: Int

  /// The maximum number of copies in the compared rows. Each more doubles the number of rows.
  private static let maxCopies = 10
  private static let maxWork = 1 << 16

  /// - Throws: `Stopped`, `MemoryExhausted`.
  func isProved() throws -> Bool {
    if separation.rule.rule.isLinear { return true }
    guard let row = Row(offsets), separation.rule.rule.allowsMoves(by: row.start),
      separation.rule.rule.allowsMoves(by: row.step), let length = length(of: row),
      try areDisjoint(length, row: row)
    else { return false }
    // Skip rows without their first copy: they are shifted versions of others.
    for mask in stride(from: 1, to: 1 << length, by: 2) {
      let present = (0..<length).filter { mask >> $0 & 1 == 1 }
      var evolution = try separation.evolution(of: copies(at: present, of: row, from: .zero))
      try evolution.advance(by: period)
      var sum: Set<Int> = []
      for copy in present {
        for child in row.children { sum.formSymmetricDifference([copy + child]) }
      }
      guard try evolution.cells() == copies(at: sum.sorted(), of: row, from: row.start) else {
        return false
      }
    }
    return true
  }

  /// The children of a copy, in a row: one at `start`, the others multiples of `step` from it.
  private struct Row {
    let start: Offset
    let step: Offset
    /// The children of one copy, in steps from `start`; the first is 0.
    let children: [Int]

    /// Returns `nil` if the offsets are not on a line.
    init?(_ offsets: [Offset]) {
      let sorted = offsets.sorted { ($0.y, $0.x) < ($1.y, $1.x) }
      guard let first = sorted.first, sorted.count > 1 else { return nil }
      let moves = sorted.map { Offset(x: $0.x - first.x, y: $0.y - first.y) }
      guard moves.allSatisfy({ $0.x * moves[1].y == $0.y * moves[1].x }) else { return nil }
      let divisor = moves.reduce(0) {
        greatestCommonDivisor($0, greatestCommonDivisor(abs($1.x), abs($1.y)))
      }
      let last = moves[moves.count - 1]
      let lastDivisor = greatestCommonDivisor(abs(last.x), abs(last.y))
      guard divisor > 0 else { return nil }
      start = first
      step = Offset(x: last.x * divisor / lastDivisor, y: last.y * divisor / lastDivisor)
      let size = max(abs(step.x), abs(step.y))
      children = moves.map { max(abs($0.x), abs($0.y)) / size }
    }
  }

  /// The maximum number of adjacent copies with cells in reach of one cell. `nil` if there are too
  /// many.
  private func length(of row: Row) -> Int? {
    guard let box = template.bounds else { return nil }
    let reach = 2 * period * separation.rule.rule.range
    let counts = [(row.step.x, box.width), (row.step.y, box.height)].compactMap { step, side in
      step == 0 ? nil : (reach + side - 1) / abs(step) + 1
    }
    guard let length = counts.min(), length <= Self.maxCopies,
      period << length <= Self.maxWork
    else { return nil }
    return length
  }

  private func areDisjoint(_ length: Int, row: Row) throws -> Bool {
    let all = try copies(at: Array(0..<length), of: row, from: .zero)
    return all.population == length * template.population
  }

  private func copies(at places: [Int], of row: Row, from start: Offset) throws -> Cells {
    let runs = try places.flatMap { place in
      let offset = Offset(x: start.x + place * row.step.x, y: start.y + place * row.step.y)
      return try template.moved(by: offset).runs
    }
    return Cells(runs)
  }
}

extension Rule {
  /// Whether each cell becomes the sum, modulo 2, of certain cells of its neighborhood.
  fileprivate var isLinear: Bool {
    guard states == 2, phaseCount == 1, let map = phases[0].map else { return false }
    return (0..<MooreMap.count).allSatisfy { index in
      let sum = (0..<9).reduce(false) { $0 != (index >> $1 & 1 == 1 && map[1 << $1]) }
      return map[index] == sum
    }
  }
}
