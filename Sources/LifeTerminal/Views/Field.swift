/// An editable line of text with a cursor.
public struct Field: Hashable, Sendable {
  /// Shown before the text.
  public var label: Line
  /// The characters of the text.
  public private(set) var text: [Character] = []
  /// The index of the character after the cursor.
  public private(set) var cursor = 0
  /// The style of the text.
  public var style: Style
  /// Shown instead of the text if it is empty.
  public var hint = ""

  /// The maximum length; further characters are ignored.
  private static let maxCharacters = 4096

  /// A field with the cursor after its text.
  public init(_ label: Line = "", text: String = "", style: Style = .plain) {
    self.label = label
    self.style = style
    replace(with: text)
  }

  /// The text.
  public var string: String { String(text) }

  /// Replaces the text, and puts the cursor after it.
  public mutating func replace(with string: String) {
    text = []
    cursor = 0
    insert(string)
  }

  /// Inserts the printable characters of a typed or pasted text.
  public mutating func insert(_ string: String) {
    let added = string.filter { !$0.isNewline && $0 >= " " && $0 != "\u{7f}" }
      .prefix(Self.maxCharacters - text.count)
    text.insert(contentsOf: added, at: cursor)
    cursor += added.count
  }

  /// Edits the text by a key. Returns `false` for a key without a meaning in fields.
  public mutating func handle(_ key: Key) -> Bool {
    switch (key.code, key.modifiers.contains(.control)) {
    case (.character(let character), false) where !key.modifiers.contains(.alt):
      insert(String(character))
    case (.backspace, _):
      guard cursor > 0 else { return true }
      cursor -= 1
      text.remove(at: cursor)
    case (.delete, _), (.character("d"), true):
      if cursor < text.count { text.remove(at: cursor) }
    case (.left, _), (.character("b"), true): cursor = max(0, cursor - 1)
    case (.right, _), (.character("f"), true): cursor = min(text.count, cursor + 1)
    case (.home, _), (.character("a"), true): cursor = 0
    case (.end, _), (.character("e"), true): cursor = text.count
    case (.character("u"), true):
      text.removeFirst(cursor)
      cursor = 0
    case (.character("k"), true): text.removeLast(text.count - cursor)
    case (.character("w"), true): removeWord()
    default: return false
    }
    return true
  }

  private mutating func removeWord() {
    var start = cursor
    while start > 0, text[start - 1] == " " { start -= 1 }
    while start > 0, text[start - 1] != " " { start -= 1 }
    text.removeSubrange(start..<cursor)
    cursor = start
  }
}
