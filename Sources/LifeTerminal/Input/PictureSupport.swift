/// The pictures that a terminal shows, as far as it has answered.
package struct PictureSupport: Hashable, Sendable {
  private var protocols: Set<PictureProtocol> = []
  /// The size of a character in pixels; nil if it is not known.
  package var cell: Size?
  /// Whether the terminal has answered all queries.
  package private(set) var isComplete = false

  package init() {}

  /// The queries: the size of a character, kitty, and the attributes with sixels.
  package static let query = Array(
    "\u{1b}[16t\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[c".utf8)

  /// The attribute of terminals with sixels.
  private static let sixelAttribute = 4

  package mutating func receive(_ answer: TerminalAnswer) {
    switch answer {
    case .shows(let format): protocols.insert(format)
    case .cell(let size): cell = size
    case .attributes(let values):
      // The first number is the kind of the terminal.
      if values.dropFirst().contains(Self.sixelAttribute) || values == [Self.sixelAttribute] {
        protocols.insert(.sixel)
      }
      isComplete = true
    case .synchronizes: break
    }
  }

  /// The best protocol of the terminal; nil if it has none.
  package var best: PictureProtocol? { PictureProtocol.allCases.first(where: protocols.contains) }
}

/// The protocols by which terminals show pictures, the best one first.
///
/// - SeeAlso: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
///   <https://vt100.net/docs/vt3xx-gp/chapter14.html> for sixels
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// The graphics protocol of kitty, and sixels.
  case kitty, sixel
}
