internal import CCPU

/// A vector register of this CPU level, as 64-bit words: 2, 4 or 8.
typealias Wide = life_wide

/// The number of machine vectors in a board's vector of 512 bits: 4, 2 or 1.
@inline(__always) var parts: Int { 8 / Wide.scalarCount }

@inline(__always) func & (a: Wide, b: Wide) -> Wide { life_and(a, b) }
@inline(__always) func | (a: Wide, b: Wide) -> Wide { life_or(a, b) }
@inline(__always) func ^ (a: Wide, b: Wide) -> Wide { life_xor(a, b) }
@inline(__always) prefix func ~ (a: Wide) -> Wide { life_not(a) }

/// Each word shifted towards its high bits.
@inline(__always) func up(_ a: Wide, by bits: Int32) -> Wide { life_shift_up(a, bits) }
/// Each word shifted towards its low bits.
@inline(__always) func down(_ a: Wide, by bits: Int32) -> Wide { life_shift_down(a, bits) }

/// `one` where the selector is set, `zero` elsewhere.
@inline(__always)
func choose(_ selector: Wide, _ one: Wide, _ zero: Wide) -> Wide {
  life_choose(selector, one, zero)
}

/// The low bit of the sum of three bits.
@inline(__always)
func parity(_ a: Wide, _ b: Wide, _ c: Wide) -> Wide { life_xor3(a, b, c) }

/// The high bit of the sum of three bits.
@inline(__always)
func majority(_ a: Wide, _ b: Wide, _ c: Wide) -> Wide { life_majority(a, b, c) }

/// Whether three bits are not all equal.
@inline(__always)
func mixed(_ a: Wide, _ b: Wide, _ c: Wide) -> Wide { life_mixed(a, b, c) }

/// Whether `a` and any of the others are set.
@inline(__always)
func andAny(_ a: Wide, _ b: Wide, _ c: Wide) -> Wide { life_and_any(a, b, c) }

/// Each word moved to the next lane; the last word of `before` moves into the first.
@inline(__always)
func lanesUp(_ before: Wide, _ here: Wide) -> Wide { life_lanes_up(before, here) }

/// Each word moved to the previous lane; the first word of `after` moves into the last.
@inline(__always)
func lanesDown(_ here: Wide, _ after: Wide) -> Wide { life_lanes_down(here, after) }

/// The lowest bit of lane 0.
@inline(__always) var firstBit: Wide {
  var lanes = Wide()
  lanes[0] = 1
  return lanes
}

@inline(__always)
func load(_ words: UnsafePointer<UInt64>) -> Wide {
  unsafe UnsafeRawPointer(words).loadUnaligned(as: Wide.self)
}

@inline(__always)
func store(_ value: Wide, at words: UnsafeMutablePointer<UInt64>) {
  unsafe UnsafeMutableRawPointer(words).storeBytes(of: value, as: Wide.self)
}
