/// An incremental SHA-256.
///
/// - SeeAlso: FIPS 180-4, <https://doi.org/10.6028/NIST.FIPS.180-4>, the source of the variable
///   names.
package struct SHA256 {
  private var hash: InlineArray<8, UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var pending: [UInt8] = []
  private var length: UInt64 = 0

  private static let blockSize = 64

  package init() { pending.reserveCapacity(Self.blockSize) }

  /// Adds bytes.
  package mutating func update(_ bytes: [UInt8]) { update(bytes.span) }

  /// Adds bytes.
  package mutating func update(_ bytes: Span<UInt8>) {
    length += UInt64(bytes.count)
    var start = 0
    if !pending.isEmpty {
      start = min(bytes.count, Self.blockSize - pending.count)
      append(bytes.extracting(..<start))
      guard pending.count == Self.blockSize else { return }
      hash = Self.mixed(hash, with: pending.span)
      pending.removeAll(keepingCapacity: true)
    }
    while bytes.count - start >= Self.blockSize {
      hash = Self.mixed(hash, with: bytes.extracting(start..<start + Self.blockSize))
      start += Self.blockSize
    }
    append(bytes.extracting(start...))
  }

  private mutating func append(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { unsafe pending.append(contentsOf: $0) }
  }

  /// The digest, 32 bytes. No bytes can be added afterwards.
  package mutating func finish() -> [UInt8] {
    var tail = pending + [0x80]
    let zeros = (2 * Self.blockSize - 8 - tail.count) % Self.blockSize
    tail += [UInt8](repeating: 0, count: zeros) + (length * 8).bigEndianBytes
    for start in stride(from: 0, to: tail.count, by: Self.blockSize) {
      hash = Self.mixed(hash, with: tail.span.extracting(start..<start + Self.blockSize))
    }
    return hash.indices.flatMap { hash[$0].bigEndianBytes }
  }

  /// The digest as 64 hexadecimal digits. No bytes can be added afterwards.
  package mutating func finishHex() -> String { hexadecimal(finish()) }

  /// The hash after one more block.
  private static func mixed(
    _ hash: InlineArray<8, UInt32>, with block: Span<UInt8>
  ) -> InlineArray<8, UInt32> {
    var w = InlineArray<64, UInt32>(repeating: 0)
    for t in 0..<16 { w[t] = (4 * t..<4 * t + 4).reduce(0) { $0 << 8 | UInt32(block[$1]) } }
    for t in 16..<64 {
      let early = w[t - 15]
      let late = w[t - 2]
      let sigma0 = rotate(early, by: 7) ^ rotate(early, by: 18) ^ early >> 3
      let sigma1 = rotate(late, by: 17) ^ rotate(late, by: 19) ^ late >> 10
      w[t] = w[t - 16] &+ sigma0 &+ w[t - 7] &+ sigma1
    }
    var a = hash[0]
    var b = hash[1]
    var c = hash[2]
    var d = hash[3]
    var e = hash[4]
    var f = hash[5]
    var g = hash[6]
    var h = hash[7]
    for t in 0..<64 {
      // Ch and Maj with one operation fewer than in the standard.
      let choice = g ^ e & (f ^ g)
      let majority = a & b | c & (a | b)
      let sum1 = rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25)
      let sum0 = rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)
      let first = h &+ sum1 &+ choice &+ k[t] &+ w[t]
      h = g
      g = f
      f = e
      e = d &+ first
      d = c
      c = b
      b = a
      a = first &+ sum0 &+ majority
    }
    let sums: InlineArray<8, UInt32> = [a, b, c, d, e, f, g, h]
    return InlineArray { hash[$0] &+ sums[$0] }
  }
}

@inline(__always)
private func rotate(_ word: UInt32, by count: UInt32) -> UInt32 {
  word &>> count | word &<< (32 &- count)
}

/// The constants of the rounds.
private let k: InlineArray<64, UInt32> = [
  0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5,
  0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
  0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3,
  0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
  0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc,
  0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
  0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
  0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
  0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13,
  0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
  0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3,
  0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
  0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5,
  0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
  0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208,
  0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
]

/// The bytes as lower-case hexadecimal digits, two per byte.
package func hexadecimal(_ bytes: [UInt8]) -> String {
  let digits = Array("0123456789abcdef".utf8)
  let text = bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  return String(decoding: text, as: UTF8.self)
}

extension FixedWidthInteger {
  /// The bytes of the number, the most significant first.
  package var bigEndianBytes: [UInt8] {
    stride(from: Self.bitWidth - 8, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: self >> Self($0))
    }
  }
}
