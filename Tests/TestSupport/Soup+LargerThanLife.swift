import LifeCore

extension Soup {
  /// A random rule with a neighborhood of some shape; with `b0` it has B0 and two states.
  package static func largerThanLife(
    seed: Int, shape: LargerThanLife.Neighborhood.Shape, range: Int, b0: Bool = false
  ) -> LargerThanLife {
    var random = Seeded(seed)
    while true {
      let states = b0 ? 2 : [2, 2, 3, 4, 6].randomElement(using: &random) ?? 2
      var cells = LargerThanLife.Neighborhood(shape, range: range)
      let side = 2 * range + 1
      switch shape {
      case .custom: cells.digits = digits((side * side - 1) / 4, by: &random)
      case .weighted:
        cells.digits = digits(side * side * Int.random(in: 1...2, using: &random), by: &random)
        if !b0, Bool.random(using: &random) {
          cells.stateWeights = (0..<states).map { _ in Int.random(in: 0...5, using: &random) }
        }
      default: break
      }
      if !cells.digits.isEmpty {
        cells.tiling = [nil, .hexagonal, .triangular].randomElement(using: &random) ?? nil
      }
      let full = LargerThanLife(cells, states: 2, birth: CountSet(), survival: CountSet()).fullSum
      let rule = LargerThanLife(
        cells, states: states, birth: counts(upTo: full, b0: b0, &random),
        survival: counts(upTo: full, b0: Bool.random(using: &random), &random))
      let phase = Rule(.largerThanLife(rule)).phases[0]
      if b0 || phase.largerThanLife?.birth.contains(0) == false { return rule }
    }
  }

  private static func digits(_ count: Int, by random: inout Seeded) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return (0..<count).map { _ in digits[Int.random(in: 0..<16, using: &random)] }
  }

  /// Some ranges, more in the lower half, where soups live.
  private static func counts(upTo full: Int, b0: Bool, _ random: inout Seeded) -> CountSet {
    var ranges: [ClosedRange<Int>] = b0 ? [0...0] : []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let low = Int.random(in: 1...max(1, full / 2), using: &random)
      ranges.append(low...low + Int.random(in: 0...max(0, full - low) / 2, using: &random))
    }
    return CountSet(ranges.map { $0.clamped(to: 0...max(0, full)) })
  }

  /// A soup with all states of a rule, half of its cells dead.
  package static func cells(_ seed: Int, width: Int, height: Int, states: Int) -> Cells {
    var random = Seeded(seed)
    var runs: [CellRun] = []
    for row in 0..<height {
      for column in 0..<width where Bool.random(using: &random) {
        // Half of the live cells are in state 1, the only state to be counted.
        let state = Bool.random(using: &random) ? 1 : Int.random(in: 1..<states, using: &random)
        runs.append(CellRun(y: row, x: column, length: 1, state: State(state)))
      }
    }
    return Cells(runs)
  }
}
