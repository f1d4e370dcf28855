/// Writes down where some work is, so that another process can go on from there.
///
/// Numbers are eight bytes, the lowest first; bytes come after their count.
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

  package mutating func write(_ block: [UInt8]) {
    write(block.count)
    bytes += block
  }
}

/// Reads what a ``StateWriter`` has written, in the same order.
package struct StateReader {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var isAtEnd: Bool { position == bytes.count }

  /// What was not read yet.
  package var rest: [UInt8] { Array(bytes[position...]) }

  package mutating func readInt() throws(StateDamaged) -> Int {
    let word = try take(8)
    return word.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A count of things that take at least a byte each.
  package mutating func readCount() throws(StateDamaged) -> Int {
    let count = try readInt()
    guard count >= 0, count <= bytes.count - position else { throw StateDamaged() }
    return count
  }

  package mutating func readWord() throws(StateDamaged) -> UInt64 {
    UInt64(truncatingIfNeeded: try readInt())
  }

  package mutating func readDouble() throws(StateDamaged) -> Double {
    Double(bitPattern: try readWord())
  }

  package mutating func readFlag() throws(StateDamaged) -> Bool {
    let byte = try take(1).first
    guard let byte, byte < 2 else { throw StateDamaged() }
    return byte == 1
  }

  package mutating func readBytes() throws(StateDamaged) -> [UInt8] {
    Array(try take(try readCount()))
  }

  private mutating func take(_ count: Int) throws(StateDamaged) -> ArraySlice<UInt8> {
    guard count <= bytes.count - position else { throw StateDamaged() }
    defer { position += count }
    return bytes[position..<position + count]
  }
}

/// What was written down is not what is read.
package struct StateDamaged: Error, Equatable {
  package init() {}
}

/// Something in the middle of its work, which another process can do the rest of.
package protocol Resumable {
  func save(to state: inout StateWriter)
  /// Brings a fresh value to where the saved one was.
  ///
  /// - Throws: ``StateDamaged``, or what making room throws.
  mutating func restore(from state: inout StateReader) throws
}
