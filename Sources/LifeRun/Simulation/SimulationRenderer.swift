package import LifeCore
import LifeEngines
package import LifeRender

/// Draws universes as pixels, and keeps the ages and trails of cells from picture to picture.
struct SimulationRenderer {
  /// What a picture shows, except its place. If the next scene is equal, ages and trails continue.
  private struct Scene: Equatable {
    var view: SimulationView
    var rule: Rule
  }

  private var scene: Scene?
  private var renderer: Renderer?
  /// The ages and trails in the last pictures of the scene, for steps back.
  private var past: [(generation: BigInt, frame: PaintedFrame)] = []

  private static let maxPastBytes = 1 << 24

  /// - Parameter check: called now and then; an error ends the drawing.
  /// - Throws: ``Stopped``, ``ShapeRefused``, ``MemoryExhausted``.
  mutating func draw(
    _ stepper: any Stepper, rule: Rule, wanted: SimulationView, check: () throws -> Void = {}
  ) throws -> SimulationPicture {
    var view = wanted
    if view.isFollowing, let box = stepper.bounds { view.center(on: box) }
    guard view.width > 0, view.height > 0 else {
      return SimulationPicture(view: view, indices: [], palette: [.black])
    }
    let viewport = try Viewport(
      width: view.zoom.cells(view.width), height: view.zoom.cells(view.height), view.zoom,
      movement: .resting(view.corner), states: rule.states)
    prepare(for: view, rule, viewport: viewport)
    try goBack(to: stepper.generation)
    let repeats = past.last?.generation == stepper.generation
    let image = try renderer!.image(of: stepper, repeats: repeats, check: check)
    try remember(stepper.generation)
    var indices: [UInt8] = []
    indices.reserveCapacity(view.width * view.height)
    // The image is as large as the view, or larger by parts of cells.
    try image.forEachRow { y, row in
      guard y < view.height else { return }
      // Pictures of a terminal have millions of pixels: copy rows, which is faster than pixels.
      unsafe row.withUnsafeBufferPointer {
        unsafe indices.append(contentsOf: $0.prefix(view.width))
      }
    }
    return SimulationPicture(view: view, indices: indices, palette: image.palette.colors)
  }

  /// Restores the ages and trails of a generation before the last picture, or of the latest picture
  /// before it.
  private mutating func goBack(to generation: BigInt) throws {
    guard let last = past.last, generation < last.generation else { return }
    past.removeAll { $0.generation > generation }
    renderer!.painter.last = try past.last?.frame.copied()
  }

  private mutating func remember(_ generation: BigInt) throws {
    guard let frame = renderer!.painter.last else { return }
    if past.last?.generation == generation { past.removeLast() }
    past.append((generation, try frame.copied()))
    let most = max(1, min(RecentPictures.maxPictures, Self.maxPastBytes / frame.byteCount))
    past.removeFirst(max(0, past.count - most))
  }

  /// Moves the renderer of the last picture, or makes a new one if the scene differs.
  private mutating func prepare(for view: SimulationView, _ rule: Rule, viewport: Viewport) {
    var scene = Scene(view: view, rule: rule)
    // Moves are no new scene: the painter keeps ages and trails at their cells.
    scene.view.corner = .origin
    scene.view.isFollowing = false
    if scene == self.scene, renderer != nil {
      renderer!.viewport = viewport
    } else {
      self.scene = scene
      past = []
      var appearance = view.appearance
      appearance.title = nil
      appearance.hasLabel = false
      appearance.hasLegend = false
      renderer = Renderer(viewport, appearance: appearance, rule: rule)
    }
  }
}

extension SimulationView {
  /// Centers the view on a box.
  package mutating func center(on box: Bounds) {
    let centered = { (start: BigInt, length: BigInt, seen: BigInt) in
      (start + start + length - seen).floorDivided(by: 2).quotient
    }
    corner.x = centered(box.x, box.width, cells(width))
    corner.y = centered(box.y, box.height, cells(height))
    align()
  }

  /// Aligns the corner to a whole pixel, so that each pixel keeps its cells: else shades flicker.
  package mutating func align() {
    let side = zoom.cellsPerPixel
    corner.x = corner.x.floorDivided(by: side).quotient * side
    corner.y = corner.y.floorDivided(by: side).quotient * side
  }

  /// Shows a whole box as large as possible, centered.
  package mutating func fit(_ box: Bounds, nearest: Zoom = Zoom(exponent: -3)) {
    zoom = nearest
    while zoom > Self.farthest, box.width > cells(width) || box.height > cells(height) {
      zoom = zoom.moved(away: 1)
    }
    center(on: box)
  }
}

extension SimulationPicture {
  /// The picture of a pattern without a run.
  ///
  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  package init(_ pattern: Pattern, view: SimulationView) throws {
    var renderer = SimulationRenderer()
    let stepper = try AutoStepper(pattern, options: EngineOptions())
    self = try renderer.draw(stepper, rule: pattern.rule, wanted: view)
  }
}
