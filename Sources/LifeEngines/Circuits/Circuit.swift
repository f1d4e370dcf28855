package import LifeCore

/// A rule of two states as the kernels run it: the cheapest of their circuits that can, and the
/// numbers that make it this rule's.
package struct Circuit: Equatable, Sendable {
  /// What cells obey at the first, third, … generation, and at the second, fourth, …
  private let programs: [[UInt64]]

  package init(_ first: MooreMap, _ second: MooreMap) {
    for shape in CircuitShape.all {
      guard let one = shape.slots(of: first) else { continue }
      guard let two = second == first ? one : shape.slots(of: second) else { continue }
      programs = [one, two].map { [shape.number] + shape.encode($0) }
      return
    }
    preconditionFailure("the last circuit takes any rule")
  }

  package init(_ map: MooreMap) { self.init(map, map) }

  /// What stored cells obey at even generations, and at odd ones; nil if there are more than two
  /// states, or cells farther away than the eight neighbours matter.
  package init?(_ rule: Rule) {
    if let rule = rule.twoState {
      self.init(rule.phase(atOdd: false).map, rule.phase(atOdd: true).map)
    } else if let phases = rule.countingPhases {
      self.init(MooreMap(phases[0]), MooreMap(phases[1]))
    } else {
      return nil
    }
  }

  private init(programs: [[UInt64]]) { self.programs = programs }

  /// The number by which the kernels know the circuit.
  package var number: UInt64 { programs[0][0] }

  /// The same rules in turn, the other one first.
  package var swapped: Circuit { Circuit(programs: programs.reversed()) }

  /// Hands both programs to a kernel.
  @unsafe
  package func withPrograms<Result>(
    _ body: ((UnsafePointer<UInt64>, UnsafePointer<UInt64>)) throws -> Result
  ) rethrows -> Result {
    try unsafe programs[0].withUnsafeBufferPointer { first in
      try unsafe programs[1].withUnsafeBufferPointer { second in
        try unsafe body((first.baseAddress!, second.baseAddress!))
      }
    }
  }
}
