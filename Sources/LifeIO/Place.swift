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
package struct Excerpt: Sendable, Hashable {
  package let text: String
  /// How many characters of ``text`` stand before the place.
  package let caret: Int

  /// How many bytes before and after the place are looked at.
  static let reach = 256
  private static let before = 47
  private static let after = 27

  /// - Parameter bytes: at least the line that `place` is in, or ``reach`` bytes on both sides.
  init(_ bytes: Span<UInt8>, at place: Int) {
    var start = place
    while start > 0, !bytes[start - 1].isNewline { start -= 1 }
    var stop = place
    while stop < bytes.count, !bytes[stop].isNewline { stop += 1 }
    let head = Self.shown(bytes.extracting(start..<place))
    let tail = Self.shown(bytes.extracting(place..<stop))
    let cut: [Unicode.Scalar] = ["…"]
    let shownHead = head.count > Self.before ? cut + head.suffix(Self.before) : head
    let shownTail = tail.count > Self.after ? tail.prefix(Self.after) + cut : tail
    text = String(String.UnicodeScalarView(shownHead + shownTail))
    caret = shownHead.count
  }

  /// What is as wide as an ASCII character everywhere, and a dot for everything else.
  private static func shown(_ bytes: Span<UInt8>) -> [Unicode.Scalar] {
    let text = unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
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
