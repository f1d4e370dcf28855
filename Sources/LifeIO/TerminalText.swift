/// Makes text from files and from the command line safe to print on a terminal.
///
/// A file name, a rule name or a comment may hold escape sequences: they can recolor the screen,
/// retitle the window or type commands. Bidirectional controls reorder the visible text, and line
/// breaks forge lines of output. Every message with such text passes it through here.
///
/// - SeeAlso: "Trojan Source", <https://trojansource.codes>, for the bidirectional controls.
package enum TerminalText {
  /// The text with `?` instead of each character that a terminal would obey.
  ///
  /// - Parameter keepsLines: whether line feeds and tabs stay, for example in a message of several
  ///   lines with printable parts.
  /// - Complexity: O(*n*) in the length of the text.
  package static func printable(_ text: String, keepsLines: Bool = false) -> String {
    let isKept = { (scalar: Unicode.Scalar) in
      !isControl(scalar) || (keepsLines && (scalar == "\n" || scalar == "\t"))
    }
    if text.unicodeScalars.allSatisfy(isKept) { return text }
    return String(
      String.UnicodeScalarView(text.unicodeScalars.map { isKept($0) ? $0 : "?" }))
  }

  /// The bytes as text, with U+FFFD for bytes that aren't UTF-8 and `?` for controls.
  package static func printable(_ bytes: some Collection<UInt8>) -> String {
    printable(String(decoding: bytes, as: UTF8.self))
  }

  /// The indices of the first control character in UTF-8 text; `nil` if all characters are
  /// printable.
  package static func firstControl(in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    for index in bytes.indices {
      // A character begins at each byte other than 10xxxxxx, in broken text, too.
      let length = max(1, (~bytes[index]).leadingZeroBitCount)
      let character = bytes[index...].prefix(length)
      let scalars = String(decoding: character, as: UTF8.self).unicodeScalars
      if scalars.count == 1, let scalar = scalars.first, isControl(scalar) {
        return character.indices
      }
    }
    return nil
  }

  /// Whether a character is invisible, or steers the terminal or the direction of text: C0 and C1
  /// controls with DEL, line and paragraph separators, bidirectional marks, embeddings and
  /// isolates, spaces without a width, byte-order marks, annotations and tags.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f...0x9f: true
    case 0x61c, 0x200e...0x200f, 0x2028...0x202e, 0x2066...0x2069: true
    // Two names that differ only in these look the same. Joiners stay: scripts and emoji need them.
    case 0x200b, 0x2060...0x2064, 0xfeff, 0xfff9...0xfffb, 0xe0000...0xe007f: true
    default: false
    }
  }
}
