internal import LifeCore

/// A matrix of 0 and 1 as programs for arrays write it, a kind of plaintext:
///
///      010        0 1 0        0,1,0
///      001        0 0 1        0,0,1
///      111        1 1 1        1,1,1
///
/// Rows of two numbers with a separator between them are not a matrix: they may be coordinates.
enum DigitMatrix {
  /// The number of columns of a row; nil if the line is no row.
  private static func columns(of line: Span<UInt8>) -> Int? {
    let line = line.droppingBlanksAtEnd()
    let digits = line.indices.count { isDigit(line[$0]) }
    let others = line.indices.count { !isDigit(line[$0]) && !isSeparator(line[$0]) }
    let fewest = digits == line.count ? 2 : 3
    guard others == 0, digits >= fewest else { return nil }
    return digits
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte & 0xfe == UInt8(ascii: "0") }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == Byte.space || byte == Byte.tab
  }

  /// Whether a file begins with at least two rows of the same length, and has nothing else as far
  /// as it is known.
  static func recognizes(_ prefix: Span<UInt8>) -> Bool {
    let text = prefix.extracting(prefix.firstText()...)
    var start = 0
    var rows = 0
    var width: Int?
    while start < text.count {
      let end = text.lineEnd(from: start)
      let line = text.extracting(start..<end)
      start = end + 1
      if line.skippingBlanks() == line.count { continue }
      let columns = columns(of: line)
      // The last line of a prefix may be cut off.
      if rows > 1, end == text.count, columns != nil { break }
      guard let columns, width == nil || width == columns else { return false }
      width = columns
      rows += 1
    }
    return rows > 1
  }

  static func read(_ lines: LineReader) throws -> Pattern {
    var cells = CellRunCollector(lines)
    var width: Int?
    var rows = 0
    while try lines.advance() {
      let line = lines.line
      if line.skippingBlanks() == line.count { continue }
      guard let columns = columns(of: line), width == nil || width == columns else {
        let digits = width.map { "\($0) digits" } ?? "digits"
        throw lines.unexpected(expected: "a row of \(digits) 0 and 1")
      }
      width = columns
      var x = 0
      for index in line.indices where isDigit(line[index]) {
        if line[index] == UInt8(ascii: "1"),
          try !cells.add(CellRun(y: rows, x: x, length: 1))
        {
          throw lines.error(cells.complaint)
        }
        x += 1
      }
      rows += 1
    }
    var pattern = Pattern(cells: try cells.finish())
    pattern.declaredSize = (width ?? 0, rows)
    return pattern
  }
}
