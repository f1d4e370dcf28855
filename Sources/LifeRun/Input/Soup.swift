package import LifeCore
import LifeIO

/// A rectangle of random cells: the same cells for a seed on every machine.
///
/// The generator is SplitMix64; its first state is the first eight bytes of the SHA-256 of the
/// seed, the lowest byte first. It makes one number for each cell, row by row:
///
///      high 32 bits    the cell is alive if they are less than density · 2³²
///      low 32 bits     times the number of live states, divided by 2³², rounded down, plus 1:
///                      the state of a live cell
///
/// - SeeAlso: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators"
///   (2014).
package struct Soup: Sendable {
  package var width: Int
  package var height: Int
  /// The probability of a live cell, 0…1.
  package var density: Double
  package var states: Int
  package var seed: [UInt8]

  package init(
    width: Int, height: Int, density: Double = 0.5, states: Int = 2, seed: [UInt8] = []
  ) {
    self.width = width
    self.height = height
    self.density = density
    self.states = states
    self.seed = seed
  }

  /// The soup of all benchmarks: a square with three eighths of its cells alive.
  package static func benchmark(_ size: Int) -> Soup {
    Soup(width: size, height: size, density: 0.375, seed: Array("bench".utf8))
  }

  /// The cells, with the north-western corner at (0, 0).
  ///
  /// - Parameter limit: the memory limit of the cells in bytes.
  /// - Throws: ``MemoryExhausted`` beyond the limit.
  /// - Complexity: O(width × height).
  package func cells(limit: Int = .max) throws(MemoryExhausted) -> Cells {
    let planes = Int.bitWidth - (states - 1).leadingZeroBitCount
    let builder = Cells.Builder(planes: planes, limit: limit)
    let bound = UInt64(density * 0x1p32)
    let liveStates = UInt64(states - 1)
    // Half of the bytes of the words with live cells: a soup without room takes no hours to fail.
    let expected = Double(width) * Double(height) * min(density, 1 / 64) * 4
    if expected > Double(limit) {
      throw MemoryExhausted(purpose: "pattern", bytes: Int(exactly: expected.rounded()) ?? .max)
    }
    var generator = SplitMix64(seed: seed)
    var words = [UInt64](repeating: 0, count: planes)
    for y in 0..<height {
      for x in stride(from: 0, to: width, by: 64) {
        for plane in words.indices { words[plane] = 0 }
        for column in 0..<UInt64(min(64, width - x)) {
          let number = generator.next()
          guard number >> 32 < bound else { continue }
          let state = 1 + ((number & 0xffff_ffff) &* liveStates) >> 32
          for plane in words.indices { words[plane] |= (state >> UInt64(plane) & 1) << column }
        }
        try builder.append(y: y, x: x, words: words.span)
      }
    }
    return builder.finish()
  }
}

struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(state: UInt64) { self.state = state }

  init(seed: [UInt8]) {
    var sha = SHA256()
    sha.update(seed)
    state = sha.finish().prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ number >> 30) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
    return number ^ number >> 31
  }
}
