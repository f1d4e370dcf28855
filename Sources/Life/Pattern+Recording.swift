import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

// Runs of a pattern to animations, tables and numbered files.
extension Pattern {
  /// Runs the pattern and writes its samples to a file: an animation, video, table or pattern.
  ///
  ///     try pattern.record(to: "gun.gif", generations: 600)
  ///     try pattern.record(to: "population.csv", generations: 10_000, every: 10)
  ///
  /// A half-written file never has the final name. If memory runs out, the file ends early, and
  /// this throws. If the name contains `%d`, `{index}` or `{generation}`, each sample has its own
  /// file. The call occupies its actor until it returns: use `Task.detached` for a task that the
  /// main actor can cancel.
  ///
  /// - Parameters:
  ///   - path: the name of the file. Its extension selects the format.
  ///   - generations: the length of the run, 0 or more.
  ///   - interval: the number of generations between samples, at least 1. `nil` means every
  ///     generation for animations and tables, and the last generation for other formats.
  ///   - engine: the engine that advances the pattern.
  ///   - options: the view, the scale and the colors of images.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply. The others are for reading.
  /// - Throws: ``LifeError`` of the kind ``LifeError/Kind/invalidArgument`` if the arguments do not
  ///   fit together, ``LifeError/Kind/cannotCreate`` or ``LifeError/Kind/inputOutput`` if the file
  ///   cannot be written, ``LifeError/Kind/overLimit`` if memory runs out, or
  ///   ``LifeError/Kind/cancelled``.
  /// - Complexity: the time for the generations and the samples. Frames are not kept in memory.
  public func record(
    to path: String, generations: BigInt, every interval: BigInt? = nil,
    engine: Engine = .automatic, options: ImageOptions = ImageOptions(), limits: Limits = Limits()
  ) throws(LifeError) {
    var request = RunRequest(length: .generations(generations.value))
    request.interval = interval?.value
    request.output.destination = Path(path)
    try run(request, engine: engine, options: options, limits: limits)
  }

  private func run(
    _ request: RunRequest, engine: Engine, options: ImageOptions, limits: Limits
  ) throws(LifeError) {
    if case .generations(let count) = request.length, count < 0 {
      throw LifeError(.invalidArgument, "generations: expected a number of at least 0")
    }
    var request = request
    request.view = try options.viewOptions()
    let cancellation = Cancellation()
    request.engine = limits.selection(of: engine, interrupt: cancellation.interrupt)
    try cancellation.watching {
      let loaded = LoadedPattern(name: "pattern", format: .rle, pattern: try valueInUniverse)
      var execution = try RunExecution(
        RunPlan(RunSurvey(request, of: loaded)), loaded: loaded)
      let result = try execution.run()
      if let reason = result.stopReason { throw LifeError(.overLimit, "\(reason)") }
    }
  }

  /// Runs the pattern and writes its samples to a file; see
  /// ``record(to:generations:every:engine:options:limits:)-(_,BigInt,_,_,_,_)``.
  public func record(
    to path: String, generations: some BinaryInteger, every interval: Int? = nil,
    engine: Engine = .automatic, options: ImageOptions = ImageOptions(), limits: Limits = Limits()
  ) throws(LifeError) {
    try record(
      to: path, generations: BigInt(generations), every: interval.map { BigInt($0) },
      engine: engine, options: options, limits: limits)
  }

  /// An animation of a run as the contents of a file.
  ///
  ///     let gif = try pattern.animation(generations: 600, every: 2)
  ///
  /// PNG and SVG show the last generation, and take no `interval`.
  ///
  /// - Parameters:
  ///   - format: any format, except those encoded by ffmpeg.
  ///   - generations: the length of the run, 0 or more.
  ///   - interval: the number of generations between frames, at least 1. `nil` means 1.
  ///   - engine: the engine that advances the pattern.
  ///   - options: the view, the scale and the colors.
  ///   - limits: ``Limits/memory`` and ``Limits/threads`` apply.
  /// - Throws: ``LifeError``, like `record`.
  /// - Complexity: the time for the generations and the frames. The result is kept in memory.
  public func animation(
    as format: ImageFormat = .gif, generations: Int, every interval: Int? = nil,
    engine: Engine = .automatic, options: ImageOptions = ImageOptions(), limits: Limits = Limits()
  ) throws(LifeError) -> [UInt8] {
    try format.checkFitsMemory()
    let images = ImagesInMemory()
    var request = RunRequest(length: .generations(BigInt(generations).value))
    request.interval = interval.map { BigInt($0).value }
    request.output.destination = "/dev/null"
    request.output.format = .image(format.value)
    request.shared = images
    try run(request, engine: engine, options: options, limits: limits)
    return images.sink.bytes
  }
}
