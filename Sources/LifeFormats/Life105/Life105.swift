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
  package static let summary = "Life 1.05, blocks of '.' and '*' with their positions"
  package static let extensions = ["lif", "life"]
  package static let capabilities: FormatCapabilities = [.rule, .position, .comments, .name]

  /// Whether the file begins with the header, or has a block of rows after lines with `#`.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    var start = 0
    var hasBlock = false
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.extracting(start..<end).droppingBlanksAtEnd()
      if start == 0, line.isLifeHeader("1.05") { return true }
      start = end + 1
      if line.isEmpty { continue }
      // RLE may also begin with `#P`; the first row decides.
      guard line[0] == UInt8(ascii: "#") else { return hasBlock && isRow(line) }
      if isBlock(line) { hasBlock = true }
    }
    return hasBlock
  }

  private static func isRow(_ line: Span<UInt8>) -> Bool {
    line.indices.allSatisfy { Life105Alphabet.strays(UInt64(line[$0])) & 0xff == 0 }
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
        guard lines.line.isLifeHeader("1.05") else {
          throw lines.wrongHeader(expected: "#Life 1.05")
        }
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
    pattern.statedPosition = .origin
    metadata.complete(&pattern)
    return pattern
  }
}

/// `.` is dead, `*` is live.
enum Life105Alphabet: TextGridAlphabet {
  static let expected = "'.' or '*'"
  static let mark = UInt8(ascii: "#")
  static let hasEmptyRows = false

  // The two characters differ in bit 2: '.' is 0010 1110 and '*' is 0010 1010.
  @inline(__always)
  static func strays(_ bytes: UInt64) -> UInt64 {
    (bytes | EightBytes.all(0b0000_0100)) ^ EightBytes.all(UInt8(ascii: "."))
  }

  @inline(__always)
  static func live(_ bytes: UInt64) -> UInt64 { ~(bytes >> 2) }

  static func repaired(_ byte: UInt8) -> Bool? { nil }
}

/// Places the rows of blocks at their absolute coordinates.
struct Life105Blocks: TextGridSink {
  private let lines: LineReader
  private var cells: CellRunCollector
  private var corner = Cell(x: 0, y: 0)
  /// Whether a `#P` line has been read.
  private(set) var hasBegun = false

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellRunCollector(lines)
  }

  /// Begins the block of the current `#P` line.
  mutating func begin() throws {
    hasBegun = true
    corner = Cell(x: 0, y: 0)
    // Files with a single block often omit the numbers.
    guard lines.line.skippingBlanks(from: 2) < lines.line.count else { return }
    let position = try lines.position(from: 2, of: "the block")
    corner = Cell(x: try local(position.x), y: try local(position.y))
  }

  private func local(_ coordinate: BigInt) throws -> Int {
    let limit = min(lines.options.limits.extent, Extent.largest)
    guard let number = coordinate.int, number.magnitude <= limit.magnitude else {
      throw lines.error("the position of the block exceeds the limit of ±\(limit)").overLimit
    }
    return number
  }

  mutating func add(y: Int, x: Int, word: UInt64, at ahead: Int) throws {
    var rest = word
    while rest != 0 {
      let start = rest.trailingZeroBitCount
      let length = (~(rest >> UInt64(start))).trailingZeroBitCount
      try cells.add(
        CellRun(y: corner.y + y, x: corner.x + x + start, length: length), at: ahead)
      rest &= ~WordMask.bits(from: start, to: start + length)
    }
  }

  mutating func finish() throws -> Cells { try cells.finish() }
}
