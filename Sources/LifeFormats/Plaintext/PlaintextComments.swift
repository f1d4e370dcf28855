internal import LifeCore

/// The comment lines, which begin with `!`.
///
/// A first line of only `!` marks the format and is not a comment.
struct PlaintextComments {
  private var collector = NoteCollector()
  /// The number of lines, including such a first one.
  private(set) var count = 0

  var notes: [Pattern.Note] { collector.notes }

  /// Reads the current line.
  mutating func read(_ lines: LineReader, afterRows rows: Int) throws {
    count += 1
    let line = lines.line
    if line.count == 1, count == 1, rows == 0 { return }
    try collector.addComment(line.extracting(1...).droppingOneBlank(), from: lines)
  }

  /// Writes the notes of a pattern as comment lines.
  static func write(_ pattern: Pattern, to text: inout TextBuffer) throws {
    let comments = pattern.notes.map(NoteCollector.comment(for:))
    // An empty first comment would be taken for the mark, and an empty pattern needs a line.
    let needsMark = comments.isEmpty ? pattern.cells.isEmpty : comments[0].isEmpty
    if needsMark { try text.write("!\n") }
    for comment in comments {
      try text.write(comment.first == Byte.space ? "! " : "!")
      try text.write(line: comment)
    }
  }
}
