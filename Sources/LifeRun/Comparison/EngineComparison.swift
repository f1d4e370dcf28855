package import LifeCore
package import LifeEngines
import LifeIO

/// Engines that run the same pattern as another engine, to compare their cells with its cells.
package struct EngineComparison {
  private var others: [(name: String, stepper: any Stepper)]

  /// - Parameter generations: the length of the run.
  package init(
    _ engines: [EngineSelection], pattern: Pattern, generations: BigInt
  ) throws {
    others = try engines.map {
      ($0.name, try $0.makeStepper(pattern, generations: generations))
    }
  }

  /// Advances the other engines to the generation of `stepper` and compares every cell.
  ///
  /// - Throws: ``RunFailure`` with the place of the first difference.
  package mutating func check(_ stepper: any Stepper, named name: String) throws {
    if let difference = try difference(from: stepper, named: name) {
      throw RunFailure(.difference, difference.description)
    }
  }

  /// Advances the other engines to the generation of `stepper` and finds the first difference.
  package mutating func difference(
    from stepper: any Stepper, named name: String
  ) throws -> EngineDifference? {
    let expected = try stepper.snapshot()
    for index in others.indices {
      try others[index].stepper.advance(by: stepper.generation - others[index].stepper.generation)
      let found = try others[index].stepper.snapshot()
      if try expected.hasSameCells(as: found), stepper.population == found.population {
        continue
      }
      return EngineDifference(
        generation: stepper.generation, names: (name, others[index].name),
        patterns: (try expected.inRows(), try found.inRows()))
    }
    return nil
  }
}
