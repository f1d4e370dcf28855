// Format: https://docs.asciinema.org/manual/asciicast/v2/
package import LifeIO

/// A recording of a terminal: an object with the size, then an array for each piece of input or
/// output.
///
///     {"version": 2, "width": 80, "height": 24}
///     [0.5, "i", "n"]
package enum Asciicast {
  /// What was typed, each piece with its time since the start, in the order of time.
  ///
  /// - Throws: ``ParseError``, ``ReadError``.
  package static func input(
    _ input: ByteReader
  ) throws -> [(time: Duration, bytes: [UInt8])] {
    let scanner = try JSONScanner(LineReader(input, options: ReadOptions()))
    var typed: [(time: Duration, bytes: [UInt8])] = []
    while let first = try scanner.next() {
      if first == UInt8(ascii: "{") {
        try readHeader(scanner)
      } else if let event = try readEvent(scanner) {
        typed.append(event)
      }
    }
    return typed.sorted { $0.time < $1.time }
  }

  private static func readHeader(_ scanner: JSONScanner) throws {
    var version: Double?
    try scanner.expect("{")
    repeat {
      let key = try scanner.string(upTo: 256)
      try scanner.expect(":")
      if key.elementsEqual("version".utf8) {
        version = try scanner.number("a version")
      } else {
        try scanner.skipValue()
      }
    } while try scanner.take(",")
    try scanner.expect("}")
    guard version == 2 else { throw scanner.lines.error("expected version 2 of asciicast") }
  }

  /// The event if it is one of input.
  private static func readEvent(
    _ scanner: JSONScanner
  ) throws -> (time: Duration, bytes: [UInt8])? {
    guard try scanner.take("[") else {
      throw scanner.lines.unexpected(expected: "an event such as [0.5, \"i\", \"n\"]")
    }
    let time = try scanner.number("the time of an event")
    guard (0..<mostSeconds).contains(time) else {
      throw scanner.lines.error("expected a time from 0 to \(Int(mostSeconds)) s")
    }
    try scanner.expect(",")
    let kind = try scanner.string(upTo: 256)
    try scanner.expect(",")
    let bytes = try scanner.string(upTo: mostBytes)
    try scanner.expect("]")
    return kind.elementsEqual("i".utf8) ? (.seconds(time), bytes) : nil
  }

  private static let mostSeconds = 1e9
  private static let mostBytes = 1 << 26
}
