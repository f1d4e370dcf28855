/// The protocols by which terminals show pictures, the best one first.
///
/// - SeeAlso: <https://sw.kovidgoyal.net/kitty/graphics-protocol/>,
///   <https://iterm2.com/documentation-images.html>,
///   <https://vt100.net/docs/vt3xx-gp/chapter14.html> for sixels
public enum PictureProtocol: String, CaseIterable, Sendable {
  /// The graphics protocol of kitty, inline images of iTerm2, and sixels.
  case kitty, iterm, sixel
}
