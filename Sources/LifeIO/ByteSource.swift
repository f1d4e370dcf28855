/// A stream of bytes for a ``ByteReader``.
package protocol ByteSource {
  /// Reads bytes into `buffer` from index `start` on, where there must be room.
  ///
  /// - Returns: the number of bytes, at least 1; 0 at the end.
  /// - Throws: ``ReadError``.
  mutating func read(into buffer: inout [UInt8], from start: Int) throws -> Int
}
