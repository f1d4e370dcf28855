package import LifeCore
package import LifeEngines
package import LifeRender

/// Chooses the visible part and the scale of images from the options and the bounds of the pattern.
package struct ViewPlanner {
  package let options: ViewOptions
  package let kind: ImageFormat
  /// Whether the output is a single image, of the last generation.
  package let isStill: Bool
  package let rule: Rule
  package let universe: Universe
  package let start: BigInt
  package let runBounds: RunBounds

  package init(
    options: ViewOptions, kind: ImageFormat, isStill: Bool, rule: Rule, universe: Universe,
    start: BigInt, runBounds: RunBounds
  ) {
    (self.options, self.kind, self.isStill) = (options, kind, isStill)
    (self.rule, self.universe, self.start) = (rule, universe, start)
    self.runBounds = runBounds
  }

  /// The largest side in pixels that is chosen by default. Formats for other programs, such as y4m,
  /// may be larger than formats for viewing.
  private var largestSide: Int {
    kind.isText ? 400 : !kind.isForViewing ? 4096 : isStill ? 1600 : 1080
  }
  /// The side in pixels up to which small cells are enlarged.
  private var usualSide: Int { isStill ? 800 : 640 }
  private var largestCell: Int { kind.isForViewing ? 16 : 1 }

  package func viewport(for stepper: any Stepper) throws -> Viewport {
    guard let window = window(for: stepper) else { return try following() }
    let velocity = runBounds.velocity ?? Velocity(x: 0, y: 0, generations: 1)
    return try Viewport(
      width: window.width, height: window.height, zoom(window),
      .steady(window.corner, at: start, velocity), states: rule.states)
  }

  /// The view at the start; nil if the viewport follows the live cells.
  private func window(for stepper: any Stepper) -> AbsoluteWindow? {
    switch options.view {
    case .auto?: return nil
    case .window(let window)?: return window
    case nil where runBounds.velocity != nil: return box(runBounds.firstBounds, hasMargin: true)
    case nil where universe.isBounded && max(universe.width, universe.height) <= 4096:
      return AbsoluteWindow(
        corner: Position(x: BigInt(universe.left), y: BigInt(universe.top)),
        width: universe.width, height: universe.height)
    default:
      if isStill { return box(stepper.bounds, hasMargin: false) }
      return runBounds.allBounds.map { box($0, hasMargin: false) }
    }
  }

  private func zoom(_ window: AbsoluteWindow) -> Zoom {
    if let zoom = options.zoom { return zoom }
    let longest = max(window.width, window.height)
    if longest > largestSide { return .fitting(longest, into: largestSide) }
    return .fitting(longest, into: max(usualSide, longest), largest: largestCell)
  }

  /// A box with a margin of a few cells. Its sides are even, as most video codecs require.
  private func box(_ bounds: Bounds?, hasMargin: Bool) -> AbsoluteWindow {
    let bounds = bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
    // A box larger than any image is refused when the frame is allocated.
    let largest = 1 << 60
    let (width, height) = (
      min(bounds.width.int ?? largest, largest), min(bounds.height.int ?? largest, largest)
    )
    let longest = max(width, height)
    let margin = hasMargin ? max(8, longest / 4) : max(2, longest / 32)
    // The label is drawn above the live cells.
    let top = margin + (options.appearance.hasLabel ? max(4, height / 6) : 0)
    return AbsoluteWindow(
      corner: Position(x: bounds.x - margin, y: bounds.y - top),
      width: (width + 2 * margin + 1) & ~1, height: (height + top + margin + 1) & ~1)
  }

  /// A viewport of the default size that follows the live cells.
  private func following() throws -> Viewport {
    let box = box(runBounds.firstBounds, hasMargin: true)
    let (width, height) = kind.isText ? (160, 96) : (usualSide, usualSide * 3 / 4)
    let fitting = [(box.width, width), (box.height, height)].map { cells, pixels in
      Zoom.fitting(cells, into: pixels, largest: 8)
    }
    let zoom = options.zoom ?? .farther(fitting[0], fitting[1])
    let coloring = Coloring(options.appearance)
    return try Viewport(
      width: zoom.cells(width), height: zoom.cells(height), zoom,
      .following(canZoomOut: !coloring.hasMemory && options.zoom == nil), states: rule.states)
  }
}
