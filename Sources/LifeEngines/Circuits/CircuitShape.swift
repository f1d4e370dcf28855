internal import CCPU
internal import LifeCore

/// A circuit of the kernels, as seen from the rules: which squares of nine cells it takes for the
/// same.
///
/// The numbers of a program are made of slots, a bit of a rule each. A rule fits a circuit if no
/// two of the 512 squares that fall into one slot have different fates.
struct CircuitShape: Sendable {
  /// The number by which the kernels know it.
  let number: UInt64
  let slots: Int
  /// The slot of each index of a ``MooreMap``.
  let slotOf: @Sendable (MooreIndex) -> Int
  /// What the kernels read of the slots.
  let encode: @Sendable ([Bool]) -> [UInt64]

  /// The rule's bit for each slot; nil if it does not fit.
  func slots(of map: MooreMap) -> [Bool]? {
    var values = [Bool?](repeating: nil, count: slots)
    for bits in 0..<MooreMap.count {
      let slot = slotOf(MooreIndex(bits: bits))
      if let value = values[slot], value != map[bits] { return nil }
      values[slot] = map[bits]
    }
    return values.map { $0 ?? false }
  }
}

/// The nine cells behind an index of a ``MooreMap``.
struct MooreIndex {
  let bits: Int

  var nw: Bool { has(256) }
  var n: Bool { has(128) }
  var ne: Bool { has(64) }
  var w: Bool { has(32) }
  var c: Bool { has(16) }
  var e: Bool { has(8) }
  var sw: Bool { has(4) }
  var s: Bool { has(2) }
  var se: Bool { has(1) }

  private func has(_ bit: Int) -> Bool { bits & bit != 0 }

  /// How many cells of a mask live.
  func count(_ mask: Int) -> Int { (bits & mask).nonzeroBitCount }
}

extension CircuitShape {
  /// The cheapest first.
  static let all: [CircuitShape] = [
    .counting(life_circuit_moore, neighbours: 0b111_101_111),
    .counting(life_circuit_cross, neighbours: 0b010_101_010),
    .counting(life_circuit_hexagon, neighbours: 0b110_101_011),
    .isotropic, .hexagonMap, .map,
  ]

  private static func counting(_ number: UInt64, neighbours: Int) -> CircuitShape {
    CircuitShape(
      number: number, slots: 32, slotOf: { $0.count(neighbours) + ($0.c ? 16 : 0) },
      encode: { [words($0[..<16]), words($0[16...])].flatMap(\.self) })
  }

  private static let map = CircuitShape(
    number: life_circuit_map, slots: 512, slotOf: \.bits, encode: { words(differences($0)) })

  private static let hexagonMap = CircuitShape(
    number: life_circuit_hexagon_map, slots: 128,
    slotOf: { $0.bits & 0b11 | $0.bits >> 1 & 0b1_1100 | $0.bits >> 2 & 0b110_0000 },
    encode: { words(differences($0)) })

  /// In a tree of choices over leaves of four bits, what is reached by a path's bit set becomes its
  /// difference from what is reached without it.
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

  /// Bits, the lowest first.
  private static func words(_ values: some RandomAccessCollection<Bool>) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: (values.count + 63) / 64)
    for (index, value) in values.enumerated() where value {
      words[index / 64] |= 1 << UInt64(index % 64)
    }
    return words
  }
}

extension CircuitShape {
  /// The planes and the trees of the kernels' `Isotropic`, for one square.
  private static let isotropic = CircuitShape(
    number: life_circuit_isotropic, slots: 29 * 4,
    slotOf: { square in
      let leaf = isotropicLeaf(square)
      return leaf.number * 4 + (leaf.isFull ? 2 : 0) + (square.c ? 1 : 0)
    },
    encode: { words($0) })

  /// Four sides or four corners.
  private struct Quartet {
    var isOdd: Bool
    var isTwin: Bool
    var isFull: Bool
    /// Whether the living lie along the first axis, or the line between.
    var isAlongFirst: Bool

    /// `a` and `c` are the ends of the first axis, `b` and `d` those of the second; `a` and `b`
    /// the ends that are compared.
    init(_ a: Bool, _ b: Bool, _ c: Bool, _ d: Bool) {
      let (first, second) = (a != c, b != d)
      isOdd = first != second
      isTwin = first ? second : a && b && c && d
      isFull = a && c || b && d
      isAlongFirst = first ? !(second && a != b) : a && !second
    }
  }

  private static func isotropicLeaf(_ square: MooreIndex) -> (number: Int, isFull: Bool) {
    let sides = Quartet(square.e, square.s, square.w, square.n)
    let corners = Quartet(square.se, square.ne, square.nw, square.sw)
    let isAcross = square.w != square.e && !(square.n != square.s && square.se != square.ne)
    let lean =
      square.nw != square.se ? square.se : isAcross ? square.ne : square.sw
    let isToward = (isAcross ? square.e : square.s) != lean
    let isCrossed = sides.isAlongFirst != corners.isAlongFirst
    let number =
      switch (sides.isOdd, corners.isOdd) {
      case (true, true): corners.isFull ? (isToward ? 0 : 1) : isToward ? 2 : 3
      case (true, false):
        if corners.isTwin {
          corners.isFull ? 7 : isCrossed ? 4 : isToward ? 5 : 6
        } else {
          corners.isFull ? 8 : 9
        }
      case (false, true):
        if sides.isTwin {
          (isCrossed ? 14 : isToward ? 10 : 12) + (corners.isFull ? 0 : 1)
        } else {
          corners.isFull ? 16 : 17
        }
      case (false, false):
        switch (sides.isTwin, corners.isTwin) {
        case (true, true): corners.isFull ? 18 : isToward ? 19 : 20
        case (true, false): corners.isFull ? (isCrossed ? 21 : 22) : 23
        case (false, true): corners.isFull ? 24 : isCrossed ? 25 : 26
        case (false, false): corners.isFull ? 27 : 28
        }
      }
    return (number, sides.isFull)
  }
}
