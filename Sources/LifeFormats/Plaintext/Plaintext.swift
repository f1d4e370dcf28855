// Format: https://conwaylife.com/wiki/Plaintext
package import LifeCore
package import LifeIO

/// Plaintext: one character per cell and one line per row; comment lines begin with `!`.
///
///      !Name: Glider
///      .O.
///      ..O
///      OOO
///
/// A matrix of 0 and 1 is also read, see ``DigitMatrix``.
package enum Plaintext: PatternFormat {
  package static let name = "plaintext"
  package static let summary = "one character per cell, '.' and 'O', as in .cells files"
  package static let extensions = ["cells", "txt"]
  package static let capabilities: FormatCapabilities = [.comments, .name]

  /// Whether the file begins with a comment, or has nothing but rows and comments.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    guard !text.isEmpty else { return false }
    if DigitMatrix.recognizes(text) { return true }
    if text[0] == UInt8(ascii: "!") { return !text.indices.contains { text[$0] == 0 } }
    var start = 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      guard isRowOrComment(text.extracting(start..<end).droppingBlanksAtEnd()) else {
        return false
      }
      start = end + 1
    }
    return true
  }

  /// The bytes that tell a matrix of digits from rows of cells.
  private static let mostDetected = 1 << 12

  private static func isRowOrComment(_ line: Span<UInt8>) -> Bool {
    if !line.isEmpty, line[0] == UInt8(ascii: "!") { return true }
    return line.indices.allSatisfy { PlaintextAlphabet.strays(UInt64(line[$0])) & 0xff == 0 }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    while input.available.count < mostDetected, try input.fill() {}
    if DigitMatrix.recognizes(input.available) { return try DigitMatrix.read(lines) }
    var rows = PlaintextRows { lines.cellLimit }
    var grid = TextGridReader<PlaintextAlphabet>(lines)
    var comments = PlaintextComments()
    while try grid.readRows(into: &rows) {
      _ = try lines.advance()
      try comments.read(lines, afterRows: grid.rows)
      try lines.finishLine()
    }
    guard grid.width > 0 || comments.count > 0 else {
      throw lines.unexpected(expected: "a row of cells or a line that begins with '!'")
    }
    var pattern = Pattern(cells: try rows.finish())
    pattern.declaredSize = (grid.width, grid.rows)
    pattern.notes = comments.notes
    return pattern
  }
}

/// `.` is dead, `O`, `o` and `*` are live.
enum PlaintextAlphabet: TextGridAlphabet {
  static let expected = "'.', 'O' or '*'"
  static let mark = UInt8(ascii: "!")
  static let hasEmptyRows = true

  //      '.'  0010 1110        bit 0 distinguishes the letters from the others;
  //      '*'  0010 1010        '.' and '*' differ in bit 2 only,
  //      'O'  0100 1111        'O' and 'o' in bit 5 only
  //      'o'  0110 1111
  @inline(__always)
  static func strays(_ bytes: UInt64) -> UInt64 {
    let letters = bytes & EightBytes.ones
    let model = EightBytes.all(UInt8(ascii: "*")) ^ letters &* 0b0110_0101
    let variation = EightBytes.all(0b0000_0100) ^ letters &* 0b0010_0100
    return (bytes ^ model) & ~variation
  }

  @inline(__always)
  static func live(_ bytes: UInt64) -> UInt64 { bytes | ~(bytes >> 2) }

  static func repaired(_ byte: UInt8) -> Bool? {
    switch byte {
    case UInt8(ascii: "x"), UInt8(ascii: "X"), UInt8(ascii: "@"), UInt8(ascii: "#"),
      UInt8(ascii: "1"):
      true
    case UInt8(ascii: "0"), UInt8(ascii: ","), Byte.space: false
    default: nil
    }
  }
}
