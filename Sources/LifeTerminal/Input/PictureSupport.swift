/// The picture protocols of a terminal, according to its answers so far.
package struct PictureSupport: Hashable, Sendable {
  private var protocols: Set<PictureProtocol> = []
  /// The size of a character in pixels; `nil` if unknown.
  package var characterSize: Size?
  /// Whether the terminal has answered all queries.
  package private(set) var isComplete = false

  package init() {}

  /// The queries for the size of a character, for kitty's protocol, and for the attributes, among
  /// them sixels.
  package static let query = Array(
    "\u{1b}[16t\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[c".utf8)

  /// The number of the attribute "shows sixels".
  private static let sixelAttribute = 4

  package mutating func receive(_ answer: TerminalAnswer) {
    switch answer {
    case .shows(let format): protocols.insert(format)
    case .characterSize(let size): characterSize = size
    case .attributes(let values):
      // The first number is the kind of terminal, unless it is the only one.
      if values.dropFirst().contains(Self.sixelAttribute) || values == [Self.sixelAttribute] {
        protocols.insert(.sixel)
      }
      isComplete = true
    case .synchronizes: break
    }
  }

  /// The best protocol of the terminal; `nil` if it has none.
  package var best: PictureProtocol? { PictureProtocol.allCases.first(where: protocols.contains) }
}

/// The picture protocols, the best one first.
///
/// - SeeAlso: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
///   <https://vt100.net/docs/vt3xx-gp/chapter14.html> for sixels
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// The graphics protocol of kitty, or sixels.
  case kitty, sixel
}
