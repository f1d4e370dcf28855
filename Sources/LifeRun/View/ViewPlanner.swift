import LifeAnalysis
package import LifeCore
import LifeIO
package import LifeRender

/// Chooses the visible part and the scale of images from their subject and the bounds of the
/// pattern.
package struct ViewPlanner {
  package let subject: ViewSubject
  package internal(set) var options: ViewOptions
  package let kind: ImageFormat
  package let rule: Rule
  package let universe: Universe
  package let start: BigInt
  let runBounds: RunBounds

  /// Cells are enlarged until the image has this size.
  private static let usual = PixelSize(width: 960, height: 720)
  /// The maximum size by default; pages can be zoomed.
  private var largest: PixelSize {
    kind == .html ? PixelSize(width: 2048, height: 2048) : PixelSize(width: 1920, height: 1080)
  }
  /// The maximum size of a text by default, in Braille dots.
  private static let maxTextSize = PixelSize(width: 400, height: 400)
  /// The size of a text whose view follows the cells.
  private static let followingText = PixelSize(width: 160, height: 96)
  /// The maximum side of a cell by default, in pixels.
  private static let maxCellSide = 16
  /// The maximum side of a cell at the start of a view that follows the cells, in pixels or dots.
  private var maxFollowedSide: Int { kind.isText ? 4 : 32 }
  /// The minimum side of a cell in pixels. Cells are smaller only if the image would be too large.
  private static let minCellSide = 3
  /// The minimum height of the cells between the texts above and below, in pixels.
  static let minHeight = 16

  /// The appearance of the images. If they have a chosen size, it decides the scale of their text.
  package var appearance: Appearance {
    var appearance = options.appearance
    appearance.textScale = appearance.textScale ?? options.size.map { Margins.textScale(for: $0) }
    return appearance
  }

  /// The shape of cells that are large enough. Text has squares. Frames of pages have squares, too,
  /// which the page draws as tiles.
  private var tiling: FrameShape.Tiling {
    let tiling = FrameShape.Tiling(rule)
    return kind.isText || kind == .html || tiling == .particles ? .squares : tiling
  }

  /// The view of the first image.
  ///
  /// - Parameter bounds: the live cells' bounds, for an image of one generation.
  /// - Throws: ``ShapeRefused`` or ``RunFailure`` if the images would be too large.
  package func viewport(showing bounds: Bounds? = nil) throws -> Viewport {
    var viewport = try chosenViewport(showing: bounds)
    viewport.universe = universe
    try Self.check(
      width: viewport.size.pixelWidth, height: viewport.size.pixelHeight, in: kind)
    return viewport
  }

  /// Refuses images that are too large for their format.
  static func check(width: Int, height: Int, in kind: ImageFormat) throws {
    _ = try FrameShape(width: width, height: height)
    guard max(width, height) <= kind.maxSide else {
      throw RunFailure(
        .usage,
        "\(kind.rawValue): images are at most \(kind.maxSide) pixels wide and high; use "
          + "\(.scale) 1/K or another format")
    }
  }

  private func chosenViewport(showing bounds: Bounds?) throws -> Viewport {
    guard var window = window(showing: bounds) else { return try followingViewport() }
    let velocity = runBounds.velocity ?? .zero
    if let size = options.size {
      return try viewport(of: window, showing: bounds, size: size, velocity: velocity)
    }
    var zoom = zoom(window)
    let isOdd = zoom.pixelsPerCell % 2 == 1 && (window.columns % 2 == 1 || window.rows % 2 == 1)
    if needsEvenSize, isOdd {
      // Smaller cells keep the pattern in the middle. From three pixels to two they would lose a
      // third of their side; a further column or row is better.
      if options.zoom == nil, zoom.pixelsPerCell > 3 {
        zoom.pixelsPerCell -= 1
      } else if options.view == nil {
        window.width += BigInt(window.columns % 2)
        window.height += BigInt(window.rows % 2)
      }
    }
    return try Viewport(
      width: window.columns, height: window.rows, zoom,
      movement: .steady(window.corner, at: start, velocity), states: rule.states,
      tiling: tiling.drawn(atScale: zoom.pixelsPerCell))
  }

  /// A view of a fixed size, without a margin if this makes cells below 8 pixels more than 1/8
  /// larger. Text stands over cells of at most one pixel if this makes them as much larger and the
  /// view is a chosen rectangle or a universe, which may have dead rows there:
  ///
  ///     a universe of 1920 × 1080 cells in as many pixels    scale 1, text over the cells
  ///     40 × 40 cells in 200 × 200 pixels         scale 4, no margin, text above the cells
  ///     1200 × 900 cells in 1920 × 1080 pixels    scale 1, a margin, text above the cells
  ///     20 × 20 cells in 1920 × 1080 pixels       scale 45 with a margin, and not 54
  private func viewport(
    of window: Bounds, showing bounds: Bounds?, size: PixelSize, velocity: Velocity
  ) throws -> Viewport {
    let cells = self.window(showing: bounds, hasMargin: false) ?? window
    func zoom(_ size: PixelSize) -> Zoom {
      if let zoom = options.zoom { return zoom }
      return fitting(window, into: size).unlessMuchSmaller(than: fitting(cells, into: size))
    }
    let board = try boardSize() ?? size
    let zoomBesideText = zoom(board)
    let mayCoverCells =
      switch subject {
      case .window, .universe: zoomBesideText <= .one
      case .start, .allSamples, .core, .lastGeneration, .following: false
      }
    let zoom =
      mayCoverCells ? zoomBesideText.unlessMuchSmaller(than: zoom(size)) : zoomBesideText
    let hasTextOverCells = zoom != zoomBesideText
    let shown = hasTextOverCells ? size : board
    let image = try FrameShape(width: shown.width, height: shown.height)
    let frame = FrameShape(covering: image, scale: zoom.pixelsPerCell, tiling: tiling)
    // The view is in the middle of the larger frame.
    let corner = window.corner.moved(
      byX: (window.columns - frame.width * zoom.cellsPerPixel) / 2,
      y: (window.rows - frame.height * zoom.cellsPerPixel) / 2)
    return Viewport(
      size: image, zoom, movement: .steady(corner, at: start, velocity), states: rule.states,
      tiling: tiling, hasTextOverCells: hasTextOverCells)
  }

  /// The largest scale for showing a window in the given size. Tiles that would be too small are
  /// squares of at most 3 pixels.
  private func fitting(_ window: Bounds, into size: PixelSize, largest: Int = .max) -> Zoom {
    let zoom = Zoom.fitting(tiling.squares(for: window), into: size, largest: largest)
    if tiling.drawn(atScale: zoom.pixelsPerCell) == tiling { return zoom }
    return .fitting(window, into: size, largest: 3)
  }

  /// The view at the start; nil if the viewport follows the live cells.
  ///
  /// - Parameter hasMargin: whether there is space around all live cells.
  private func window(showing bounds: Bounds?, hasMargin: Bool = true) -> Bounds? {
    switch subject {
    case .window(let window): window
    case .universe: universe.box
    case .start: box(runBounds.firstBounds, margin: .large)
    case .allSamples, .core: box(runBounds.allBounds, margin: hasMargin ? .small : .none)
    case .lastGeneration: box(bounds, margin: hasMargin ? .small : .none)
    case .following: nil
    }
  }

  private func zoom(_ window: Bounds) -> Zoom {
    if let zoom = options.zoom { return zoom }
    if kind.isText { return .fitting(window, into: Self.maxTextSize, largest: 1) }
    let usual = Self.usual
    var largest = largest
    largest.height -= Margins.height(options.appearance, of: largest, in: kind)
    let box = tiling.squares(for: window)
    let usualPixels = min(usual.width / box.columns, usual.height / box.rows)
    let maxPixels = min(largest.width / box.columns, largest.height / box.rows)
    let pixels = max(min(Self.maxCellSide, usualPixels), min(Self.minCellSide, maxPixels))
    if pixels > 0 { return Zoom(pixelsPerCell: pixels, cellsPerPixel: 1) }
    return .fitting(window, into: largest)
  }

  /// The part of an image of a fixed size that shows cells: without the text above and below.
  private func boardSize() throws(RunFailure) -> PixelSize? {
    guard let size = options.size, options.appearance.hasMargins, kind.hasStrips else {
      return options.size
    }
    guard let board = Self.board(of: size, options.appearance, in: kind) else {
      throw RunFailure(
        .usage, "\(.size): \(size.width) x \(size.height) pixels have no room for text",
        hint: "use a larger size, or leave out \(.title), \(.label) and \(.legend)")
    }
    return board
  }

  /// The part of an image with text that shows cells; nil if there is no room for it.
  static func board(
    of size: PixelSize, _ appearance: Appearance, in kind: ImageFormat
  ) -> PixelSize? {
    var board = size
    board.height -= Margins.height(appearance, of: size, in: kind)
    return board.width >= Margins.minWidth && board.height >= minHeight ? board : nil
  }

  /// Whether most readers of the format require an even width and height.
  var needsEvenSize: Bool {
    options.size == nil && (kind.usesFFmpeg || [.y4m, .ppm, .pgm, .rgb24, .gray].contains(kind))
  }

  private enum BoxMargin { case none, small, large }

  /// A box with equal margins of a few cells.
  private func box(_ bounds: Bounds?, margin: BoxMargin) -> Bounds {
    let box = Bounds(covering: bounds)
    let longest = max(box.columns, box.rows)
    switch margin {
    case .none: return box
    case .small: return box.widened(by: max(2, longest / 32))
    case .large: return box.widened(by: max(8, longest / 4))
    }
  }

  /// A viewport that follows the live cells. At the start, they fill at most half of its width and
  /// half of its height.
  private func followingViewport() throws -> Viewport {
    let size = try boardSize() ?? (kind.isText ? Self.followingText : Self.usual)
    let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    let first = Bounds(covering: runBounds.firstBounds)
    let zoom = options.zoom ?? fitting(first, into: half, largest: maxFollowedSide)
    // Ages belong to states. A view that begins with a pixel for each cell keeps them: later, the
    // pixels of several cells have states and ages as if they were cells.
    let showsStates =
      zoom >= .one && (options.zoom != nil || Coloring(options.appearance).hasMemory)
    return try Viewport(
      size: FrameShape(width: size.width, height: size.height), zoom,
      movement: .following(smallest: options.zoom ?? .smallest, showsStates: showsStates),
      states: rule.states, tiling: tiling)
  }
}

extension ViewPlanner {
  /// A planner for images of a pattern without a run.
  package init(
    still options: ViewOptions, kind: ImageFormat, rule: Rule, universe: Universe,
    generation: BigInt = 0
  ) {
    self.init(
      subject: ViewSubject(still: options, universe: universe), options: options, kind: kind,
      rule: rule, universe: universe, start: generation, runBounds: RunBounds())
  }
}

extension Bounds {
  /// The view of a pattern without live cells.
  static let oneCell = Bounds(x: 0, y: 0, width: 1, height: 1)

  /// The maximum side of a view, beyond any image.
  static let maxSide = BigInt(1 << 60)

  /// The view of a bounding box; without one, a single cell. Longer sides than ``maxSide`` are
  /// cut; making a frame for them fails later.
  package init(covering bounds: Bounds?) {
    self = bounds ?? .oneCell
    width = min(width, Self.maxSide)
    height = min(height, Self.maxSide)
  }

  /// Whether ``init(covering:)`` may have cut a side: it is as long as allowed.
  package var mayBeCut: Bool { max(width, height) >= Self.maxSide }
}
