internal import CCPU
internal import LifeCore
internal import LifeKernels

/// A circuit of the kernels, as a partition of the 512 neighborhoods: it gives all neighborhoods of
/// a class the same next state. For example, a class of the circuit for outer-totalistic rules is a
/// state and a count.
///
/// A program has a bit for each class. A rule fits a circuit if no class contains two neighborhoods
/// with different next states.
struct CircuitShape: Sendable {
  /// The number of the circuit, as in circuits.h.
  let number: UInt64
  let classes: Int
  /// The class of an index of a ``MooreMap``.
  let classOf: @Sendable (Int) -> Int
  /// Makes the words of the program from the bits of the classes.
  let encode: @Sendable ([Bool]) -> [UInt64]

  /// The next state of each class. Returns `nil` if the rule does not fit.
  func values(of map: MooreMap) -> [Bool]? {
    var values = [Bool?](repeating: nil, count: classes)
    for bits in 0..<MooreMap.count {
      let index = classOf(bits)
      if let value = values[index], value != map[bits] { return nil }
      values[index] = map[bits]
    }
    return values.map { $0 ?? false }
  }
}

extension CircuitShape {
  /// The cheapest first. Each is made on demand: computing the classes of the isotropic one costs
  /// 1.1 of the 47 million instructions of an acorn's run.
  static var all: some Sequence<CircuitShape> {
    let shapes: [() -> CircuitShape] = [
      { .counting(life_circuit_moore, neighbors: 0b111_101_111) },
      { .counting(life_circuit_cross, neighbors: 0b010_101_010) },
      { .counting(life_circuit_hexagon, neighbors: 0b110_101_011) },
      { .north }, { .isotropic }, { .map },
    ]
    return shapes.lazy.map { $0() }
  }

  private static func counting(_ number: UInt64, neighbors: Int) -> CircuitShape {
    CircuitShape(
      number: number, classes: 32,
      classOf: { ($0 & neighbors).nonzeroBitCount + ($0 & MooreMap.center == 0 ? 0 : 16) },
      encode: { [words($0[..<16]), words($0[16...])].flatMap(\.self) })
  }

  private static let map = CircuitShape(
    number: life_circuit_map, classes: 512, classOf: { $0 }, encode: { words(differences($0)) })

  private static let north = CircuitShape(
    number: life_circuit_north, classes: 9,
    classOf: { $0 & MooreMap.center == 0 ? $0 >> 6 : 8 },
    encode: { words($0) })

  /// Prepares values for the kernels' trees of choices, whose leaves have four bits: at each
  /// choice, the upper half becomes lower half ⊕ upper half.
  private static func differences(_ values: [Bool]) -> [Bool] {
    var values = values
    var bit = 4
    while bit < values.count {
      for index in values.indices where index & bit != 0 {
        values[index] = values[index] != values[index ^ bit]
      }
      bit *= 2
    }
    return values
  }

  /// The bits as words, the lowest first.
  private static func words(_ values: some RandomAccessCollection<Bool>) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (values.count + 63) / 64)
    for (index, value) in values.enumerated() where value {
      words[index / 64] |= 1 << UInt64(index % 64)
    }
    return words
  }
}

extension CircuitShape {
  /// The circuit itself computes the classes, so its trees are described only once.
  private static let isotropic: CircuitShape = {
    let classes = isotropicClasses()
    return CircuitShape(
      number: life_circuit_isotropic, classes: Int(classes.max() ?? 0) + 1,
      classOf: { Int(classes[$0]) }, encode: { words($0) })
  }()
}
