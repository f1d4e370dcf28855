import TestSupport
import Testing

@testable import LifeCore

@Suite struct CountSetTests {
  @Test func `sets of counts have complements and mirror images`() {
    for seed in 0..<200 {
      var random = Seeded(seed)
      let ranges = (0..<seed % 5).map { _ in
        let low = Int.random(in: -3...20, using: &random)
        return low...low + Int.random(in: 0...6, using: &random)
      }
      let set = CountSet(ranges)
      for full in [0, 1, 9, 30] {
        let complement = set.complement(in: -2...full)
        let mirror = set.mirrored(at: full)
        for count in -10...40 {
          let isInside = (-2...full).contains(count)
          #expect(complement.contains(count) == (isInside && !set.contains(count)))
          #expect(mirror.contains(count) == set.contains(full - count))
        }
      }
      #expect(set.shifted(by: 3).shifted(by: -3) == set)
    }
  }
}
