internal import CCPU
package import LifeCore

/// A two-state rule compiled for the kernels, with all its alternating transitions: the cheapest
/// circuit for all of them, and a program for each.
package struct Circuit: Equatable, Sendable {
  /// The words of all programs, one program after the other. Programs are repeated at the end, so
  /// a call of ``maxGenerations`` may begin with any of the first ``count``.
  package let programs: [UInt64]
  /// The words of a program; 0 if there is only one.
  private let stride: Int
  /// The number of programs before they repeat.
  package let count: Int
  /// The number of the program for the next generation.
  private(set) var nextProgram = 0

  /// The maximum number of generations in a call of a kernel.
  package static let maxGenerations = 24

  package init(_ maps: [MooreMap]) {
    for shape in CircuitShape.all {
      let values = maps.compactMap(shape.values)
      guard values.count == maps.count else { continue }
      self.init(programs: values.map { [shape.number] + shape.encode($0) })
      return
    }
    preconditionFailure("the last circuit runs any rule")
  }

  package init(_ map: MooreMap) { self.init([map]) }

  /// The transitions of stored cells. Returns `nil` for rules of more than two states,
  /// neighborhoods larger than Moore's, rule tables and rules of four particles.
  package init?(_ rule: Rule) {
    guard rule.states == 2 else { return nil }
    self.init(liveCellsOf: rule)
  }

  /// The births and survivals of state 1. Returns `nil` if they depend on other states, too.
  package init?(liveCellsOf rule: Rule) {
    let phases = rule.phases
    let counts = phases.compactMap(\.lifeLike)
    if counts.count == phases.count {
      self.init(programs: counts.map(Self.program))
      return
    }
    let maps = phases.compactMap(\.map)
    guard maps.count == phases.count else { return nil }
    self.init(maps)
  }

  private init(programs: [[UInt64]]) {
    let isOne = programs.allSatisfy { $0 == programs[0] }
    count = isOne ? 1 : programs.count
    stride = isOne ? 0 : programs[0].count
    let all = isOne ? 1 : count + Self.maxGenerations
    self.programs = (0..<all).flatMap { programs[$0 % programs.count] }
  }

  /// The program of an outer-totalistic rule, made without visiting all neighborhoods: the visits
  /// took a fortieth of the instructions of `life run glider.rle -n 4`.
  private static func program(_ rule: LifeLike) -> [UInt64] {
    [life_circuit_moore, UInt64(rule.birth), UInt64(rule.survival)]
  }

  /// The number of the circuit, as in circuits.h.
  package var number: UInt64 { programs[0] }

  /// The same programs some generations later.
  package func advanced(by generations: Int) -> Circuit {
    var later = self
    later.nextProgram = (nextProgram + generations) % count
    return later
  }

  /// Calls `body` with the program of the next generation, and the number of words from each
  /// program to the next one, for a kernel.
  @unsafe
  package func withPrograms<Result>(
    _ body: (UnsafePointer<UInt64>, Int) throws -> Result
  ) rethrows -> Result {
    try unsafe programs.withUnsafeBufferPointer { words in
      try unsafe body(words.baseAddress! + nextProgram * stride, stride)
    }
  }
}
