internal import LifeCore
internal import LifeIO

/// Collects names, authors, comments and trailing text, up to a limit for all of them together.
struct NoteCollector {
  private(set) var notes: [Pattern.Note] = []
  private var byteCount = 0

  /// The memory of a note besides its text: even empty notes count against the limit.
  private static let overhead = 64

  /// Adds a note with text from the current line of `lines`.
  ///
  /// - Throws: ``ParseError`` if all notes together exceed the limit.
  mutating func add(
    _ kind: Pattern.NoteKind, text: Span<UInt8>, from lines: LineReader
  ) throws(ParseError) {
    byteCount += text.count + Self.overhead
    let limit = lines.options.limits.noteBytes
    guard byteCount <= limit else {
      throw lines.error("names and comments exceed the limit of \(limit) bytes")
        .overLimit
    }
    notes.append(Pattern.Note(kind, text: text.copied()))
  }
}

// Plaintext and Life 1.05 define no lines for a name or an author. Both are comments that begin
// with `Name:` or `Author:`. The writer inserts a space before other comments of this form.
extension NoteCollector {
  /// Adds a comment, or a name or an author if it begins with `Name:` or `Author:`.
  mutating func addComment(
    _ text: Span<UInt8>, from lines: LineReader
  ) throws(ParseError) {
    for (kind, word) in [(Pattern.NoteKind.name, Self.name), (.author, Self.author)] {
      guard text.starts(with: word) else { continue }
      let rest = text.extracting(word.utf8CodeUnitCount...)
      return try add(kind, text: rest.droppingOneSpace(), from: lines)
    }
    try add(.comment, text: Self.looksLikeName(text) ? text.droppingOneSpace() : text, from: lines)
  }

  /// The comment for a note, as ``addComment(_:from:)`` reads it.
  static func comment(for note: Pattern.Note) -> [UInt8] {
    let text = note.text.onOneLine
    return switch note.kind {
    case .name: labeled("Name:", text: text)
    case .author: labeled("Author:", text: text)
    case .comment, .trailer: (looksLikeName(text.span) ? [Byte.space] : []) + text
    }
  }

  private static let name: StaticString = "Name:"
  private static let author: StaticString = "Author:"

  private static func labeled(_ label: String, text: [UInt8]) -> [UInt8] {
    Array(label.utf8) + (text.isEmpty ? [] : [Byte.space]) + text
  }

  /// Whether the text, without leading spaces, begins with `Name:` or `Author:`.
  private static func looksLikeName(_ text: Span<UInt8>) -> Bool {
    var start = 0
    while start < text.count, text[start] == Byte.space { start += 1 }
    let rest = text.extracting(start...)
    return rest.starts(with: name) || rest.starts(with: author)
  }
}

extension Span<UInt8> {
  /// The bytes without the first one if it is a space.
  @_lifetime(copy self)
  func droppingOneSpace() -> Span<UInt8> {
    isEmpty || self[0] != Byte.space ? self : extracting(1...)
  }
}
