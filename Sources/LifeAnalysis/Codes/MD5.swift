// Algorithm: https://www.rfc-editor.org/rfc/rfc1321

/// The MD5 digest of a text, which the codes of growing patterns contain.
enum MD5 {
  private static let shifts: [[UInt32]] = [
    [7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21],
  ]

  /// The integer parts of 2^32 |sin(i)| for i = 1 … 64, in 16 hexadecimal digits for each two.
  private static let constants: [UInt32] = """
    d76aa478e8c7b756 242070dbc1bdceee f57c0faf4787c62a a8304613fd469501
    698098d88b44f7af ffff5bb1895cd7be 6b901122fd987193 a679438e49b40821
    f61e2562c040b340 265e5a51e9b6c7aa d62f105d02441453 d8a1e681e7d3fbc8
    21e1cde6c33707d6 f4d50d87455a14ed a9e3e905fcefa3f8 676f02d98d2a4c8a
    fffa39428771f681 6d9d6122fde5380c a4beea444bdecfa9 f6bb4b60bebfbc70
    289b7ec6eaa127fa d4ef308504881d05 d9d4d039e6db99e5 1fa27cf8c4ac5665
    f4292244432aff97 ab9423a7fc93a039 655b59c38f0ccc92 ffeff47d85845dd1
    6fa87e4ffe2ce6e0 a30143144e0811a1 f7537e82bd3af235 2ad7d2bbeb86d391
    """.split(whereSeparator: \.isWhitespace).flatMap { pair in
      [pair.prefix(8), pair.suffix(8)].map { UInt32($0, radix: 16) ?? 0 }
    }

  /// The digest as 32 hexadecimal digits.
  static func hexDigest(_ text: String) -> String {
    var message = Array(text.utf8)
    let bits = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    for byte in 0..<8 { message.append(UInt8(truncatingIfNeeded: bits >> UInt64(8 * byte))) }
    var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
    for start in stride(from: 0, to: message.count, by: 64) {
      let words = (0..<16).map { word in
        (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + 4 * word + $1]) << UInt32(8 * $1) }
      }
      let next = rounds(state, words)
      for index in state.indices { state[index] &+= next[index] }
    }
    return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  private static func rounds(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for step in 0..<64 {
      let (mixed, word): (UInt32, Int) =
        switch step / 16 {
        case 0: (b & c | ~b & d, step)
        case 1: (d & b | ~d & c, 5 * step + 1)
        case 2: (b ^ c ^ d, 3 * step + 5)
        default: (c ^ (b | ~d), 7 * step)
        }
      let sum = a &+ mixed &+ constants[step] &+ words[word % 16]
      let shift = shifts[step / 16][step % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    return [a, b, c, d]
  }
}
