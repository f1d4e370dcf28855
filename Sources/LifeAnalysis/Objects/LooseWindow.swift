internal import LifeCore

/// A window that contains all live cells of a pattern on the plane, generation after generation.
///
/// The bounding box is looked for now and then. In between, the window grows as fast as cells can
/// spread.
struct LooseWindow {
  private var box: Window?
  /// The generation of the box.
  private var generation = 0
  /// How far cells spread in a generation.
  private let speed: Int

  /// The generations after which a box is looked for again.
  private static let longestAge = 64

  /// - Parameter speed: the range of the rule.
  init(speed: Int) { self.speed = speed }

  /// The window of the present generation, which begins at a column that is a multiple of 64; nil
  /// without live cells, or if they are too far away.
  mutating func window(of evolution: Evolution) -> Window? {
    if box == nil || evolution.generation - generation > Self.longestAge {
      box = evolution.box
      generation = evolution.generation
    }
    guard let window = box?.widened(by: speed * (evolution.generation - generation)) else {
      return nil
    }
    let west = window.x & ~63
    return Window(x: west, y: window.y, width: window.endX - west, height: window.height)
  }
}
