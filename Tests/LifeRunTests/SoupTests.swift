import LifeCore
import Testing

@testable import LifeRun

/// The soup that the benchmarks use.
@Suite struct BenchSoupTests {
  @Test(arguments: [1, 5, 63, 64, 130])
  func `the soup equals its definition`(size: Int) throws {
    var runs: [Run] = []
    var number: UInt64 = 88_172_645_463_325_252
    for y in 0..<size {
      for x in 0..<size {
        // Four columns share a random number, and each row begins with a new one.
        if x % 4 == 0 {
          number ^= number << 13
          number ^= number >> 7
          number ^= number << 17
        }
        let sixteenth = number >> UInt64(x % 4 * 16) & 0xffff
        if sixteenth < 3 << 13 { runs.append(Run(y: y, x: x, length: 1, state: 1)) }
      }
    }
    #expect(try Soup.cells(size) == Cells(runs))
  }
}
