/// Deserializes the output of a ``StateWriter``, in the same order.
///
/// The input may be damaged: all reads throw instead of trapping.
package struct StateReader {
  /// The bytes that were not read yet.
  package private(set) var rest: ArraySlice<UInt8>

  package init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// Reads a part of other bytes, which are not copied.
  package init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  package var isAtEnd: Bool { rest.isEmpty }

  /// The number of bytes that were not read yet: check it before making room for what they say.
  package var remainingCount: Int { rest.count }

  package mutating func readInt() throws(InvalidSavedState) -> Int {
    let word = try take(8)
    return word.reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number that must lie in a range, so that calculating with it cannot overflow.
  package mutating func readInt(in range: ClosedRange<Int>) throws(InvalidSavedState) -> Int {
    let number = try readInt()
    guard range.contains(number) else { throw InvalidSavedState() }
    return number
  }

  /// The number of samples or frames until now.
  package mutating func readSampleCount() throws(InvalidSavedState) -> Int {
    try readInt(in: 0...1 << 60)
  }

  /// Reads a count of items that take at least one byte each, so that it cannot exceed the input.
  package mutating func readCount() throws(InvalidSavedState) -> Int {
    let count = try readInt()
    guard count >= 0, count <= remainingCount else { throw InvalidSavedState() }
    return count
  }

  package mutating func readWord() throws(InvalidSavedState) -> UInt64 {
    UInt64(truncatingIfNeeded: try readInt())
  }

  package mutating func readDouble() throws(InvalidSavedState) -> Double {
    Double(bitPattern: try readWord())
  }

  package mutating func readFlag() throws(InvalidSavedState) -> Bool {
    let byte = try take(1).first
    guard let byte, byte < 2 else { throw InvalidSavedState() }
    return byte == 1
  }

  package mutating func readBytes() throws(InvalidSavedState) -> [UInt8] {
    Array(try readSlice())
  }

  /// A block of bytes that is not copied, because it may be an image.
  package mutating func readSlice() throws(InvalidSavedState) -> ArraySlice<UInt8> {
    try take(try readCount())
  }

  /// A reader of a block, which is not copied.
  package mutating func readBlock() throws(InvalidSavedState) -> StateReader {
    StateReader(try readSlice())
  }

  private mutating func take(_ count: Int) throws(InvalidSavedState) -> ArraySlice<UInt8> {
    guard count <= remainingCount else { throw InvalidSavedState() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
