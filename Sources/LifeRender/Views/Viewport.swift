package import LifeCore

/// The visible part of the universe in each frame, and the size of the frames.
package struct Viewport {
  /// The size of the frames in pixels.
  package let size: FrameShape
  /// Whether text stands over the cells, and does not make the images larger.
  package let hasTextOverCells: Bool
  private let movement: Movement
  package let states: Int
  package private(set) var zoom: Zoom
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
    hasTextOverCells = false
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// A viewport of a size in pixels; the cells at the eastern and southern border may be cropped.
  package init(
    size: FrameShape, _ zoom: Zoom, movement: Movement, states: Int = 2,
    hasTextOverCells: Bool = false
  ) {
    self.size = size
    self.hasTextOverCells = hasTextOverCells
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// The visible cells of the first frame; nil if the viewport follows the live cells.
  package var window: Bounds? {
    guard case .steady(let corner, _, _) = movement else { return nil }
    let isHexagonal = size.tiling == .hexagons
    return Bounds(
      from: corner, width: isHexagonal ? size.width : zoom.cells(size.pixelWidth),
      height: isHexagonal ? size.height : zoom.cells(size.pixelHeight))
  }

  /// Whether no frame has pixels that show several cells.
  package var isClose: Bool { zoom.cellsPerPixel == 1 && !canZoomOut }

  private var canZoomOut: Bool {
    if case .following(true) = movement { true } else { false }
  }

  /// The cells along the side of a pixel.
  package var side: Int { zoom.cellsPerPixel }

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
  /// The position of the north-western pixel in the frame of a generation.
  ///
  /// - Parameter bounds: of the live cells; read only if the viewport follows them.
  package mutating func corner(
    at now: BigInt, showing bounds: @autoclosure () -> Bounds?
  ) -> Position {
    switch movement {
    case .steady(let start, let generation, let velocity):
      let time = now - generation
      let step = velocity.displacement
      return Position(
        x: start.x + (time * step.x).floorDivided(by: velocity.period).quotient,
        y: start.y + (time * step.y).floorDivided(by: velocity.period).quotient)
    case .following(let canZoomOut):
      follow(bounds(), canZoomOut: canZoomOut)
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
