internal import LifeCore
internal import LifeIO

/// Gathers what people wrote around the cells, up to a limit for all of it.
struct NoteCollector {
  private(set) var notes: [Pattern.Note] = []
  private var byteCount = 0

  /// What keeping a note costs beside its text, so that a million empty ones are not free.
  private static let overhead = 64

  /// Keeps a note whose text lies in the line where `lines` is.
  ///
  /// - Throws: ``ParseError`` if there is more than the limit allows.
  mutating func add(
    _ kind: Pattern.NoteKind, _ text: Span<UInt8>, from lines: LineReader
  ) throws(ParseError) {
    byteCount += text.count + Self.overhead
    let limit = lines.options.limits.noteBytes
    guard byteCount <= limit else {
      throw lines.error("names and comments of more than \(limit) bytes, the limit for text")
        .overLimit
    }
    notes.append(Pattern.Note(kind, text.copied()))
  }
}

// Plaintext and Life 1.05 have no marks of their own for a name and an author: a comment that
// begins with these words is one. A comment that only looks like one has a blank more in front.
extension NoteCollector {
  /// Keeps a comment, or the name or author that it gives.
  mutating func addComment(
    _ text: Span<UInt8>, from lines: LineReader
  ) throws(ParseError) {
    for (kind, word) in [(Pattern.NoteKind.name, Self.name), (.author, Self.author)] {
      guard text.starts(with: word) else { continue }
      let rest = text.extracting(word.utf8CodeUnitCount...)
      return try add(kind, rest.droppingOneBlank(), from: lines)
    }
    try add(.comment, Self.looksLikeName(text) ? text.droppingOneBlank() : text, from: lines)
  }

  /// The line of text that ``addComment(_:from:)`` reads as this note.
  static func comment(for note: Pattern.Note) -> [UInt8] {
    let text = note.text.onOneLine
    return switch note.kind {
    case .name: labelled("Name:", text)
    case .author: labelled("Author:", text)
    case .comment, .trailer: (looksLikeName(text.span) ? [Byte.blank] : []) + text
    }
  }

  private static let name: StaticString = "Name:"
  private static let author: StaticString = "Author:"

  private static func labelled(_ label: String, _ text: [UInt8]) -> [UInt8] {
    Array(label.utf8) + (text.isEmpty ? [] : [Byte.blank]) + text
  }

  /// Whether the text is a name or an author after any number of blanks.
  private static func looksLikeName(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count, text[start] == Byte.blank { start += 1 }
    let rest = text.extracting(start...)
    return rest.starts(with: name) || rest.starts(with: author)
  }
}

extension Span<UInt8> {
  @_lifetime(copy self)
  func droppingOneBlank() -> Span<UInt8> {
    isEmpty || self[0] != Byte.blank ? self : extracting(1...)
  }
}
