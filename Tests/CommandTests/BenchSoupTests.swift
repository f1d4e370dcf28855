import LifeCore
import Testing

@testable import life

/// The soup that everything is measured on.
@Suite struct BenchSoupTests {
  @Test(arguments: [1, 5, 63, 64, 130])
  func `is the same everywhere`(size: Int) throws {
    var runs: [Run] = []
    var number: UInt64 = 88_172_645_463_325_252
    for y in 0..<size {
      for x in 0..<size {
        // A row takes a number for each four columns, and begins with a new one.
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
