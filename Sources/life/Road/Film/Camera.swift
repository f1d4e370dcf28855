import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// Where pictures are taken: a film's size, and what each picture of it shows.
struct Camera {
  /// The film's size in pixels.
  let size: FrameShape
  private let movement: Movement
  private let states: Int
  private var zoom: Zoom
  /// Twice the position of the picture's middle, for a camera that follows.
  private var middle: Position?

  enum Movement {
    /// Moves evenly from a corner at a generation.
    case steady(Position, at: BigInt, Velocity)
    /// Follows what lives; whether it steps back when that becomes too large.
    case following(canStepBack: Bool)
  }

  /// A camera for a picture of so many cells, which are seen at `zoom`.
  init(
    width: Int, height: Int, _ zoom: Zoom, _ movement: Movement, states: Int = 2
  ) throws {
    let (columns, rows) = (
      (width - 1) / zoom.cellsPerPixel + 1, (height - 1) / zoom.cellsPerPixel + 1
    )
    size = try FrameShape(width: columns, height: rows, scale: zoom.pixelsPerCell)
    self.zoom = zoom
    self.movement = movement
    self.states = states
  }

  /// Whether every picture shows cells, none squares of many.
  var isClose: Bool { zoom.cellsPerPixel == 1 && !canStepBack }

  private var canStepBack: Bool {
    if case .following(true) = movement { true } else { false }
  }

  /// The cells along the side of a pixel.
  private var side: Int { zoom.cellsPerPixel }

  /// The colours of all its pictures.
  func coloring(_ look: Look, _ colors: [Color]) -> Coloring {
    if isClose { return Coloring(look, states: states, stateColors: colors) }
    let shading = Shading(side: side, states: states, curve: look.curve)
    return Coloring(look, shading, stateColors: colors)
  }
}

extension Camera {
  /// Writes down where it is.
  func save(to state: inout StateWriter) {
    state.write(zoom.pixelsPerCell)
    state.write(zoom.cellsPerPixel)
    state.write(middle != nil)
    if let middle { state.write(middle) }
  }

  mutating func restore(from state: inout StateReader) throws {
    let (pixels, cells) = (try state.readInt(), try state.readInt())
    // What is seen is never so large that its columns could not be counted.
    let mostCells = (1 << 61) / max(size.pixelWidth, size.pixelHeight)
    guard pixels > 0, cells > 0, pixels == 1 || cells == 1, pixels <= 1 << 40, cells <= mostCells
    else { throw StateDamaged() }
    zoom = Zoom(pixelsPerCell: pixels, cellsPerPixel: cells)
    middle = try state.readFlag() ? state.readPosition() : nil
  }

  /// Takes a picture.
  ///
  /// - Parameter curve: how squares of many cells are shaded.
  mutating func take(_ stepper: any Stepper, into frame: Frame, _ curve: Shading.Curve) throws {
    let corner = corner(for: stepper)
    let shape = FrameShape(covering: size, scale: zoom.pixelsPerCell)
    if isClose {
      try frame.reset(shape, .cells(planes: stepper.planes))
      let window = AbsoluteWindow(corner: corner, width: shape.width, height: shape.height)
      stepper.forEachRow(in: window) { y, x, words in frame.set(y: y, x: x, words: words) }
    } else {
      try frame.reset(shape, .shades(side: side))
      let shading = Shading(side: side, states: states, curve: curve)
      let stepper = (stepper as? AutoStepper)?.chosen ?? stepper
      if let tree = stepper as? any DensityStepper {
        tree.show(in: frame, shading, corner)
      } else {
        stepper.show(in: frame, shading, corner)
      }
    }
    frame.corner = corner
    frame.generation = stepper.generation
  }

  private mutating func corner(for stepper: any Stepper) -> Position {
    switch movement {
    case .steady(let start, let generation, let velocity):
      let time = stepper.generation - generation
      return Position(
        x: start.x + (time * velocity.x).floorDivided(by: velocity.generations).quotient,
        y: start.y + (time * velocity.y).floorDivided(by: velocity.generations).quotient)
    case .following(let canStepBack):
      follow(stepper.bounds, canStepBack)
      let middle = middle ?? .origin
      return Position(
        x: Self.corner(middle.x, zoom.cells(size.pixelWidth), step: side),
        y: Self.corner(middle.y, zoom.cells(size.pixelHeight), step: side))
    }
  }

  /// Squares of many cells stay where they are in the universe, so that their shades are steady.
  private static func corner(_ middle: BigInt, _ length: Int, step: Int) -> BigInt {
    (middle - length).floorDivided(by: 2 * step).quotient * step
  }

  /// Goes an eighth of the way to the middle of what lives, and steps back once if it is too large.
  private mutating func follow(_ bounds: Bounds?, _ canStepBack: Bool) {
    guard let bounds else { return }
    let target = Position(x: bounds.x * 2 + bounds.width, y: bounds.y * 2 + bounds.height)
    let old = middle ?? target
    let (width, height) = (zoom.cells(size.pixelWidth), zoom.cells(size.pixelHeight))
    middle = Position(
      x: Self.kept(Self.eased(old.x, target.x), bounds.x, bounds.width, width),
      y: Self.kept(Self.eased(old.y, target.y), bounds.y, bounds.height, height))
    let isTooLarge =
      bounds.width * 9 > BigInt(width) * 8 || bounds.height * 9 > BigInt(height) * 8
    if isTooLarge, zoom.pixelsPerCell > 1 || canStepBack { zoom = zoom.smaller }
  }

  /// The middle nearest to the given one from which everything is seen, if that can be.
  private static func kept(
    _ middle: BigInt, _ start: BigInt, _ length: BigInt, _ seen: Int
  ) -> BigInt {
    guard length <= BigInt(seen) else { return middle }
    return min(max(middle, (start + length) * 2 - seen), start * 2 + seen)
  }

  /// Small differences, as of a blinker, are not followed.
  private static func eased(_ old: BigInt, _ target: BigInt) -> BigInt {
    let distance = target - old
    if distance.magnitude <= 4 { return old }
    let step = distance.floorDivided(by: 8).quotient
    return old + (step.isZero ? 1 : step)
  }
}

extension DensityStepper {
  /// Shows squares of many cells in a frame of theirs.
  fileprivate func show(in frame: Frame, _ shading: Shading, _ corner: Position) {
    let counts = density(
      from: corner, side: shading.side, columns: frame.width, rows: frame.height)
    for y in 0..<frame.height {
      let row = counts[y * frame.width..<(y + 1) * frame.width].map { shading.index($0) }
      frame.set(y: y, shades: row.span)
    }
  }
}

extension Stepper {
  /// The same by looking at every row that has cells.
  fileprivate func show(in frame: Frame, _ shading: Shading, _ corner: Position) {
    guard let bounds, let width = bounds.width.int, let height = bounds.height.int,
      let x = (bounds.x - corner.x).int, let y = (bounds.y - corner.y).int,
      x.isWithin(1 << 61), y.isWithin(1 << 61)
    else { return }
    var grid = DensityGrid(frame, shading, planes: planes)
    let top = max(0, -y)
    let first = Position(x: bounds.x, y: bounds.y + top)
    let rows = min(height, frame.height * shading.side - y) - top
    guard rows > 0, x < frame.width * shading.side, x > -width else { return }
    let window = AbsoluteWindow(corner: first, width: width, height: rows)
    forEachRow(in: window) { row, column, words in
      grid.add(y: y + top + row, x: x + column, words: words)
    }
    grid.show()
  }
}
