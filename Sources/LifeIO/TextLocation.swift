/// A location in a text file, with an excerpt of its line.
package struct TextLocation: Sendable, Hashable {
  /// The line number, from 1.
  package var line: Int
  /// The column, from 1, in UTF-8 characters.
  package var column: Int
  /// The part of the line around the location.
  package var excerpt: Excerpt
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  var isNewline: Bool { self == .lineFeed || self == .carriageReturn }
}
