import LifeCore
import TestSupport
import Testing

@Suite struct CountSetTests {
  /// A random set, and the same as a plain set.
  private func sets(_ seed: Int) -> (CountSet, Set<Int>) {
    var random = Seeded(seed)
    let ranges = (0..<seed % 5).map { _ in
      let low = Int.random(in: -3...20, using: &random)
      return low...low + Int.random(in: 0...6, using: &random)
    }
    return (CountSet(ranges), Set(ranges.joined()))
  }

  @Test func `a set of counts holds the counts of its ranges`() {
    for seed in 0..<200 {
      let (set, plain) = sets(seed)
      for count in -10...40 { #expect(set.contains(count) == plain.contains(count)) }
      for (a, b) in zip(set.ranges, set.ranges.dropFirst()) {
        #expect(a.upperBound + 1 < b.lowerBound)
      }
    }
  }

  @Test func `sets of counts have complements and mirror images`() {
    for seed in 0..<200 {
      let (set, plain) = sets(seed)
      for full in [0, 1, 9, 30] {
        let complement = set.complement(upTo: full)
        let mirror = set.mirrored(in: full)
        for count in -10...40 {
          let isInside = (0...full).contains(count)
          #expect(complement.contains(count) == (isInside && !plain.contains(count)))
          #expect(mirror.contains(count) == (isInside && plain.contains(full - count)))
        }
      }
      #expect(set.shifted(by: 3).shifted(by: -3) == set)
    }
  }
}
