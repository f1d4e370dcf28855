import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Periods detected and skipped by the bytes engine.
@Suite struct ByteStepperTests {
  private func stepper(rule rulestring: String, art: String) throws -> any Stepper {
    let parsed = try RuleAndUniverse(parsing: rulestring.utf8)
    let pattern = Pattern(cells: Art.cells(art), rule: parsed.rule, in: parsed.universe ?? .plane)
    return try Engine.bytes.makeStepper(for: pattern, options: EngineOptions())
  }

  /// More generations than could be stepped; periods of 4 · 64 on the torus, 30 and 2.
  @Test(arguments: [
    ("B3/S23:T64,64", ".O.\n..O\nOOO", 5),
    ("B3/S23", "..O....O..\nOO.OOOO.OO\n..O....O..", nil),
    ("B3/S23History", "OOO", 5),
    ("B0123478/S01234678:P20,20", "O.O", nil),
    ("B01/S:T9,7", "OO\nO.", nil),
  ])
  func `whole periods of cells that repeat are skipped`(rule: String, art: String, population: Int?)
    throws
  {
    var far = try stepper(rule: rule, art: art)
    try far.advance(by: BigInt(1))
    try far.advance(by: .powerOfTwo(70))
    if let population { #expect(far.population == BigInt(population)) }
    // Equals the reference, for any rest of the last period.
    let parsed = try RuleAndUniverse(parsing: rule.utf8)
    let pattern = Pattern(cells: Art.cells(art), rule: parsed.rule, in: parsed.universe ?? .plane)
    var near = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
    var seen: [CellsOf] = []
    for _ in 0..<2000 {
      let now = CellsOf(try near.snapshot())
      if let first = seen.firstIndex(of: now), (seen.count - first).isMultiple(of: 2) {
        let period = BigInt(seen.count - first)
        let left = (BigInt(1) + .powerOfTwo(70) - BigInt(first)).quotientAndRemainder(
          dividingBy: period
        ).1
        #expect(CellsOf(try far.snapshot()) == seen[first + (left.int ?? 0)])
        return
      }
      seen.append(now)
      try near.advance(by: BigInt(1))
    }
    Issue.record("no period was found")
  }
}

/// The absolute cells of a pattern, independent of its origin.
private struct CellsOf: Equatable {
  private var runs: [[BigInt]] = []

  init(_ pattern: Pattern) {
    let origin = pattern.origin
    pattern.cells.forEachRun { run in
      for x in run.x..<run.x + run.length {
        runs.append([origin.y + BigInt(run.y), origin.x + BigInt(x), BigInt(Int(run.state))])
      }
    }
  }
}
