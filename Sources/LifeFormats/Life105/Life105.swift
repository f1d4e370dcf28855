// Format: https://conwaylife.com/wiki/Life_1.05
package import LifeCore
package import LifeIO

/// Life 1.05: blocks of rows, each with the position of its north-western corner.
///
///      #Life 1.05
///      #D Name: Glider
///      #N
///      #P -1 -1               x and y of the corner; y grows south
///      .*                     '.' is dead, '*' is live
///      ..*
///      ***
package enum Life105: PatternFormat {
  package static let name = "life105"
  package static let summary = "Life 1.05, blocks of '.' and '*' with their positions"
  package static let extensions = ["lif", "life"]
  package static let capabilities: FormatCapabilities = [.rule, .position, .comments, .name]

  /// Whether the file begins with the header, or with the position of a block and then rows.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    let line = text.extracting(0..<text.lineEnd())
    return line.isLifeHeader("1.05") || isBlock(line) && hasOnlyRows(text)
  }

  /// Whether all lines are rows or begin with `#`: RLE may also begin with `#P`.
  private static func hasOnlyRows(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.extracting(start..<end).droppingBlanksAtEnd()
      let isMetadata = !line.isEmpty && line[0] == UInt8(ascii: "#")
      let isRow = line.indices.allSatisfy {
        Life105Alphabet.strays(UInt64(line[$0])) & 0xff == 0
      }
      guard isMetadata || isRow else { return false }
      start = end + 1
    }
    return true
  }

  private static func isBlock(_ line: Span<UInt8>) -> Bool {
    line.starts(with: "#P") && line.letterAfterHash() != nil
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    var blocks = Life105Blocks(lines)
    var grid = TextGridReader<Life105Alphabet>(lines)
    var metadata = LifeMetadata()
    var hasHeader = false
    while try grid.readRows(into: &blocks) {
      _ = try lines.advance()
      let mayBeHeader = !hasHeader && !blocks.hasBegun && grid.width == 0
      if mayBeHeader, lines.line.starts(with: "#Life") {
        try checkHeader(lines)
        hasHeader = true
      } else if isBlock(lines.line) {
        try blocks.begin()
        grid.restart()
      } else {
        try metadata.read(lines)
      }
      try lines.finishLine()
    }
    guard hasHeader || blocks.hasBegun || grid.width > 0 else {
      throw lines.unexpected(expected: "'#Life 1.05'")
    }
    var pattern = Pattern(cells: try blocks.finish())
    pattern.position = .origin
    metadata.complete(&pattern)
    return pattern
  }

  private static func checkHeader(_ lines: LineReader) throws {
    guard lines.line.isLifeHeader("1.05") else { throw lines.wrongHeader(expected: "#Life 1.05") }
  }
}

/// `.` is dead, `*` is live.
enum Life105Alphabet: TextGridAlphabet {
  static let expected = "'.' or '*'"
  static let mark = UInt8(ascii: "#")
  static let hasEmptyRows = false

  // The two differ in bit 2: '.' is 0010 1110 and '*' is 0010 1010.
  @inline(__always)
  static func strays(_ bytes: UInt64) -> UInt64 {
    (bytes | EightBytes.all(0b0000_0100)) ^ EightBytes.all(UInt8(ascii: "."))
  }

  @inline(__always)
  static func live(_ bytes: UInt64) -> UInt64 { ~(bytes >> 2) }

  static func repaired(_ byte: UInt8) -> Bool? { nil }
}
