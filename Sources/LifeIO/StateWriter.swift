/// Serializes the state of interrupted work, so that another process can resume it.
///
/// Numbers are eight bytes, little-endian; a block of bytes follows its count; a flag is one byte.
package struct StateWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func write(_ number: Int) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  package mutating func write(_ number: UInt64) { write(Int(truncatingIfNeeded: number)) }

  package mutating func write(_ number: Double) { write(number.bitPattern) }

  package mutating func write(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

  package mutating func write(_ block: some Collection<UInt8>) {
    write(block.count)
    // Large blocks are images: growing by doubling would take twice the memory.
    if block.count > 1 << 16 { bytes.reserveCapacity(bytes.count + block.count + 1 << 10) }
    bytes += block
  }
}
