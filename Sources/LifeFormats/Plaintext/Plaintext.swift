// Format: https://conwaylife.com/wiki/Plaintext
package import LifeCore
package import LifeIO

/// Plaintext: one character per cell and one line per row. Comment lines begin with `!`.
///
///      !Name: Glider
///      .O.
///      ..O
///      OOO
///
/// A matrix of 0 and 1 is also read, see ``DigitMatrix``.
package enum Plaintext: PatternFormat {
  package static let summary = "one character per cell, '.' and 'O', as in .cells files"
  package static let extensions = ["cells", "txt"]
  package static let capabilities: FormatCapabilities = [.comments, .name]

  /// Whether the file begins with a comment, or has only rows and comments. With two rows or
  /// more, it may also have characters that lenient reading repairs, except digits and commas.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    guard !text.isEmpty else { return false }
    if DigitMatrix.recognizes(text) { return true }
    if text[0] == UInt8(ascii: "!") { return !text.indices.contains { text[$0] == 0 } }
    var start = 0
    var rows = 0
    var needsRepair = false
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.extracting(start..<end).droppingBlanksAtEnd()
      start = end + 1
      if line.isEmpty { continue }
      rows += 1
      if isRowOrComment(line) { continue }
      guard isDrawing(line) else { return false }
      needsRepair = true
    }
    return !needsRepair || rows > 1
  }

  private static func isDrawing(_ line: Span<UInt8>) -> Bool {
    line.indices.allSatisfy { index in
      let byte = line[index]
      return PlaintextAlphabet.strays(UInt64(byte)) & 0xff == 0
        || !Byte.isDigit(byte) && byte != UInt8(ascii: ",")
          && PlaintextAlphabet.repaired(byte) != nil
    }
  }

  /// The number of bytes examined to distinguish a matrix of digits from rows of cells.
  private static let maxDetectedBytes = 1 << 12

  private static func isRowOrComment(_ line: Span<UInt8>) -> Bool {
    if !line.isEmpty, line[0] == UInt8(ascii: "!") { return true }
    return line.indices.allSatisfy { PlaintextAlphabet.strays(UInt64(line[$0])) & 0xff == 0 }
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    while input.available.count < maxDetectedBytes, try input.fill() {}
    if DigitMatrix.recognizes(input.available) || DigitMatrix.isRow(input.available) {
      return try DigitMatrix.read(lines)
    }
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
    case UInt8(ascii: ","), Byte.space: false
    // '0' is not repaired: it is a dead cell in some programs and a live one in others.
    default: nil
    }
  }
}

/// Collects the words of rows into cells. The words come north to south and west to east.
struct PlaintextRows: TextGridSink {
  private let builder: Cells.Builder
  /// The words of row `y` from column `x` not yet passed to the builder.
  private var words: [UInt64] = []
  private var y = 0
  private var x = 0

  private static let maxWords = 64
  /// The maximum gap of dead words. A longer one would take more memory than a new piece.
  private static let maxDeadWords = 3

  /// - Parameter limit: returns the maximum number of bytes for the cells; called at each growth.
  init(limitedBy limit: @escaping () -> Int) {
    builder = Cells.Builder(planes: 1, limitedBy: limit)
    words.reserveCapacity(Self.maxWords)
  }

  mutating func add(y: Int, x: Int, word: UInt64, at ahead: Int) throws {
    // The dead words between the last word and this one.
    let gap = ((x - self.x) >> 6) - words.count
    if y != self.y || gap > Self.maxDeadWords || words.count + gap >= Self.maxWords {
      try flush()
      self.y = y
      self.x = x
    } else {
      for _ in 0..<gap { words.append(0) }
    }
    words.append(word)
  }

  private mutating func flush() throws(MemoryExhausted) {
    try builder.append(y: y, x: x, words: words.span)
    words.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws(MemoryExhausted) -> Cells {
    try flush()
    return builder.finish()
  }
}

/// The comment lines; they begin with `!`.
///
/// A first line with only `!` marks the format and isn't a comment.
struct PlaintextComments {
  private var collector = NoteCollector()
  /// The number of lines, including the mark in the first one.
  private(set) var count = 0

  var notes: [Pattern.Note] { collector.notes }

  mutating func read(_ lines: LineReader, afterRows rows: Int) throws {
    count += 1
    let line = lines.line
    if line.count == 1, count == 1, rows == 0 { return }
    try collector.addComment(line.extracting(1...).droppingOneSpace(), from: lines)
  }

  /// Writes the notes of a pattern as comment lines.
  static func write(_ pattern: Pattern, to text: inout TextBuffer) throws {
    let comments = pattern.notes.map(NoteCollector.comment(for:))
    // An empty first comment would be read as the mark, and an empty pattern needs a line.
    let needsMark = comments.isEmpty ? pattern.cells.isEmpty : comments[0].isEmpty
    if needsMark { try text.write("!\n") }
    for comment in comments {
      try text.write(comment.first == Byte.space ? "! " : "!")
      try text.write(line: comment)
    }
  }
}

/// A matrix of 0 and 1 as written by array programs, a kind of plaintext:
///
///      010        0 1 0        0,1,0
///      001        0 0 1        0,0,1
///      111        1 1 1        1,1,1
///
/// Rows of two separated numbers aren't a matrix: they may be coordinates.
enum DigitMatrix {
  /// The number of columns in a row; `nil` for other lines.
  private static func columns(of line: Span<UInt8>) -> Int? {
    let line = line.droppingBlanksAtEnd()
    let digits = line.indices.count { isDigit(line[$0]) }
    let others = line.indices.count { !isDigit(line[$0]) && !isSeparator(line[$0]) }
    let minDigits = digits == line.count ? 2 : 3
    guard others == 0, digits >= minDigits else { return nil }
    return digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte & 0xfe == UInt8(ascii: "0") }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == Byte.space || byte == Byte.tab
  }

  /// Whether a file begins with a row, then a line of any digits, so that a `2` there is an error.
  static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let lines = prefix.nonblankLines.prefix(2)
    guard let first = lines.first, columns(of: first.span) != nil else { return false }
    return lines.dropFirst().contains { $0.allSatisfy { Byte.isDigit($0) || isSeparator($0) } }
  }

  /// Whether a text is one row of three or more digits, with both 0 and 1. Such a row is read, but
  /// not recognized without the extension of plaintext: it may be a number, or a pattern's name.
  static func isRow(_ text: Span<UInt8>) -> Bool {
    let lines = text.nonblankLines
    guard let row = lines.first, lines.count == 1, let columns = columns(of: row.span) else {
      return false
    }
    return columns > 2 && Set(row).isSuperset(of: "01".utf8)
  }

  static func read(_ lines: LineReader) throws -> Pattern {
    var cells = CellRunCollector(lines)
    var width: Int?
    var rows = 0
    while try lines.advance() {
      let line = lines.line
      if lines.isBlank { continue }
      guard let columns = columns(of: line) else {
        let stray = line.indices.first { !isDigit(line[$0]) && !isSeparator(line[$0]) }
        throw lines.unexpected(at: stray ?? 0, expected: "a row of digits 0 and 1")
      }
      if let width, width != columns {
        throw lines.error("expected \(width) digits as in the rows before, found \(columns)")
      }
      width = columns
      var x = 0
      for index in line.indices where isDigit(line[index]) {
        if line[index] == UInt8(ascii: "1") { try cells.add(CellRun(y: rows, x: x, length: 1)) }
        x += 1
      }
      rows += 1
    }
    var pattern = Pattern(cells: try cells.finish())
    pattern.declaredSize = (width ?? 0, rows)
    return pattern
  }
}
