package import LifeAnalysis
package import LifeCore
package import LifeEngines
package import LifeRender

/// The visible part of the universe in each frame, and the size of the frames.
package struct Viewport {
  /// The size of the frames in pixels.
  package let size: FrameShape
  private let movement: Movement
  private let states: Int
  private(set) var zoom: Zoom
  /// Twice the position of the center, for a viewport that follows the live cells.
  private var middle: Position?

  package enum Movement {
    /// Moves at a constant velocity; its corner is at the position in the given generation.
    case steady(Position, at: BigInt, Velocity)
    /// Follows the live cells, and shows more cells per pixel if they no longer fit and it may.
    case following(canZoomOut: Bool)

    /// Shows the same cells in all generations.
    package static func resting(_ corner: Position) -> Movement {
      .steady(corner, at: 0, .zero)
    }
  }

  /// A viewport of `width` × `height` cells at a scale.
  ///
  /// - Throws: ``ShapeRefused`` if the frames would be too large.
  package init(
    width: Int, height: Int, _ zoom: Zoom, movement: Movement, states: Int = 2,
    tiling: FrameShape.Tiling = .squares
  ) throws {
    let columns = (width - 1) / zoom.cellsPerPixel + 1
    let rows = (height - 1) / zoom.cellsPerPixel + 1
    size = try FrameShape(width: columns, height: rows, scale: zoom.pixelsPerCell, tiling: tiling)
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// A viewport of a size in pixels; the cells at the eastern and southern border may be cropped.
  package init(size: FrameShape, _ zoom: Zoom, movement: Movement, states: Int = 2) {
    self.size = size
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// The visible cells of the first frame; nil if the viewport follows the live cells.
  var window: Bounds? {
    guard case .steady(let corner, _, _) = movement else { return nil }
    let isHexagonal = size.tiling == .hexagons
    return Bounds(
      from: corner, width: isHexagonal ? size.width : zoom.cells(size.pixelWidth),
      height: isHexagonal ? size.height : zoom.cells(size.pixelHeight))
  }

  /// Whether no frame has pixels that show several cells.
  var isClose: Bool { zoom.cellsPerPixel == 1 && !canZoomOut }

  private var canZoomOut: Bool {
    if case .following(true) = movement { true } else { false }
  }

  private var isFollowing: Bool {
    if case .following = movement { true } else { false }
  }

  /// The cells along the side of a pixel.
  private var side: Int { zoom.cellsPerPixel }

  /// The colors of all frames.
  package func coloring(_ appearance: Appearance, rule: Rule) -> Coloring {
    let colors = StateColors.usual(for: rule)
    if isClose {
      return Coloring(
        appearance, states: states, stateColors: colors, stateNames: rule.stateNames)
    }
    let shading = Shading(side: side, states: states)
    return Coloring(appearance, shading: shading, stateColors: colors)
  }
}

extension Viewport {
  /// Draws the visible part of the universe into a frame.
  ///
  /// - Parameter check: called now and then; what it throws ends the drawing.
  package mutating func draw(
    _ stepper: any Stepper, into frame: Frame, check: () throws -> Void = {}
  ) throws {
    let corner = corner(for: stepper)
    let shape =
      size.tiling == .hexagons ? size : FrameShape(covering: size, scale: zoom.pixelsPerCell)
    if isClose {
      try frame.reset(shape, content: .cells(planes: stepper.planes))
      let window = Bounds(from: corner, width: shape.width, height: shape.height)
      let rows = frame.rows
      let isCopied = rows.withWords { words, marks in
        stepper.copyRows(in: window, to: &words, marks: &marks)
      }
      if !isCopied {
        stepper.forEachRow(in: window) { y, x, words in rows.set(y: y, x: x, words: words) }
      }
    } else {
      try frame.reset(shape, content: .shades(side: side))
      let shading = Shading(side: side, states: states)
      let counts = try (stepper as? any DensityStepper)?.density(
        from: corner, side: side, columns: frame.width, rows: frame.height, check: check)
      if let counts {
        frame.set(densities: counts, shading)
      } else {
        stepper.show(in: frame, shading, corner: corner)
      }
    }
    frame.corner = corner
    frame.generation = stepper.generation
  }

  private mutating func corner(for stepper: any Stepper) -> Position {
    switch movement {
    case .steady(let start, let generation, let velocity):
      let time = stepper.generation - generation
      let step = velocity.displacement
      return Position(
        x: start.x + (time * step.x).floorDivided(by: velocity.period).quotient,
        y: start.y + (time * step.y).floorDivided(by: velocity.period).quotient)
    case .following(let canZoomOut):
      follow(stepper.bounds, canZoomOut: canZoomOut)
      let middle = middle ?? .origin
      return Position(
        x: Self.corner(middle.x, length: zoom.cells(size.pixelWidth), step: side),
        y: Self.corner(middle.y, length: zoom.cells(size.pixelHeight), step: side))
    }
  }

  /// The corner for a center, aligned to pixels of several cells: their shades would flicker if the
  /// cells of a pixel changed from frame to frame.
  private static func corner(_ middle: BigInt, length: Int, step: Int) -> BigInt {
    (middle - length).floorDivided(by: 2 * step).quotient * step
  }

  /// Moves an eighth of the distance to the center of the live cells, and zooms out one step if
  /// they fill more than 8/9 of the frame.
  private mutating func follow(_ bounds: Bounds?, canZoomOut: Bool) {
    guard let bounds else { return }
    let target = Position(x: bounds.x * 2 + bounds.width, y: bounds.y * 2 + bounds.height)
    let old = middle ?? target
    let width = zoom.cells(size.pixelWidth)
    let height = zoom.cells(size.pixelHeight)
    middle = Position(
      x: Self.kept(
        Self.eased(old.x, target: target.x), start: bounds.x, length: bounds.width, seen: width),
      y: Self.kept(
        Self.eased(old.y, target: target.y), start: bounds.y, length: bounds.height, seen: height))
    let isTooLarge =
      bounds.width * 9 > BigInt(width) * 8 || bounds.height * 9 > BigInt(height) * 8
    if isTooLarge, zoom.pixelsPerCell > 1 || canZoomOut { zoom = zoom.smaller }
  }

  /// The center nearest to `middle` at which all live cells are visible; `middle` if they do not
  /// fit.
  private static func kept(
    _ middle: BigInt, start: BigInt, length: BigInt, seen: Int
  ) -> BigInt {
    guard length <= BigInt(seen) else { return middle }
    return min(max(middle, (start + length) * 2 - seen), start * 2 + seen)
  }

  /// The next center on the way to `target`. Differences of two cells, as of a blinker, are
  /// ignored.
  private static func eased(_ old: BigInt, target: BigInt) -> BigInt {
    let distance = target - old
    if distance.magnitude <= 4 { return old }
    let step = distance.floorDivided(by: 8).quotient
    return old + (step.isZero ? 1 : step)
  }
}

extension Frame {
  /// Shades every pixel by its number of live cells; `counts` are row by row.
  fileprivate func set(densities counts: [UInt64], _ shading: Shading) {
    for y in 0..<height {
      let row = counts[y * width..<(y + 1) * width].map { shading.index($0) }
      rows.set(y: y, shades: row.span)
    }
  }
}

extension Stepper {
  /// Shades every pixel by counting the live cells of every row.
  fileprivate func show(in frame: Frame, _ shading: Shading, corner: Position) {
    let view = Bounds(
      from: corner, width: frame.width * shading.side, height: frame.height * shading.side)
    guard let part = bounds?.intersection(view), let place = Window(part, from: corner) else {
      return
    }
    var grid = DensityGrid(frame, shading: shading, planes: planes)
    forEachRow(in: part) { row, column, words in
      grid.add(y: place.y + row, x: place.x + column, words: words)
    }
    grid.finishRow()
  }
}
