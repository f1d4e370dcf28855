import LifeIO

/// A generator of random numbers.
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
