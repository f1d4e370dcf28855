import LifeCore
import LifeEngines
import LifeRender

/// Decides where the camera stands, by what was asked for and by what there is to see.
struct Director {
  let options: FilmView
  let kind: FilmKind
  /// Whether there is one picture, of the last generation.
  let isStill: Bool
  let rule: Rule
  let universe: Universe
  let start: BigInt
  let outlook: FilmOutlook

  /// The longest side in pixels, of what people look at and of the rest.
  private var roomiest: Int {
    kind.isText ? 400 : !kind.isForEyes ? 4096 : isStill ? 1600 : 1080
  }
  /// Where pictures are wanted about as large as this.
  private var usualSide: Int { isStill ? 800 : 640 }
  private var largestCell: Int { kind.isForEyes ? 16 : 1 }

  func camera(for stepper: any Stepper) throws -> Camera {
    guard let window = window(for: stepper) else { return try following() }
    let velocity = outlook.velocity ?? Velocity(x: 0, y: 0, generations: 1)
    return try Camera(
      width: window.width, height: window.height, zoom(window),
      .steady(window.corner, at: start, velocity), states: rule.states)
  }

  /// What is shown at the start; nil if the camera is to follow what lives.
  private func window(for stepper: any Stepper) -> AbsoluteWindow? {
    switch options.view {
    case .auto?: return nil
    case .window(let window)?: return window
    case nil where outlook.velocity != nil: return box(outlook.firstBounds, hasMargin: true)
    case nil where universe.isBounded && max(universe.width, universe.height) <= 4096:
      return AbsoluteWindow(
        corner: Position(x: BigInt(universe.left), y: BigInt(universe.top)),
        width: universe.width, height: universe.height)
    default:
      if isStill { return box(stepper.bounds, hasMargin: false) }
      return outlook.allBounds.map { box($0, hasMargin: false) }
    }
  }

  private func zoom(_ window: AbsoluteWindow) -> Zoom {
    if let zoom = options.zoom { return zoom }
    let longest = max(window.width, window.height)
    if longest > roomiest { return .fitting(longest, into: roomiest) }
    return .fitting(longest, into: max(usualSide, longest), largest: largestCell)
  }

  /// A box with a margin of a few cells, its sides even, as most video codecs want them.
  private func box(_ bounds: Bounds?, hasMargin: Bool) -> AbsoluteWindow {
    let bounds = bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
    // What is larger than any picture is refused when the picture is made.
    let largest = 1 << 60
    let (width, height) = (
      min(bounds.width.int ?? largest, largest), min(bounds.height.int ?? largest, largest)
    )
    let longest = max(width, height)
    let margin = hasMargin ? max(8, longest / 4) : max(2, longest / 32)
    // A label stands above what lives.
    let top = margin + (options.look.hasLabel ? max(4, height / 6) : 0)
    return AbsoluteWindow(
      corner: Position(x: bounds.x - margin, y: bounds.y - top),
      width: (width + 2 * margin + 1) & ~1, height: (height + top + margin + 1) & ~1)
  }

  /// A camera that follows what lives, with a picture of the usual shape.
  private func following() throws -> Camera {
    let box = box(outlook.firstBounds, hasMargin: true)
    let (width, height) = kind.isText ? (160, 96) : (usualSide, usualSide * 3 / 4)
    let fitting = [(box.width, width), (box.height, height)].map { cells, pixels in
      Zoom.fitting(cells, into: pixels, largest: 8)
    }
    let zoom = options.zoom ?? .farther(fitting[0], fitting[1])
    let coloring = Coloring(options.look)
    return try Camera(
      width: zoom.cells(width), height: zoom.cells(height), zoom,
      .following(canStepBack: !coloring.hasMemory && options.zoom == nil), states: rule.states)
  }
}
