import LifeAnalysis
import LifeCore
import LifeEngines
import LifeIO
package import LifeRender

/// The view of the images of a run.
package struct PlannedView {
  package private(set) var planner: ViewPlanner
  /// The first view; nil if it depends on the last generation.
  package private(set) var viewport: Viewport?
  /// The generations that determine the view.
  private let schedule: Schedule

  /// Runs the pattern once if the view depends on all samples. Returns `nil` for an output without
  /// images.
  ///
  /// - Parameter others: the views of other outputs; equal ones share their scan.
  /// - Throws: ``RunFailure``, ``MemoryExhausted``.
  init?(
    _ outputs: RunOutputs, of pattern: Pattern, for output: OutputPlan,
    resuming checkpoint: Checkpoint?, besides others: [PlannedView] = []
  ) throws {
    guard case .result(.image(let format)) = output.content else { return nil }
    // If the checkpoint has bounds of all samples, the run was short enough for a scan.
    let isShort =
      checkpoint.map { $0.runBounds?.allBounds != nil } ?? output.schedule.isShort(for: pattern)
    // Short runs have the view of all generations, for any interval.
    let schedule = isShort ? output.schedule.ofEveryGeneration : output.schedule
    let subject = try ViewSubject(
      output.view, universe: outputs.input.universe, schedule: schedule, isShort: isShort,
      isStill: output.isOfLastGeneration && !output.seesEveryGeneration)
    let bounds: RunBounds
    if let checkpoint {
      bounds = checkpoint.runBounds ?? RunBounds()
    } else if let other = others.first(where: {
      $0.planner.subject == subject && $0.schedule == schedule
    }) {
      bounds = other.planner.runBounds
    } else {
      // A view from incomplete bounds would differ from the view of an uninterrupted run.
      let mustBeComplete = outputs.request.checkpoint != nil
      let limits = outputs.request.limits
      let deadline = mustBeComplete ? limits.deadline : limits.scanningDeadline
      Interruption.raiseLook(at: deadline)
      let scan = ViewScan(
        pattern: pattern, schedule: schedule, selection: outputs.engine.forRun, deadline: deadline,
        maxSamples: mustBeComplete ? nil : limits.samples, title: "\(outputs.input.title)")
      bounds = try RunBounds(scan, subject: subject, track: output.view.track)
      if mustBeComplete, limits.isTimeUp { throw ViewScan.timeUp }
    }
    self.schedule = schedule
    planner = ViewPlanner(
      subject: subject, options: output.view, kind: format, rule: outputs.input.rule,
      universe: outputs.input.universe, start: output.schedule.start, runBounds: bounds)
    viewport = subject == .lastGeneration ? nil : try planner.viewport()
    if outputs.request.checkpoint != nil, subject == .following {
      throw RunFailure(
        .usage, "\(.checkpoint): a view that follows the cells cannot be continued",
        hint: "give \(.view) X,Y,WxH, or \(.view) fit")
    }
  }
}

extension PlannedView {
  /// A note if a moving view is outside of its universe at the end. `nil` if it is inside.
  var noteOfLeaving: String? {
    guard planner.runBounds.velocity != nil, var viewport, let window = viewport.window else {
      return nil
    }
    let corner = viewport.corner(at: schedule.end, showing: nil)
    let last = Bounds(x: corner.x, y: corner.y, width: window.width, height: window.height)
    guard planner.universe.part(of: last) == nil else { return nil }
    return "the moving view is outside of the universe \(planner.universe) at the end"
  }

  /// The size of images of the whole view at the present scale, without the limit of `--size` and
  /// without text. `nil` if the view depends on the run.
  var unlimitedSize: PixelSize? {
    get throws {
      guard let viewport, viewport.window != nil else { return nil }
      var planner = planner
      planner.options.size = nil
      planner.options.zoom = viewport.zoom
      let size = try planner.viewport().size
      let odd = planner.needsEvenSize ? 1 : 0
      return PixelSize(
        width: (size.pixelWidth + odd) & ~odd, height: (size.pixelHeight + odd) & ~odd)
    }
  }

  /// The number of places in a frame; the number of pixels if cells may become that small.
  var maxPlaces: Int {
    guard let viewport else { return 1920 * 1080 }
    return viewport.window == nil
      ? viewport.size.pixelWidth * viewport.size.pixelHeight
      : viewport.shape.width * viewport.shape.height
  }

  /// Changes the size of the images, and the scale and lines of their text.
  mutating func resize(to size: PixelSize, _ appearance: Appearance) throws {
    planner.options.size = size
    planner.options.appearance.textScale = appearance.textScale
    planner.options.appearance.titleLines = appearance.titleLines
    if viewport != nil { viewport = try planner.viewport() }
  }

  /// The frames of an output with this view. `nil` if their size depends on the last generation, or
  /// if other patterns share the file.
  func frames(of output: OutputPlan) -> WrittenFrames? {
    guard let viewport, output.shared == nil else { return nil }
    let plan = FrameOutputPlan(
      target: output.target, planner: planner, frameCount: output.schedule.samples)
    let images = Renderer(
      viewport, appearance: planner.appearance, rule: planner.rule, format: planner.kind)
    return plan.frames(
      plan.totalFrames, size: PixelSize(width: images.width, height: images.height))
  }
}

extension PlannedView: CustomStringConvertible {
  /// `all live cells of all samples, 40 × 24 cells at (-2, -2), scale 16, 640 × 384 pixels`
  package var description: String {
    var parts = ["\(planner.subject)"]
    if let viewport {
      if let window = viewport.window {
        parts.append("\(window.width) × \(window.height) cells at (\(window.x), \(window.y))")
      }
      parts.append("scale \(viewport.zoom)")
      parts.append("\(viewport.size.pixelWidth) × \(viewport.size.pixelHeight) pixels")
    }
    if let velocity = planner.runBounds.velocity {
      let step = velocity.displacement
      parts.append(
        "moving by (\(step.x), \(step.y)) in \(velocity.period) from generation \(planner.start)")
    }
    return parts.joined(separator: ", ")
  }
}

extension Zoom: CustomStringConvertible {
  /// In the syntax of `--scale`: `4` or `1/4`.
  package var description: String {
    cellsPerPixel == 1 ? "\(pixelsPerCell)" : "1/\(cellsPerPixel)"
  }
}
