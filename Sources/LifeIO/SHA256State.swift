/// The eight words of the hash, updated by each block of 64 bytes.
struct SHA256State {
  private var a: UInt32 = 0x6a09_e667
  private var b: UInt32 = 0xbb67_ae85
  private var c: UInt32 = 0x3c6e_f372
  private var d: UInt32 = 0xa54f_f53a
  private var e: UInt32 = 0x510e_527f
  private var f: UInt32 = 0x9b05_688c
  private var g: UInt32 = 0x1f83_d9ab
  private var h: UInt32 = 0x5be0_cd19

  var words: [UInt32] { [a, b, c, d, e, f, g, h] }

  /// The hash after complete blocks.
  func mixed(with bytes: Span<UInt8>) -> SHA256State {
    precondition(bytes.count % 64 == 0)
    var state = self
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      unsafe bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: 64) {
          unsafe prepare(schedule.baseAddress!, from: bytes.baseAddress! + start)
          unsafe state.mix(schedule.baseAddress!)
        }
      }
    }
    return state
  }

  private mutating func mix(_ w: UnsafePointer<UInt32>) {
    var s = self
    for t in stride(from: 0, to: 64, by: 8) { unsafe s.eightRounds(w + t) }
    a &+= s.a
    b &+= s.b
    c &+= s.c
    d &+= s.d
    e &+= s.e
    f &+= s.f
    g &+= s.g
    h &+= s.h
  }

  /// Eight rounds with rotated arguments. Afterwards each word has its own name again, so none is
  /// copied.
  @inline(__always)
  private mutating func eightRounds(_ w: UnsafePointer<UInt32>) {
    round(a, b, c, &d, e, f, g, &h, unsafe w[0])
    round(h, a, b, &c, d, e, f, &g, unsafe w[1])
    round(g, h, a, &b, c, d, e, &f, unsafe w[2])
    round(f, g, h, &a, b, c, d, &e, unsafe w[3])
    round(e, f, g, &h, a, b, c, &d, unsafe w[4])
    round(d, e, f, &g, h, a, b, &c, unsafe w[5])
    round(c, d, e, &f, g, h, a, &b, unsafe w[6])
    round(b, c, d, &e, f, g, h, &a, unsafe w[7])
  }
}

/// One round; `word` is the sum of the schedule's word and the round's constant.
@inline(__always)
private func round(
  _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
  _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
) {
  // Ch and Maj with one operation fewer than in the standard.
  let choice = g ^ e & (f ^ g)
  let majority = a & b | c & (a | b)
  h &+= word &+ choice &+ (rotate(e, by: 6) ^ rotate(e, by: 11) ^ rotate(e, by: 25))
  d &+= h
  h &+= (rotate(a, by: 2) ^ rotate(a, by: 13) ^ rotate(a, by: 22)) &+ majority
}

/// Computes the 64 words of a block's schedule, each plus its round's constant.
private func prepare(_ w: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer) {
  for t in 0..<16 {
    let word = unsafe block.loadUnaligned(fromByteOffset: 4 * t, as: UInt32.self)
    unsafe w[t] = UInt32(bigEndian: word)
  }
  for t in 16..<64 {
    let early = unsafe w[t &- 15]
    let late = unsafe w[t &- 2]
    let sigma0 = rotate(early, by: 7) ^ rotate(early, by: 18) ^ early &>> 3
    let sigma1 = rotate(late, by: 17) ^ rotate(late, by: 19) ^ late &>> 10
    unsafe w[t] = w[t &- 16] &+ sigma0 &+ w[t &- 7] &+ sigma1
  }
  for t in 0..<64 { unsafe w[t] &+= k[t] }
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
