/// The MD5 of bytes, as in hauls and in apgcodes of linear growth. It detects accidents, not
/// attacks.
///
/// - SeeAlso: RFC 1321, <https://www.rfc-editor.org/rfc/rfc1321>; variable names are from there.
package enum MD5 {
  /// The digest as 32 hexadecimal digits.
  package static func hex(_ message: [UInt8]) -> String {
    var padded = message + [0x80]
    padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
    padded += (UInt64(message.count) * 8).littleEndianBytes
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for block in stride(from: 0, to: padded.count, by: 64) {
      let words = (0..<16).map { UInt32(padded.number(at: block + 4 * $0, bytes: 4)) }
      let mixed = mixed(state, with: words)
      for index in 0..<4 { state[index] &+= mixed[index] }
    }
    return hexadecimal(state.flatMap(\.littleEndianBytes))
  }

  private static func mixed(_ state: [UInt32], with words: [UInt32]) -> [UInt32] {
    var a = state[0]
    var b = state[1]
    var c = state[2]
    var d = state[3]
    for step in 0..<64 {
      let (mix, word) =
        switch step / 16 {
        case 0: (b & c | ~b & d, step)
        case 1: (d & b | ~d & c, 5 * step + 1)
        case 2: (b ^ c ^ d, 3 * step + 5)
        default: (c ^ (b | ~d), 7 * step)
        }
      let sum = a &+ mix &+ sines[step] &+ words[word % 16]
      let shift = shifts[step / 16][step % 4]
      a = d
      d = c
      c = b
      b = b &+ (sum << shift | sum >> (32 - shift))
    }
    return [a, b, c, d]
  }

  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The integer parts of 2³² · |sin(*i* + 1)|.
  private static let sines: [UInt32] = [
    0xd76a_a478, 0xe8c7_b756, 0x2420_70db, 0xc1bd_ceee, 0xf57c_0faf, 0x4787_c62a,
    0xa830_4613, 0xfd46_9501, 0x6980_98d8, 0x8b44_f7af, 0xffff_5bb1, 0x895c_d7be,
    0x6b90_1122, 0xfd98_7193, 0xa679_438e, 0x49b4_0821, 0xf61e_2562, 0xc040_b340,
    0x265e_5a51, 0xe9b6_c7aa, 0xd62f_105d, 0x0244_1453, 0xd8a1_e681, 0xe7d3_fbc8,
    0x21e1_cde6, 0xc337_07d6, 0xf4d5_0d87, 0x455a_14ed, 0xa9e3_e905, 0xfcef_a3f8,
    0x676f_02d9, 0x8d2a_4c8a, 0xfffa_3942, 0x8771_f681, 0x6d9d_6122, 0xfde5_380c,
    0xa4be_ea44, 0x4bde_cfa9, 0xf6bb_4b60, 0xbebf_bc70, 0x289b_7ec6, 0xeaa1_27fa,
    0xd4ef_3085, 0x0488_1d05, 0xd9d4_d039, 0xe6db_99e5, 0x1fa2_7cf8, 0xc4ac_5665,
    0xf429_2244, 0x432a_ff97, 0xab94_23a7, 0xfc93_a039, 0x655b_59c3, 0x8f0c_cc92,
    0xffef_f47d, 0x8584_5dd1, 0x6fa8_7e4f, 0xfe2c_e6e0, 0xa301_4314, 0x4e08_11a1,
    0xf753_7e82, 0xbd3a_f235, 0x2ad7_d2bb, 0xeb86_d391,
  ]
}
