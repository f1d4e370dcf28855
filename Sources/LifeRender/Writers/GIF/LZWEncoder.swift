/// Compresses palette indices with GIF's variable-width LZW.
///
///      codes   palette indices │ clear │ end │ sequences seen so far, up to 4095
///
/// - SeeAlso: [GIF89a](https://www.w3.org/Graphics/GIF/spec-gif89a.txt),
///   appendix F; T. A. Welch, "A Technique for High-Performance Data Compression" (1984).
struct LZWEncoder {
  private let codeSize: Int
  /// An open-addressing hash table of the known sequences.
  ///
  ///      31       20 19        12 11         0
  ///     [ prefix code | next index | own code ]
  private var sequences = [UInt32](repeating: empty, count: slots)
  private var next: UInt32
  private var width: UInt64
  private var pending: UInt64 = 0
  private var pendingBits: UInt64 = 0
  /// The compressed bytes not yet taken.
  private(set) var bytes: [UInt8] = []
  /// The code of the longest known sequence at the end of the input. `nil` before the first index.
  private var prefix: UInt32?

  private static let slots = 1 << 13
  private static let empty = UInt32.max
  private static let maxCodes: UInt32 = 4096

  private var clearCode: UInt32 { 1 << UInt32(codeSize) }

  /// - Parameter codeSize: the bits per palette index, from 2 to 8.
  init(codeSize: Int) {
    precondition((2...8).contains(codeSize))
    self.codeSize = codeSize
    next = 0
    width = 0
    restart()
    put(clearCode)
  }

  private mutating func restart() {
    next = clearCode + 2
    width = UInt64(codeSize) + 1
  }

  /// Appends indices to the input.
  mutating func encode(_ input: Span<UInt8>) {
    guard input.count > 0 else { return }
    // A local copy stays in a register.
    var prefix = self.prefix ?? UInt32(input[0])
    for position in (self.prefix == nil ? 1 : 0)..<input.count {
      let index = input[position]
      let key = prefix << 8 | UInt32(index)
      let slot = find(key)
      let found = sequences[slot]
      if found != Self.empty {
        prefix = found & 0xfff
        continue
      }
      put(prefix)
      if next == Self.maxCodes {
        put(clearCode)
        restart()
        for slot in sequences.indices { sequences[slot] = Self.empty }
      } else {
        sequences[slot] = key << 12 | next
        // The decoder adds a sequence one code later than the encoder.
        if next == 1 << width { width += 1 }
        next += 1
      }
      prefix = UInt32(index)
    }
    self.prefix = prefix
  }

  /// Removes and returns the compressed bytes, rounded down to a multiple of `block`.
  mutating func takeBytes(multipleOf block: Int) -> [UInt8] {
    let rest = bytes.suffix(bytes.count % block)
    let taken = Array(bytes.dropLast(rest.count))
    bytes = Array(rest)
    return taken
  }

  /// The slot of a sequence, or the free slot for it.
  private func find(_ key: UInt32) -> Int {
    var slot = Int((key &* 0x9e37_79b1) >> 19)
    while sequences[slot] != Self.empty, sequences[slot] >> 12 != key {
      slot = (slot + 1) & (Self.slots - 1)
    }
    return slot
  }

  /// Ends the input. The last bytes are in ``bytes`` afterwards.
  mutating func finish() {
    if let prefix { put(prefix) }
    // The last code makes the decoder add one more sequence, which may widen the end code.
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
