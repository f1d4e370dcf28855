internal import CCPU

/// A rule at run time, as words: the number of its circuit, then the circuit's data.
typealias Program = UnsafePointer<UInt64>

/// Working memory for a circuit: 16 vectors of eight words.
typealias Scratch = UnsafeMutablePointer<UInt64>

/// A circuit that decides one cell per bit of a vector at once.
///
///     north     nw n ne       a `Row` is computed once from a vector and its neighbors to the west
///     middle    w  c  e       and east; three rows decide the cells of the middle one
///     south     sw s se
///
/// Circuits are compiled into the program; rules are their data. Kernels are generic over the
/// circuit, so it is inlined into their loops.
protocol CellRule {
  associatedtype Row
  /// What the circuit takes from a program before a loop: its words, or the place of its leaves.
  associatedtype Transition

  static func transition(of program: Program, in scratch: Scratch) -> Transition
  static func row(west: Wide, here: Wide, east: Wide) -> Row
  static func next(north: Row, middle: Row, south: Row, by transition: Transition) -> Wide
  /// The next states of the two middle rows of four. They may share gates.
  static func nextTwo(
    of rows: (Row, Row, Row, Row), by transition: Transition
  ) -> (first: Wide, second: Wide)

  /// Whether generations may have different transitions. Otherwise the transition is constant in a
  /// loop over generations, and values derived from it are computed once.
  static var alternates: Bool { get }
  /// Whether to share a row between the cells north and south of it, four rows at a time. Long
  /// circuits don't: they need all registers for one row.
  static var sharesRows: Bool { get }
  /// Whether the rule is common enough to spend more code on its loops.
  static var isCommon: Bool { get }
}

extension CellRule {
  @inline(__always) static var isCommon: Bool { false }

  @inline(__always)
  static func nextTwo(
    of rows: (Row, Row, Row, Row), by transition: Transition
  ) -> (first: Wide, second: Wide) {
    (
      next(north: rows.0, middle: rows.1, south: rows.2, by: transition),
      next(north: rows.1, middle: rows.2, south: rows.3, by: transition)
    )
  }
}

/// The transition some generations after the first.
///
/// - Parameter stride: the number of words from a generation's program to the next generation's.
@inline(__always)
func transition<Rule: CellRule>(
  of program: Program, stride: Int, after generations: Int, in scratch: Scratch, by rule: Rule.Type
) -> Rule.Transition {
  unsafe Rule.transition(
    of: Rule.alternates ? program + generations &* stride : program, in: scratch)
}

/// A loop over cells, compiled once per circuit.
///
/// - Note: `Arguments` is a C structure or a tuple, because a Swift structure is copied by a weak
///   function; see BoardKernel.swift.
protocol Kernel {
  associatedtype Arguments
  static func run<Rule: CellRule>(_ arguments: Arguments, by rule: Rule.Type)
}

/// Runs a kernel other than `advanceBoard` with the circuit of its program, selected once per call,
/// before the loops. `advanceBoard` selects its circuits itself.
@inline(__always)
func run<K: Kernel>(
  _ kernel: K.Type, on arguments: K.Arguments, program: Program, stride: Int
) {
  switch unsafe program[0] {
  case life_circuit_moore:
    unsafe runCounting(kernel, on: arguments, program: program, stride: stride)
  case life_circuit_hexagon: K.run(arguments, by: HexagonCounts.self)
  case life_circuit_cross: K.run(arguments, by: CrossCounts.self)
  case life_circuit_isotropic:
    unsafe runIsotropic(kernel, on: arguments, program: program, stride: stride)
  case life_circuit_north: K.run(arguments, by: NorthMap.self)
  default: unsafe K.run(arguments, by: SquareMap.self)
  }
}

/// The most common rules are known at compile time. Their circuits are a third as long as the
/// general one.
@inline(__always)
private func runCounting<K: Kernel>(
  _ kernel: K.Type, on arguments: K.Arguments, program: Program, stride: Int
) {
  if stride != 0 { return K.run(arguments, by: AlternatingCounts.self) }
  switch unsafe countTransition(program) {
  case conway: K.run(arguments, by: Conway.self)
  case highLife: K.run(arguments, by: HighLife.self)
  case dayAndNight: K.run(arguments, by: DayAndNight.self)
  case seeds: K.run(arguments, by: Seeds.self)
  default: K.run(arguments, by: AnyCounts.self)
  }
}

@inline(__always)
private func runIsotropic<K: Kernel>(
  _ kernel: K.Type, on arguments: K.Arguments, program: Program, stride: Int
) {
  if unsafe stride == 0 && JustFriends.matches(program) {
    unsafe K.run(arguments, by: JustFriends.self)
  } else {
    unsafe K.run(arguments, by: Isotropic.self)
  }
}
