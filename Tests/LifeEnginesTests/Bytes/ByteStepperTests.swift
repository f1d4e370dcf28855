import LifeCore
import LifeEngines
import TestSupport
import Testing

/// Periods detected and skipped by the bytes engine.
@Suite struct ByteStepperTests {
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
    let pattern = try Art.pattern(art, under: rule)
    var far = try Engine.bytes.makeStepper(for: pattern, options: EngineOptions())
    try far.advance(by: BigInt(1))
    try far.advance(by: .powerOfTwo(70))
    if let population { #expect(far.population == BigInt(population)) }
    // Equals the reference, for any rest of the last period.
    var near = try Engine.reference.makeStepper(for: pattern, options: EngineOptions())
    var seen: [[Position: State]] = []
    for _ in 0..<2000 {
      let now = try near.snapshot().states()
      if let first = seen.firstIndex(of: now), (seen.count - first).isMultiple(of: 2) {
        let period = BigInt(seen.count - first)
        let left = (BigInt(1) + .powerOfTwo(70) - BigInt(first)).quotientAndRemainder(
          dividingBy: period
        ).1
        #expect(try far.snapshot().states() == seen[first + (left.int ?? 0)])
        return
      }
      seen.append(now)
      try near.advance(by: BigInt(1))
    }
    Issue.record("no period was found")
  }
}
