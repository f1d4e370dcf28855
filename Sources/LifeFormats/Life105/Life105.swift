// Format: https://conwaylife.com/wiki/Life_1.05
package import LifeCore
package import LifeIO

/// Pictures of blocks of cells, each with the position of its corner.
///
///      #Life 1.05
///      #D Name: Glider
///      #N
///      #P -1 -1
///      .*
///      ..*
///      ***
package enum Life105: PatternFormat {
  package static let name = "life105"
  package static let summary = "Life 1.05, blocks of '.' and '*' with their positions"
  package static let extensions = ["lif", "life"]
  package static let holds: Holding = [.rule, .position, .comments, .name]

  /// Whether this begins with the header, or with a block's position and then a picture.
  package static func recognises(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    let line = text.extracting(0..<text.lineEnd())
    return line.isLifeHeader("1.05") || isBlock(line) && hasOnlyPictures(text)
  }

  /// Whether no line is anything but a picture: RLE may begin with `#P` too.
  private static func hasOnlyPictures(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.extracting(start..<end).droppingBlanksAtEnd()
      let isOther = !line.isEmpty && line[0] == UInt8(ascii: "#")
      let isPicture = line.indices.allSatisfy {
        Life105Alphabet.strays(UInt64(line[$0])) & 0xff == 0
      }
      guard isOther || isPicture else { return false }
      start = end + 1
    }
    return true
  }

  private static func isBlock(_ line: Span<UInt8>) -> Bool {
    line.starts(with: "#P") && line.letterAfterHash() != nil
  }

  package static func read(_ input: ByteReader, _ options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options)
    var blocks = Life105Blocks(lines)
    var picture = PictureReader<Life105Alphabet>(lines)
    var hashLines = HashLines()
    var hasHeader = false
    while try picture.readRows(into: &blocks) {
      _ = try lines.advance()
      let mayBeHeader = !hasHeader && !blocks.hasBegun && picture.width == 0
      if mayBeHeader, lines.line.starts(with: "#Life") {
        try checkHeader(lines)
        hasHeader = true
      } else if isBlock(lines.line) {
        try blocks.begin()
        picture.restart()
      } else {
        try hashLines.read(lines)
      }
      try lines.finishLine()
    }
    guard hasHeader || blocks.hasBegun || picture.width > 0 else {
      throw lines.unexpected(expected: "'#Life 1.05'")
    }
    var pattern = Pattern(cells: try blocks.finish())
    pattern.position = .origin
    hashLines.complete(&pattern)
    return pattern
  }

  private static func checkHeader(_ lines: LineReader) throws {
    guard lines.line.isLifeHeader("1.05") else { throw lines.wrongHeader(expected: "#Life 1.05") }
  }
}

/// `.` is dead, `*` is alive.
enum Life105Alphabet: PictureAlphabet {
  static let expected = "'.' or '*'"
  static let mark = UInt8(ascii: "#")
  static let hasEmptyRows = false

  // The two differ in bit 2: '.' is 0010 1110 and '*' is 0010 1010.
  @inline(__always)
  static func strays(_ bytes: UInt64) -> UInt64 {
    (bytes | EightBytes.all(0b0000_0100)) ^ EightBytes.all(UInt8(ascii: "."))
  }

  @inline(__always)
  static func living(_ bytes: UInt64) -> UInt64 { ~(bytes >> 2) }

  static func repaired(_ byte: UInt8) -> Bool? { nil }
}

/// Puts the pictures of blocks where they belong.
struct Life105Blocks: PictureSink {
  private let lines: LineReader
  private var cells: CellCollector
  private var extent: Extent
  private var corner = Cell(x: 0, y: 0)
  /// Whether a block's position has been read.
  private(set) var hasBegun = false

  init(_ lines: LineReader) {
    self.lines = lines
    cells = CellCollector { lines.cellLimit }
    extent = Extent(limit: lines.options.limits.extent)
  }

  /// Begins the block whose `#P` line is the current one.
  mutating func begin() throws {
    hasBegun = true
    corner = Cell(x: 0, y: 0)
    // Patterns of one block often leave the numbers out.
    guard lines.line.skippingBlanks(from: 2) < lines.line.count else { return }
    let (x, y) = try lines.numberPair(
      from: 2, what: ("the column of a block's corner", "the row of a block's corner"))
    corner = Cell(x: try local(x), y: try local(y))
  }

  private func local(_ coordinate: BigInt) throws -> Int {
    let limit = min(lines.options.limits.extent, Extent.largest)
    guard let number = coordinate.int, number.magnitude <= limit.magnitude else {
      throw lines.error("a corner more than \(limit) from the origin, the limit").overLimit
    }
    return number
  }

  mutating func add(y: Int, x: Int, word: UInt64) throws(MemoryExhausted) -> String? {
    let y = corner.y + y
    let x = corner.x + x
    guard extent.include(y: y, x: x + word.trailingZeroBitCount),
      extent.include(y: y, x: x + 63 - word.leadingZeroBitCount)
    else { return extent.complaint }
    try cells.add(y: y, x: x, word: word)
    return nil
  }

  mutating func finish() throws -> Cells { try cells.finish() }
}
