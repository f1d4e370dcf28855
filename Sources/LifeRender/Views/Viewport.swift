package import LifeCore

/// The visible part of the universe in each frame, and the size of the frames.
package struct Viewport {
  /// The size of the frames in pixels.
  package let size: FrameShape
  /// Whether text covers cells instead of enlarging the images.
  package let hasTextOverCells: Bool
  /// How cells are drawn if they are large enough and the frames have a size in pixels.
  private let tiling: FrameShape.Tiling
  private let movement: Movement
  package let states: Int
  package private(set) var zoom: Zoom
  /// The universe of the cells. Places outside have a color of their own.
  package var universe = Universe.plane
  /// Twice the position of the center, if the viewport follows the live cells.
  private var middle: Position?
  /// Whether a frame that follows the live cells was too small for them.
  package private(set) var hasCutCells = false

  package enum Movement {
    /// Moves at a constant velocity. Its corner is at the position in the given generation.
    case steady(Position, at: BigInt, Velocity)
    /// Follows the live cells. If they no longer fit, it zooms out, at most to `smallest`. For the
    /// second value see ``Viewport/showsStates``.
    case following(smallest: Zoom, showsStates: Bool)

    /// Shows the same cells in all generations.
    package static func resting(_ corner: Position) -> Movement {
      .steady(corner, at: 0, .zero)
    }
  }

  /// A viewport of `width` × `height` cells at the given scale.
  ///
  /// - Throws: ``ShapeRefused`` if the frames would be too large.
  package init(
    width: Int, height: Int, _ zoom: Zoom, movement: Movement, states: Int = 2,
    tiling: FrameShape.Tiling = .squares
  ) throws {
    let columns = (width - 1) / zoom.cellsPerPixel + 1
    let rows = (height - 1) / zoom.cellsPerPixel + 1
    let size = try FrameShape(
      width: columns, height: rows, scale: zoom.pixelsPerCell, tiling: tiling)
    self.init(size: size, zoom, movement: movement, states: states, tiling: tiling)
  }

  /// A viewport with a size in pixels. Cells at its borders may be cropped.
  package init(
    size: FrameShape, _ zoom: Zoom, movement: Movement, states: Int = 2,
    tiling: FrameShape.Tiling = .squares, hasTextOverCells: Bool = false
  ) {
    self.size = size
    self.tiling = tiling
    self.hasTextOverCells = hasTextOverCells
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// The visible cells of the first frame. `nil` if the viewport follows the live cells.
  package var window: Bounds? {
    guard case .steady(let corner, _, _) = movement else { return nil }
    return Bounds(from: corner, width: shape.width * side, height: shape.height * side)
  }

  /// The places of the next frame.
  package var shape: FrameShape {
    guard size.tiling == .squares else { return size }
    return FrameShape(covering: size, scale: zoom.pixelsPerCell, tiling: tiling)
  }

  /// Whether places have the states of their cells, not shades by the number of live cells. A view
  /// that zooms out has one of them in all frames.
  package var showsStates: Bool {
    if case .following(_, let showsStates) = movement { return showsStates }
    return side == 1
  }

  /// The number of cells along the side of a pixel.
  package var side: Int { zoom.cellsPerPixel }

  /// The colors of all frames.
  package func coloring(_ appearance: Appearance, rule: Rule) -> Coloring {
    let colors = StateColors.usual(for: rule)
    var coloring =
      showsStates
      ? Coloring(appearance, states: states, stateColors: colors, stateNames: rule.stateNames)
      : Coloring(appearance, shading: Shading(side: side, states: states), stateColors: colors)
    if mayShowOutside { coloring.palette.addOutside() }
    switch FrameShape.Tiling(rule) {
    case .triangles where !showsStates: break
    // With ages or trails, an index is not a sum of particles.
    case .particles where !showsStates || coloring.hasMemory: break
    case let tiling: coloring.palette.tiling = tiling
    }
    return coloring
  }

  private var mayShowOutside: Bool {
    guard case .steady(let corner, _, let velocity) = movement, velocity == .zero else {
      return !universe.isUnbounded
    }
    return inside(from: corner) != nil
  }

  /// The places of a frame that are in the universe, at least in part. Returns `nil` if all are.
  package func inside(from corner: Position) -> Window? {
    let shape = shape
    let frame = Bounds(from: corner, width: shape.width * side, height: shape.height * side)
    let part = universe.part(of: frame)
    if part == frame { return nil }
    guard let part, let cells = Window(part, from: corner) else {
      // No row of places is at its edges, so there are no grid lines.
      return Window(x: 0, y: -1, width: 0, height: 0)
    }
    let x = cells.x / side
    let y = cells.y / side
    return Window(
      x: x, y: y, width: (cells.endX - 1) / side + 1 - x, height: (cells.endY - 1) / side + 1 - y)
  }
}

extension Viewport {
  /// The position of the north-western pixel in the frame of a generation.
  ///
  /// - Parameter bounds: the bounds of the live cells, used only to follow them.
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
    case .following(let smallest, _):
      if let bounds = bounds() { follow(bounds, smallest: smallest) }
      let middle = middle ?? .origin
      let shape = shape
      return Position(
        x: Self.corner(middle.x, length: shape.width * side, step: side),
        y: Self.corner(middle.y, length: shape.height * side, step: side))
    }
  }

  /// The corner for a center, aligned to pixels of several cells. Otherwise pixels would cover
  /// other cells in each frame, and their shades would flicker.
  private static func corner(_ middle: BigInt, length: Int, step: Int) -> BigInt {
    (middle - length).floorDivided(by: 2 * step).quotient * step
  }

  /// Zooms out until the live cells fill at most 8/9 of the frame. Then moves an eighth of the
  /// distance to their center, or farther if they would be invisible.
  private mutating func follow(_ bounds: Bounds, smallest: Zoom) {
    while zoom > smallest, needsSmallerZoom(bounds) { zoom = zoom.smaller }
    let target = Position(x: bounds.x * 2 + bounds.width, y: bounds.y * 2 + bounds.height)
    let old = middle ?? target
    let shape = shape
    let box = bounds.widened(by: borders)
    let y = nearestCenter(
      to: Self.eased(old.y, target: target.y), start: box.y, length: box.height,
      pixels: size.pixelHeight, perCell: shape.rowHeight)
    let width = shape.tiling.squares(for: box).width
    var west = box.x - (width - box.width).floorDivided(by: 2).quotient
    // Hexagons south of the middle are farther west.
    if shape.tiling == .hexagons { west -= (target.y - y).floorDivided(by: 4).quotient }
    let x = nearestCenter(
      to: Self.eased(old.x, target: target.x), start: west, length: width,
      pixels: size.pixelWidth, perCell: shape.scale)
    middle = Position(x: x, y: y)
  }

  private func needsSmallerZoom(_ bounds: Bounds) -> Bool {
    let shape = shape
    let box = bounds.widened(by: borders)
    let width = shape.tiling.squares(for: box).width
    return width * 9 > BigInt(visibleCells(size.pixelWidth, perCell: shape.scale)) * 8
      || box.height * 9 > BigInt(visibleCells(size.pixelHeight, perCell: shape.rowHeight)) * 8
  }

  /// The cells at each border that may be cropped although they are in a visible row and column:
  /// hexagons and triangles interlock with their neighbors.
  private var borders: Int { shape.tiling == .squares ? 0 : 2 }

  /// The number of cells surely visible in `pixels` pixels, wherever the corner is. The last cell
  /// may be cropped, and the corner is rounded to pixels of several cells.
  private func visibleCells(_ pixels: Int, perCell: Int) -> Int {
    max(1, pixels / perCell) * side - (side - 1)
  }

  /// The center nearest to `middle` with all live cells visible, or `middle` if they do not fit.
  private mutating func nearestCenter(
    to middle: BigInt, start: BigInt, length: BigInt, pixels: Int, perCell: Int
  ) -> BigInt {
    let visible = visibleCells(pixels, perCell: perCell)
    guard length <= BigInt(visible) else {
      hasCutCells = true
      return middle
    }
    let seen = ((pixels - 1) / perCell + 1) * side
    return min(max(middle, (start + length - visible) * 2 + seen), start * 2 + seen)
  }

  /// The next center on the way to `target`. Differences of two cells are ignored, for example the
  /// swings of a blinker.
  private static func eased(_ old: BigInt, target: BigInt) -> BigInt {
    let distance = target - old
    if distance.magnitude <= 4 { return old }
    let step = distance.floorDivided(by: 8).quotient
    return old + (step.isZero ? 1 : step)
  }
}
