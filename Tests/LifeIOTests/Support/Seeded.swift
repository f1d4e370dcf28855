import LifeIO
import TestSupport

extension Seeded {
  /// Bytes that are picked from `alphabet`.
  mutating func bytes(_ count: Int, of alphabet: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in alphabet[Int(next() % UInt64(alphabet.count))] }
  }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
  }
}

/// Hands out bytes in small pieces, as a slow pipe does.
struct PiecemealSource: ByteSource {
  var rest: ArraySlice<UInt8>
  let largest: Int
  var random: Seeded

  init(_ bytes: [UInt8], largest: Int, seed: Int = 0) {
    rest = bytes[...]
    self.largest = largest
    random = Seeded(seed)
  }

  mutating func read(into buffer: inout [UInt8], from start: Int) -> Int {
    let size = Int.random(in: 1...largest, using: &random)
    let piece = rest.prefix(min(size, buffer.count - start))
    buffer.replaceSubrange(start..<start + piece.count, with: piece)
    rest = rest.dropFirst(piece.count)
    return piece.count
  }
}

extension ByteReader {
  /// Everything that is left, taken whole as it comes.
  func readAll() throws -> [UInt8] {
    var all: [UInt8] = []
    repeat { all += try take(available.count) } while try fill()
    return all
  }
}
