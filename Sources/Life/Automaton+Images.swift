import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

// Images of the present generation.
extension Automaton {
  /// The present generation as the contents of an image file: one frame, also in formats of
  /// animations. `record` of ``Pattern`` writes animations, and shows ages and trails: one
  /// generation has none.
  ///
  /// - Parameters:
  ///   - format: any format, except those encoded by ffmpeg.
  ///   - options: the view, the scale and the colors. ``ImageOptions/track`` and
  ///     ``ImageOptions/framesPerSecond`` are for animations. The views `core`, `fit` and `auto`
  ///     all show the live cells of this generation.
  /// - Returns: the bytes of the file.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if ffmpeg is needed or
  ///   an option is invalid, or ``LifeError/Kind/overLimit`` if the image takes too much memory.
  /// - Complexity: O(pixels) time and memory.
  public func image(
    as format: ImageFormat = .png, options: ImageOptions = ImageOptions()
  ) throws(LifeError) -> [UInt8] {
    try format.checkFitsMemory()
    let view = try options.viewOptions()
    return try LifeError.converting {
      try view.check()
      try view.check(for: format.value)
      return try ByteWriter.bytes { try draw(view, as: format.value, to: $0) }
    }
  }

  private func draw(
    _ view: ViewOptions, as format: LifeRender.ImageFormat, to output: ByteWriter
  ) throws {
    let planner = ViewPlanner(
      still: view, kind: format, rule: rule.value, universe: universe.value,
      generation: generation.value)
    let viewport = try planner.viewport(showing: stepper.bounds)
    let pool = WorkerPool(threads: 1)
    var renderer = Renderer(
      viewport, appearance: planner.appearance, rule: rule.value, format: format, pool: pool)
    let image = try renderer.image(of: stepper)
    var properties = ImageProperties(
      width: renderer.width, height: renderer.height, palette: renderer.palette)
    properties.rate = view.rate
    var writer = format.makeWriter(to: output, properties, pool: pool)
    try writer.begin()
    try writer.append(image)
    try writer.finish()
  }
}
