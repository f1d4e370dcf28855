/// The part of a line around a location for display, at most 76 characters of equal width.
///
/// Stores only bytes, because most excerpts are never displayed.
package struct Excerpt: Sendable, Hashable {
  /// The line up to the location.
  private let head: [UInt8]
  /// The line from the location to its end.
  private let tail: [UInt8]

  /// The maximum number of bytes before and after the location to look at.
  static let reach = 256
  private static let before = 47
  private static let after = 27
  private static let cut: [Unicode.Scalar] = ["…"]

  /// - Parameters:
  ///   - before: the bytes before the location: from the line's start, or the last ``reach`` bytes.
  ///   - after: the bytes from the location: to the line's end, or ``reach`` bytes.
  init(before: ArraySlice<UInt8>, after: ArraySlice<UInt8>) {
    let start = before.lastIndex(where: \.isNewline).map { $0 + 1 } ?? before.startIndex
    head = Array(before[start...])
    tail = Array(after.prefix { !$0.isNewline })
  }

  /// The excerpt, with `→` for tabs and `·` for other characters that aren't one column wide.
  package var text: String { String(String.UnicodeScalarView(shownHead + shownTail)) }

  /// The number of characters of ``text`` before the location.
  package var caret: Int { shownHead.count }

  private var shownHead: [Unicode.Scalar] {
    let head = Self.shown(head)
    return head.count > Self.before ? Self.cut + head.suffix(Self.before) : head
  }

  private var shownTail: [Unicode.Scalar] {
    let tail = Self.shown(tail)
    return tail.count > Self.after ? tail.prefix(Self.after) + Self.cut : tail
  }

  /// The characters as wide as ASCII on every terminal; `·` for all others, controls included.
  private static func shown(_ bytes: [UInt8]) -> [Unicode.Scalar] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.unicodeScalars.map { scalar in
      if scalar == "\t" { return "→" }
      return isOneColumnWide(scalar) ? scalar : "·"
    }
  }

  private static func isOneColumnWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7f: true
    // Latin without the soft hyphen; Greek and Cyrillic without combining marks.
    case 0xa1..<0x300, 0x370..<0x483: scalar.value != 0xad
    default: false
    }
  }
}
