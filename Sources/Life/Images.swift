import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender
import LifeRun

/// A format of images, animations and videos, for ``Automaton/image(as:_:)``.
public struct ImageFormat: Hashable, Sendable, CaseIterable {
  let value: LifeRender.ImageFormat

  /// A still image with a palette, lossless.
  public static let png = ImageFormat(value: .png)
  /// An animated PNG, lossless.
  public static let apng = ImageFormat(value: .apng)
  /// An animation for every browser, of at most 65 535 pixels a side.
  public static let gif = ImageFormat(value: .gif)
  /// A still vector image.
  public static let svg = ImageFormat(value: .svg)
  /// A page that plays the run in a browser.
  public static let html = ImageFormat(value: .html)
  /// Uncompressed color images (Netpbm P6), one after another.
  public static let ppm = ImageFormat(value: .ppm)
  /// Uncompressed black-and-white images (Netpbm P4), one after another.
  public static let pbm = ImageFormat(value: .pbm)
  /// Uncompressed video with its size and frame rate (YUV4MPEG2).
  public static let y4m = ImageFormat(value: .y4m)
  /// H.264 video, encoded by the installed ffmpeg and written to files only.
  public static let mp4 = ImageFormat(value: .mp4)

  /// All formats, including those without a constant above.
  public static var allCases: [ImageFormat] {
    LifeRender.ImageFormat.allCases.map { ImageFormat(value: $0) }
  }

  init(value: LifeRender.ImageFormat) { self.value = value }

  /// The name, as in the options of the command line.
  public var name: String { value.name }

  /// File name extensions without the dot, the usual one first.
  public var extensions: [String] { value.extensions }
}

/// The visible part of the universe, the scale and the colors of images and animations.
public struct ImageOptions: Sendable {
  /// The visible cells; nil for the bounding box of the image, or of all frames of an animation.
  public var window: Window?
  /// The side of a cell in pixels, at least 1; nil for a side that suits the size of the view.
  public var pixelsPerCell: Int?
  /// The side of a pixel in cells, at least 1, if cells are smaller than pixels: pixels are shaded
  /// by their share of live cells. Ignored if ``pixelsPerCell`` is set.
  public var cellsPerPixel: Int?
  /// The frame rate of animations and videos, at least 1 frame per second.
  public var framesPerSecond = 30
  /// The name of a color theme: one of ``themes``.
  public var theme = "golly"
  /// Whether lines are drawn between the cells.
  public var hasGrid = false
  /// Whether the generation and the population are drawn in a corner.
  public var hasLabel = false

  /// The default view, scale and colors.
  public init() {}

  /// The names of all color themes.
  public static var themes: [String] { Theme.allCases.map(\.rawValue) }

  func viewOptions() throws(LifeError) -> ViewOptions {
    var options = ViewOptions()
    options.view = window.map { .window($0.absolute) }
    guard (pixelsPerCell ?? 1) > 0, (cellsPerPixel ?? 1) > 0, framesPerSecond > 0 else {
      throw LifeError(.invalidArgument, "a scale or a frame rate is not positive")
    }
    if let pixelsPerCell {
      options.zoom = Zoom(pixelsPerCell: pixelsPerCell, cellsPerPixel: 1)
    } else if let cellsPerPixel {
      options.zoom = Zoom(pixelsPerCell: 1, cellsPerPixel: cellsPerPixel)
    }
    options.rate = FrameRate(framesPerSecond, 1)
    guard let theme = Theme(rawValue: theme) else {
      throw LifeError(.invalidArgument, "'\(theme)' is not a theme")
    }
    options.appearance.theme = theme
    options.appearance.hasGrid = hasGrid
    options.appearance.hasLabel = hasLabel
    return options
  }
}

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
    as format: ImageFormat = .png, _ options: ImageOptions = ImageOptions()
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
      options: view, kind: format, isStill: true, rule: rule.value, universe: universe.value,
      start: generation.value, runBounds: RunBounds())
    var viewport = try planner.viewport(for: current)
    let frame = try Frame(viewport.size)
    try viewport.draw(current, into: frame, view.appearance.curve)
    frame.population = population.value
    if view.appearance.hasLabel {
      frame.caption = ["gen \(generation)", "pop \(population)"]
    }
    let coloring = viewport.coloring(view.appearance, StateColors.usual(for: rule.value))
    let pool = WorkerPool(threads: 1)
    let image = try Painter(coloring, view.appearance, pool: pool).paint(frame)
    var properties = ImageProperties(viewport.size, coloring.palette)
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
    try LifeError.converting {
      var request = RunRequest(length: .generations(generations.value))
      request.interval = interval?.value
      request.engine.engine = engine.value
      request.engine.threads = limits.threads
      request.engine.memoryLimit = limits.memory
      request.engine.interrupt = nil
      request.output.destination = Path(path)
      request.view = view
      let loaded = LoadedPattern(name: "pattern", format: .rle, pattern: value)
      var execution = try RunExecution(RunPlan(request, loaded), loaded)
      let result = try execution.run()
      if let reason = result.stopReason { throw LifeError(.overLimit, "\(reason)") }
    }
  }
}
