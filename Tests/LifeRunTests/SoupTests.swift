import LifeCore
import Testing

@testable import LifeRun

/// Random rectangles of cells.
@Suite struct SoupTests {
  /// The first numbers of SplitMix64, from the first eight bytes of SHA-256("a").
  private static let first: UInt64 = 0xcabd_1bca_1281_97ca

  @Test(arguments: [(1, 2), (5, 2), (64, 3), (130, 7), (63, 256)])
  func `the cells of a soup equal their definition`(width: Int, states: Int) throws {
    let soup = Soup(width: width, height: 3, density: 0.375, states: states, seed: Array("a".utf8))
    var runs: [CellRun] = []
    var state = Self.first
    for y in 0..<3 {
      for x in 0..<width {
        state &+= 0x9e37_79b9_7f4a_7c15
        var number = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        number = (number ^ number >> 27) &* 0x94d0_49bb_1331_11eb
        number ^= number >> 31
        guard Double(number >> 32) / 0x1p32 < 0.375 else { continue }
        let fraction = Double(number & 0xffff_ffff) / 0x1p32
        let cell = 1 + Int(fraction * Double(states - 1))
        runs.append(CellRun(y: y, x: x, length: 1, state: State(cell)))
      }
    }
    #expect(!runs.isEmpty || width == 1)
    #expect(try soup.cells() == Cells(runs))
  }

  @Test(arguments: [0, 1, 0.25]) func `the density of a soup is that of the request`(
    density: Double
  ) throws {
    let soup = Soup(width: 400, height: 400, density: density, seed: Array("b".utf8))
    let share = Double(try soup.cells().population) / 160_000
    #expect(abs(share - density) < 0.005)
  }

  @Test func `a soup without room fails at once`() {
    let soup = Soup(width: 1 << 40, height: 1 << 40)
    #expect(throws: MemoryExhausted.self) { try soup.cells(limit: 1 << 40) }
  }

  @Test func `a memory limit ends a soup`() {
    #expect(throws: MemoryExhausted.self) {
      try Soup(width: 10_000, height: 10_000).cells(limit: 1 << 16)
    }
  }
}
