import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

extension Automaton {
  /// The present generation as the contents of an image file.
  ///
  /// - Parameters:
  ///   - format: any format that ffmpeg does not encode.
  ///   - options: the view, the scale and the colors.
  /// - Returns: the bytes of the file.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if ffmpeg is needed or
  ///   an option is invalid, or ``LifeError/Kind/overLimit`` if the image takes too much memory.
  /// - Complexity: O(pixels) time and memory.
  public func image(
    as format: ImageFormat = .png, options: ImageOptions = ImageOptions()
  ) throws(LifeError) -> [UInt8] {
    guard !format.value.usesFFmpeg else {
      throw LifeError(.invalidArgument, "\(format.name) is written to files only")
    }
    let view = try options.viewOptions()
    let sink = MemorySink()
    try LifeError.converting {
      try draw(as: format.value, view, to: ByteWriter(sink))
    }
    return sink.bytes
  }

  private func draw(
    as format: LifeRender.ImageFormat, _ view: ViewOptions, to output: ByteWriter
  ) throws {
    let planner = ViewPlanner(
      still: view, kind: format, rule: rule.value, universe: universe.value,
      generation: generation.value)
    let viewport = try planner.viewport(showing: stepper.bounds)
    let pool = WorkerPool(threads: 1)
    var renderer = Renderer(
      viewport, appearance: view.appearance, rule: rule.value, format: format, pool: pool)
    let image = try renderer.image(of: stepper)
    var properties = ImageProperties(
      width: renderer.width, height: renderer.height, renderer.palette)
    properties.rate = view.rate
    var writer = format.makeWriter(to: output, properties, pool: pool)
    try writer.begin()
    try writer.append(image)
    try writer.finish()
    try output.finish()
  }
}

// MARK: - Runs to files

extension Pattern {
  /// Runs the pattern and writes its samples to a file: an animation, video, table or pattern.
  ///
  ///     try pattern.record(to: "gun.gif", generations: 600)
  ///     try pattern.record(to: "population.csv", generations: 10_000, every: 10)
  ///
  /// The file has its final name only when it is complete. If the name contains `%d` or
  /// `{generation}`, each sample is written to a file of its own.
  ///
  /// - Parameters:
  ///   - path: the name of the file; its extension selects the format.
  ///   - generations: the length of the run, 0 or more.
  ///   - interval: generations between samples, at least 1; nil for every generation of animations
  ///     and tables, and the last generation of other formats.
  ///   - engine: the engine that advances the pattern.
  ///   - options: the view, the scale and the colors of images.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply; the others concern reading.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the arguments do not
  ///   fit together, ``LifeError/Kind/cannotCreate`` or ``LifeError/Kind/inputOutput`` if the file
  ///   cannot be written, ``LifeError/Kind/overLimit`` if memory runs out.
  /// - Complexity: time of the generations and of the samples; the frames are not kept in memory.
  public func record(
    to path: String, generations: BigInt, every interval: BigInt? = nil,
    engine: Engine = .automatic, options: ImageOptions = ImageOptions(), limits: Limits = Limits()
  ) throws(LifeError) {
    let view = try options.viewOptions()
    let cancellation = Cancellation()
    try cancellation.watching {
      var request = RunRequest(length: .generations(generations.value))
      request.interval = interval?.value
      request.engine = limits.selection(of: engine, interrupt: cancellation.interrupt)
      request.output.destination = Path(path)
      request.view = view
      let loaded = LoadedPattern(name: "pattern", format: .rle, pattern: value)
      var execution = try RunExecution(RunPlan(request, loaded: loaded), loaded: loaded)
      let result = try execution.run()
      if let reason = result.stopReason { throw LifeError(.overLimit, "\(reason)") }
    }
  }
}
