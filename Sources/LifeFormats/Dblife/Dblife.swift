// Format: https://conwaylife.com/wiki/Dblife
package import LifeCore
package import LifeIO

/// The format of dblife: plaintext with counts, one row per line; comment lines begin with `!`.
///
///      !Name: Glider
///      .O
///      2.O
///      3O
package enum Dblife: PatternFormat {
  package static let name = "dblife"
  package static let summary = "plaintext with counts, such as 23.3O"
  package static let extensions = ["l"]
  package static let capabilities: FormatCapabilities = [.comments, .name]

  /// Whether the file begins with a comment, all other lines are rows, at least one row has a
  /// count, and no run is spelled out. Otherwise it is plaintext with a stray digit.
  package static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let lines = TextPrefix(prefix).lines
    guard lines.first?.first == UInt8(ascii: "!") else { return false }
    let rows = lines.filter { $0.first != UInt8(ascii: "!") }
    // The last line of a prefix may be cut off.
    return rows.contains(where: hasCount) && rows.dropLast().allSatisfy(isRow)
      && !rows.contains(where: spellsOutRun)
  }

  private static func hasCount(_ row: [UInt8]) -> Bool {
    guard let last = row.last, isCell(last) else { return false }
    return row.contains(where: Byte.isDigit)
  }

  private static func isRow(_ line: [UInt8]) -> Bool {
    line.allSatisfy { isCell($0) || Byte.isDigit($0) }
  }

  /// Whether two equal cells stand side by side, which a count would join.
  private static func spellsOutRun(_ row: [UInt8]) -> Bool {
    zip(row, row.dropFirst()).contains { $0 == $1 && isCell($0) }
  }

  fileprivate static func isCell(_ byte: UInt8) -> Bool {
    [UInt8(ascii: "."), UInt8(ascii: "O"), Byte.space, Byte.tab].contains(byte)
  }

  package static func read(_ input: ByteReader, options: ReadOptions) throws -> Pattern {
    let lines = try LineReader(input, options: options)
    var comments = PlaintextComments()
    var items = CountedItems<DblifeAlphabet>(lines)
    while try lines.advance() {
      if !lines.line.isEmpty, lines.line[0] == UInt8(ascii: "!") {
        try comments.read(lines, afterRows: items.y)
        continue
      }
      try items.readLine()
      try items.endRows(1, at: 0)
    }
    guard items.y > 0 || comments.count > 0 else {
      throw lines.unexpected(expected: "a row of cells or a line that begins with '!'")
    }
    var pattern = Pattern(cells: try items.finish())
    pattern.declaredSize = (items.width, items.y)
    pattern.notes = comments.notes
    return pattern
  }

  package static func write(_ pattern: Pattern, to output: ByteWriter) throws {
    var text = TextBuffer(output)
    try PlaintextComments.write(pattern, to: &text)
    // Without a comment the rows could be plaintext or RLE.
    if pattern.notes.isEmpty, !pattern.cells.isEmpty { try text.write("!\n") }
    if let box = pattern.cells.bounds {
      var x = box.x
      var y = box.y
      try pattern.cells.forEachRun { run in
        while y < run.y {
          try text.write(x == box.x ? ".\n" : "\n")
          x = box.x
          y += 1
        }
        try write(run.x - x, tag: UInt8(ascii: "."), to: &text)
        try write(run.length, tag: UInt8(ascii: "O"), to: &text)
        x = run.x + run.length
      }
      try text.write(Byte.lineFeed)
    }
    try text.flush()
  }

  private static func write(_ count: Int, tag: UInt8, to text: inout TextBuffer) throws {
    if count > 1 { try text.write(count) }
    if count > 0 { try text.write(tag) }
  }
}

/// `.` is dead, `O` is live.
private enum DblifeAlphabet: CountedAlphabet {
  static let expected = "'.', 'O' or a count"

  static func tag(_ line: Span<UInt8>, at index: inout Int) -> CountedTag? {
    let known: [UInt8: State] = [UInt8(ascii: "."): 0, UInt8(ascii: "O"): 1]
    guard index < line.count, let state = known[line[index]] else { return nil }
    index += 1
    return .cells(state)
  }
}
