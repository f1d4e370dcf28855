import LifeCore
import LifeEngines
import LifeKernels
import TestSupport
import Testing

/// Passes over memory for several generations, compared with passes for one.
@Suite struct PassTests {
  static let universes: [Universe] = [
    Universe(.torus, width: 130, height: 97), Universe(.torus, width: 512, height: 258),
    Universe(.plane, width: 511, height: 301), Universe(.plane, width: 64, height: 803),
    Universe(.torus, width: 1000, height: 1103),
  ]
  static let rules = ["B3/S23", "B36/S23", "B3678/S34678", "B2/S", "B0/S", "B02/S138", "B35/S236"]

  private func stepper(
    in universe: Universe, rule: Rule, level: CPULevel, threads: Int
  ) throws -> BitmapStepper {
    let seed = universe.width + universe.height
    var pattern = Pattern(
      cells: Soup.cells(seed, width: universe.width, height: universe.height), rule: rule,
      in: universe)
    pattern.declaredSize = (universe.width, universe.height)
    return try BitmapStepper(pattern, options: EngineLaws.options(level, threads: threads))
  }

  @Test(.needsOptimization, arguments: CPULevel.supported, universes)
  func `several generations in a pass equal as many passes of one`(
    level: CPULevel, universe: Universe
  ) throws {
    for text in Self.rules.suffix(Effort.count(7, brief: 2)) {
      let rule = try Rule(parsing: text)
      for threads in [3, 1].prefix(Effort.count(2, brief: 1)) {
        let one = try stepper(in: universe, rule: rule, level: level, threads: 1)
        let many = try stepper(in: universe, rule: rule, level: level, threads: threads)
        for count in [1, 2, 7, 29] {
          try many.advance(by: BigInt(count))
          for _ in 0..<count { try one.advance(by: 1) }
          many.checkInvariants()
          try EngineLaws.expectSame(
            many, as: one, comment: "\(level) \(universe) \(text) \(threads)")
        }
      }
    }
  }
}
