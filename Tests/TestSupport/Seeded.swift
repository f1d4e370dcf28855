/// A reproducible source of random numbers. The seed identifies the case.
///
/// - SeeAlso: G. L. Steele, D. Lea, C. H. Flood, "Fast Splittable Pseudorandom Number Generators"
///   (2014).
public struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  public init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15 }

  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  public mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }
}
