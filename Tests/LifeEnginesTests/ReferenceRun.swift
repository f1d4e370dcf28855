import LifeCore
import LifeEngines
import Testing

/// The reference after each of several steps, to compare other engines with. Computed once for all
/// of them, because it is a hundred times slower.
struct ReferenceRun {
  private let counts: [Int]
  private let steppers: [any Stepper]

  /// - Parameter counts: the generations of each step.
  init(of pattern: Pattern, inStepsOf counts: [Int]) throws {
    self.counts = counts
    var stepper = try Engine.reference.makeStepper(for: pattern, options: EngineLaws.options())
    steppers = try counts.map { count in
      try stepper.advance(by: BigInt(count))
      return stepper
    }
  }

  /// Expects the same from another stepper of the pattern, after each of the steps.
  func expectSame(
    from stepper: any Stepper, comment: Comment, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var stepper = stepper
    for (count, expected) in zip(counts, steppers) {
      try stepper.advance(by: BigInt(count))
      try EngineLaws.expectSame(
        stepper, as: expected, comment: "\(comment), at \(expected.generation)",
        sourceLocation: sourceLocation)
    }
  }
}

extension Stepper {
  /// The live cells of a window with their states, counted from its corner.
  func states(in window: Bounds) -> [Cell: State] {
    var states: [Cell: State] = [:]
    forEachRow(in: window) { y, x, words in
      for column in 0..<words.count / planes * 64 {
        var state: State = 0
        for plane in 0..<planes {
          let word = words[column / 64 * planes + plane]
          state |= State(word >> UInt64(column % 64) & 1) << State(plane)
        }
        if state > 0 { states[Cell(x: x + column, y: y)] = state }
      }
    }
    return states
  }
}
