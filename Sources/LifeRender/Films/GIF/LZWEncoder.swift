/// Compresses indexes as GIF does: ever longer sequences get codes of ever more bits.
///
///      code     indexes │ clear │ end │ sequences that have come up, to 4095
///
/// - SeeAlso: T. A. Welch, "A Technique for High-Performance Data Compression" (1984).
struct LZWEncoder {
  private let codeSize: Int
  /// Every known sequence: a code and one index more, and the code of both together, in an open
  /// hash table: 12 bits, 8 bits, 12 bits.
  private var sequences = [UInt32](repeating: empty, count: slots)
  private var next: UInt32
  private var width: UInt64
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0
  private(set) var bytes: [UInt8] = []

  private static let slots = 1 << 13
  private static let empty = UInt32.max
  private static let mostCodes: UInt32 = 4096

  private var clearCode: UInt32 { 1 << UInt32(codeSize) }

  /// - Parameter codeSize: the bits of an index, from 2 to 8.
  init(codeSize: Int) {
    precondition((2...8).contains(codeSize))
    self.codeSize = codeSize
    next = 0
    width = 0
    restart()
  }

  private mutating func restart() {
    next = clearCode + 2
    width = UInt64(codeSize) + 1
  }

  /// All of `indexes` at once.
  mutating func encode(_ indexes: [UInt8]) {
    put(clearCode)
    let input = indexes.span
    guard input.count > 0 else { return finish() }
    var prefix = UInt32(input[0])
    for place in 1..<input.count {
      let index = input[place]
      let key = prefix << 8 | UInt32(index)
      let slot = find(key)
      let found = sequences[slot]
      if found != Self.empty {
        prefix = found & 0xfff
        continue
      }
      put(prefix)
      if next == Self.mostCodes {
        put(clearCode)
        restart()
        for slot in sequences.indices { sequences[slot] = Self.empty }
      } else {
        sequences[slot] = key << 12 | next
        // The reader knows a sequence one code later than we do.
        if next == 1 << width { width += 1 }
        next += 1
      }
      prefix = UInt32(index)
    }
    put(prefix)
    finish()
  }

  /// The slot of a sequence, or the free one where it belongs.
  private func find(_ key: UInt32) -> Int {
    var slot = Int((key &* 0x9e37_79b1) >> 19)
    while sequences[slot] != Self.empty, sequences[slot] >> 12 != key {
      slot = (slot + 1) & (Self.slots - 1)
    }
    return slot
  }

  private mutating func finish() {
    // The last sequence made the reader's table longer once more.
    if next == 1 << width, width < 12 { width += 1 }
    put(clearCode + 1)
    while pendingBits > 0 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits = pendingBits > 8 ? pendingBits - 8 : 0
    }
  }

  private mutating func put(_ code: UInt32) {
    pending |= UInt64(code) << pendingBits
    pendingBits += width
    while pendingBits >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      pendingBits -= 8
    }
  }
}
