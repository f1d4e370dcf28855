/// Returns the bytes of an array.
struct MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>

  init(bytes: [UInt8]) { rest = bytes[...] }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let piece = rest.prefix(buffer.count - start)
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}
