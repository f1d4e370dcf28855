package import LifeCore
package import LifeEngines
import LifeIO

/// Runs a pattern with other engines as well, and compares their cells with the first engine's.
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

/// The first cell in which two engines differ.
package struct EngineDifference: CustomStringConvertible {
  package let generation: BigInt
  package let names: (String, String)
  package let patterns: (Pattern, Pattern)

  /// The first cell, in reading order, with different states in the two patterns.
  package var position: Position? { (try? patterns.0.difference(from: patterns.1))?.first }

  package var description: String {
    let head = "\(names.0) and \(names.1) differ at generation \(generation)"
    guard let position else { return "\(head), and their cells are too far apart to show" }
    let drawing = NeighborhoodDrawing(of: patterns, titles: names, around: position)
    return ([head + ", first in the cell (\(position.x), \(position.y))"] + drawing.lines)
      .joined(separator: "\n") + "\n"
  }
}
