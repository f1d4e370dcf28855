internal import CCPU
package import LifeCore

/// A rule of two states compiled for the kernels: the cheapest circuit that can run it, and the
/// program that the circuit reads.
package struct Circuit: Equatable, Sendable {
  /// For generations 1, 3, 5 … and for generations 2, 4, 6 … from now.
  private let programs: [[UInt64]]

  package init(first: MooreMap, second: MooreMap) {
    for shape in CircuitShape.all {
      guard let firstValues = shape.values(of: first),
        let secondValues = second == first ? firstValues : shape.values(of: second)
      else { continue }
      programs = [firstValues, secondValues].map { [shape.number] + shape.encode($0) }
      return
    }
    preconditionFailure("the last circuit runs any rule")
  }

  package init(_ map: MooreMap) { self.init(first: map, second: map) }

  /// The transitions of stored cells at even and at odd generations; nil if the rule has more than
  /// two states or a neighborhood larger than Moore's.
  package init?(_ rule: Rule) {
    if let rule = rule.twoState {
      let phases = rule.phases
      let second = phases[phases.count - 1]
      if let firstCounts = phases[0].lifeLike, let secondCounts = second.lifeLike {
        self.init(programs: [Self.program(firstCounts), Self.program(secondCounts)])
      } else {
        self.init(first: phases[0].map, second: second.map)
      }
    } else if let phases = rule.countingPhases {
      self.init(first: MooreMap(phases[0]), second: MooreMap(phases[1]))
    } else {
      return nil
    }
  }

  private init(programs: [[UInt64]]) { self.programs = programs }

  /// The program of an outer-totalistic rule, made without a look at all neighborhoods: these took
  /// a fortieth of the instructions of `life run glider.rle -n 4`.
  private static func program(_ rule: LifeLike) -> [UInt64] {
    [life_circuit_moore, UInt64(rule.birth), UInt64(rule.survival)]
  }

  /// The number of the circuit, as in circuits.h.
  package var number: UInt64 { programs[0][0] }

  /// The program, if the parity of generations does not matter; else that of odd generations.
  package var program: [UInt64] { programs[0] }

  /// The same two programs in the other order.
  package var swapped: Circuit { Circuit(programs: programs.reversed()) }

  /// Calls `body` with both programs, for a kernel.
  @unsafe
  package func withPrograms<Result>(
    _ body: (UnsafePointer<UInt64>, UnsafePointer<UInt64>) throws -> Result
  ) rethrows -> Result {
    try unsafe programs[0].withUnsafeBufferPointer { first in
      try unsafe programs[1].withUnsafeBufferPointer { second in
        try unsafe body(first.baseAddress!, second.baseAddress!)
      }
    }
  }
}
