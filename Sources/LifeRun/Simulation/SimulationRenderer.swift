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
    let image = try renderer!.image(of: stepper, check: check)
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
