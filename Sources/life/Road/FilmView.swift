import LifeCore
import LifeEngines
import LifeFormats

/// What part of the universe a film shows, and how large.
struct FilmView {
  var view: View?
  var scale = 1

  static var options: [Option<FilmView>] {
    [
      .value(
        "--view", metavar: "X,Y,WxH", group: "Film",
        help: "Show this part (default: the start and a margin).", sets: \.view),
      .value(
        "--scale", metavar: "K", group: "Film", help: "Draw each cell as K x K pixels.",
        sets: \.scale),
    ]
  }

  var isDefault: Bool { view == nil && scale == 1 }

  func validate() throws(UsageError) {
    if scale < 1 { throw UsageError("--scale: expected a number of at least 1, found \(scale)") }
  }

  /// The part to show: as asked, or a small universe as a whole, or the pattern with a margin. The
  /// default sizes are even, as most video codecs want them.
  func window(for pattern: Pattern) -> AbsoluteWindow {
    if let view { return view.window }
    let universe = pattern.universe
    if universe.isBounded && universe.width <= 4096 && universe.height <= 4096 {
      return AbsoluteWindow(
        corner: Position(x: BigInt(universe.left), y: BigInt(universe.top)),
        width: universe.width, height: universe.height)
    }
    let box = pattern.bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
    // What is larger than any picture is refused when the picture is made.
    let (width, height) = (box.width.int ?? .max / 4, box.height.int ?? .max / 4)
    let margin = min(max(8, max(width, height) / 4), .max / 8)
    return AbsoluteWindow(
      corner: Position(x: box.x, y: box.y).offset(byX: -margin, y: -margin),
      width: (min(width, .max / 4) + 2 * margin + 1) & ~1,
      height: (min(height, .max / 4) + 2 * margin + 1) & ~1)
  }
}
