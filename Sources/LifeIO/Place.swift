/// A place in a text, and the text around it.
package struct Place: Sendable, Hashable {
  /// Counted from 1.
  package var line: Int
  /// Counted from 1, in characters.
  package var column: Int
  package var excerpt: Excerpt

  package init(line: Int, column: Int, excerpt: Excerpt) {
    self.line = line
    self.column = column
    self.excerpt = excerpt
  }
}

/// The part of a line around a place, fit to be shown: at most 76 characters of one width.
///
/// Most are never shown, so that only the bytes are kept.
package struct Excerpt: Sendable, Hashable {
  /// The line up to the place.
  private let head: [UInt8]
  /// The line from there on.
  private let tail: [UInt8]

  /// How many bytes before and after the place are looked at.
  static let reach = 256
  private static let before = 47
  private static let after = 27
  private static let cut: [Unicode.Scalar] = ["…"]

  /// - Parameters:
  ///   - before: what stands before the place: the line's beginning at least, or ``reach`` bytes.
  ///   - after: what follows: at least up to the line's end, or ``reach`` bytes.
  init(before: ArraySlice<UInt8>, after: [UInt8]) {
    let start = before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? before.startIndex
    head = Array(before[start...])
    tail = Array(after.prefix { !$0.isNewline })
  }

  package var text: String { String(String.UnicodeScalarView(shownHead + shownTail)) }

  /// How many characters of ``text`` stand before the place.
  package var caret: Int { shownHead.count }

  private var shownHead: [Unicode.Scalar] {
    let head = Self.shown(head)
    return head.count > Self.before ? Self.cut + head.suffix(Self.before) : head
  }

  private var shownTail: [Unicode.Scalar] {
    let tail = Self.shown(tail)
    return tail.count > Self.after ? tail.prefix(Self.after) + Self.cut : tail
  }

  /// What is as wide as an ASCII character everywhere, and a dot for everything else.
  private static func shown(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.unicodeScalars.map { $0 == "\t" ? " " : hasOneWidth($0) ? $0 : "·" }
  }

  private static func hasOneWidth(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7f: true
    // Latin, but not the soft hyphen; Greek and Cyrillic, but not what goes on top of a letter.
    case 0xa1..<0x300, 0x370..<0x483: scalar.value != 0xad
    default: false
    }
  }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  var isNewline: Bool { self == .lineFeed || self == .carriageReturn }
}
