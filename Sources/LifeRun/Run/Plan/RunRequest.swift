package import LifeAnalysis
package import LifeCore
import LifeFormats
package import LifeIO
package import LifeRender

/// The options of a run as values, independent of the pattern.
///
/// A request has no effect; ``RunSurvey`` resolves it for one pattern.
package struct RunRequest {
  package enum Length: Hashable, Sendable {
    /// A number of generations; negative for a run backwards.
    case generations(BigInt)
    /// The last generation.
    case until(BigInt)
    /// Until a condition holds, searched for in `most` generations; `nil` for the default number.
    case condition(StopCondition, most: Int? = nil)
    /// One period of a recurring pattern: the frame after the last one would be the first.
    case loop

    /// Whether a search finds the last generation.
    var isSearched: Bool {
      switch self {
      case .generations, .until: false
      case .condition, .loop: true
      }
    }
  }

  /// The number of repetitions of a loop.
  package enum Repetition: Hashable, Sendable {
    case count(Int)
    /// Until the animation takes at least this long.
    case duration(Duration)
  }

  package var length: Length
  /// The repetitions of a loop; `nil` for at least five seconds of a video, and once in other
  /// formats.
  package var repetition: Repetition?
  /// The generations from the first to the last frame of a loop, set by the search for it.
  var loopLength: BigInt?
  /// Generations between samples; nil for the default of each output.
  package var interval: BigInt?
  /// The generation of the first sample; `nil` for the pattern's own.
  package var firstSample: BigInt?
  /// Whether a second engine runs as well, to compare every sample.
  package var isVerified = false
  package var engine = EngineSelection()
  package var limits = RunLimits()
  package var checkpoint: CheckpointRequest?
  package var output = OutputRequest()
  package var view = ViewOptions()
  /// The file for curves of population, births and deaths, and size.
  package var plot: Path?
  /// The files that the command reads.
  package var files = CommandFiles()
  /// The shared file of several patterns.
  package var shared: (any SharedOutput)?

  package init(length: Length) { self.length = length }
}

// MARK: - Impossible combinations

extension RunRequest {
  /// Refuses requests that are impossible for any pattern.
  ///
  /// - Parameters:
  ///   - patterns: the number of patterns.
  ///   - areSplit: whether each of them may be several.
  /// - Throws: ``RunFailure`` of kind `usage`.
  package func check(patterns: Int = 1, areSplit: Bool = false) throws(RunFailure) {
    try checkBackwards()
    if let interval, interval < 1 {
      throw Self.refused("\(.interval): expected a number of at least 1")
    }
    if checkpoint != nil, patterns != 1 {
      throw RunFailure(
        .usage, "\(.checkpoint) keeps the run of one pattern",
        hint: output.isGrid
          ? "leave it out to draw several patterns in one picture"
          : "\(advice: .runEachPattern)")
    }
    if let file = checkpoint?.file, file.isStandardStream {
      throw Self.refused("\(.checkpoint): expected a file, found '-'")
    }
    if checkpoint != nil, output.destinations.count > 1 {
      throw Self.refused("\(.checkpoint) cannot be combined with several \(.output)")
    }
    if length == .loop { try checkLoop() }
    if let repetition { try check(repetition) }
    if patterns > 1, output.isGrid, isVerified || output.hasDigest {
      let setting = isVerified ? Setting.verify : .digest
      throw Self.refused("\(setting) cannot be combined with several patterns in one picture")
    }
    if view.columns != nil, (patterns == 1 && !areSplit) || !output.isGrid {
      throw Self.refused("\(.columns) N requires a picture of several patterns")
    }
    try view.check()
    try checkImage()
    if output.columns != nil, plot == nil, !output.perDestination.contains(where: \.isTable) {
      throw RunFailure(
        .usage, "\(.columns) requires a table or \(.plot)", hint: "add \(.format) csv")
    }
    try output.check(patterns: plot != nil && output.isUnrequested ? 1 : patterns)
    if interval != nil, plot == nil { try output.checkSeveralSamples(patterns: patterns) }
    if view.isEmbedded, !output.imageFormats.contains(.html) {
      throw Self.refused("\(.embed) requires \(.output) x.html or \(.format) html")
    }
    if let plot {
      guard Plot.Format(rawValue: plot.fileExtension) != nil else {
        throw Self.refused("\(.plot): expected a file ending in .svg or .png, found '\(plot)'")
      }
      let name = OutputTarget(template: plot)
      if name.isNumbered || name.unknownPlaceholder != nil {
        throw RunFailure(
          .usage, "\(.plot): '\(plot)': a plot is one file, without placeholders",
          hint: "write a name such as plot.\(plot.fileExtension)")
      }
      if patterns > 1, !output.isUnrequested {
        throw Self.refused("\(.plot) of several patterns cannot be combined with another output")
      }
      if patterns > Plot.maxRuns, patterns < .max { throw SharedPlot.tooManyRuns }
      if let columns = output.columns,
        !PlotSeries.Measure.allCases.contains(where: { columns.contains($0.column) })
      {
        throw Self.refused(
          "\(.plot) shows population, births, deaths and bounds; \(.columns) has none of these")
      }
    }
    var imageOptions = view
    if plot != nil {
      imageOptions.appearance.title = nil
      imageOptions.size = nil
    }
    if imageOptions != ViewOptions(), output.imageFormats.isEmpty {
      if case .pattern(let format)? = output.namedFormat, Format.images.contains(format) {
        throw RunFailure(
          .usage,
          "\(format.rawValue) has a pixel for each cell; \(.view), \(.theme) and similar options "
            + "do not apply",
          hint: "write png")
      }
      if plot != nil {
        throw RunFailure(
          .usage,
          "\(.theme), \(.view) and similar options do not change a plot, which is dark on white",
          hint: "leave them out")
      }
      var hint: Message = "add \(.output) x.gif"
      if case .window? = view.view, case .pattern? = output.resultFormat {
        hint += ", or \(advice: .cut)"
      }
      throw RunFailure(
        .usage, "\(.title), \(.view) and similar options require an image or animation", hint: hint)
    }
  }

  private func checkLoop() throws(RunFailure) {
    let isNumbered = output.isNumbered && !output.imageFormats.isEmpty
    guard isNumbered || output.imageFormats.contains(where: { !$0.isStill }) else {
      throw RunFailure(
        .usage, "\(.loop) requires an animation or numbered images",
        hint: "add \(.output) x.gif or x-%d.png")
    }
    if checkpoint != nil { throw Self.refused("\(.checkpoint) cannot be combined with \(.loop)") }
    if firstSample != nil { throw Self.refused("\(.start) cannot be combined with \(.loop)") }
  }

  private func check(_ repetition: Repetition) throws(RunFailure) {
    let setting: Setting = if case .count = repetition { .repetitions } else { .duration }
    guard length == .loop else {
      throw RunFailure(
        .usage, "\(setting) requires \(.loop)",
        hint: setting == .duration ? "add it, or choose the number of generations" : nil)
    }
    let animations = output.imageFormats.filter { !$0.isStill }
    guard let format = animations.first, animations.allSatisfy(\.repeatsByItself) else { return }
    throw RunFailure(
      .usage, "\(setting): viewers of \(format.rawValue) repeat a loop by themselves",
      hint: "leave it out, or write a video: \(.output) x.mp4")
  }

  /// The number of repetitions of a loop of `frames` frames.
  func repetitions(ofFrames frames: Int) -> Int {
    let time: Duration
    switch repetition {
    case .count(let count): return count
    case .duration(let duration): time = duration
    case nil: time = output.imageFormats.contains(where: \.usesFFmpeg) ? .seconds(5) : .zero
    }
    let shown = time.inSeconds * Double(view.rate.numerator) / Double(view.rate.denominator)
    return max(1, Int(min(shown / Double(frames), 1e15).rounded(.up)))
  }

  /// Refuses a first sample outside the run, or without further samples.
  func checkFirstSample(from start: BigInt, to end: BigInt) throws(RunFailure) {
    guard let firstSample else { return }
    guard firstSample >= start else {
      throw Self.refused("\(.start) \(firstSample) is before the pattern's own generation \(start)")
    }
    guard firstSample <= end else {
      throw Self.refused("\(.start) \(firstSample) is after the last generation, \(end)")
    }
    guard
      interval != nil || plot != nil
        || output.perDestination.contains(where: {
          $0.isNumbered || $0.resultFormat?.isForEveryGeneration == true
        })
    else {
      throw RunFailure(
        .usage, "\(.start) requires several samples",
        hint: "add \(.output) x.gif, \(.format) csv or \(.interval) K")
    }
  }

  static func refused(_ message: Message) -> RunFailure { RunFailure(.usage, message) }

  /// Refuses options that the image format cannot show.
  private func checkImage() throws(RunFailure) {
    let formats = output.imageFormats
    if view.hold != nil, !formats.isEmpty, !output.perDestination.contains(where: \.isAnimation) {
      throw RunFailure(.usage, "\(.hold) requires an animation", hint: "add \(.output) x.gif")
    }
    for format in formats { try view.check(for: format) }
  }
}

extension ViewOptions {
  /// Refuses options that a format cannot show.
  package func check(for format: ImageFormat) throws(RunFailure) {
    if appearance.hasLegend, !format.hasStrips {
      throw RunRequest.refused(
        "\(.legend) requires an image of pixels, or svg; \(format.rawValue) has no legend")
    }
    let opacity = appearance.opacity
    if opacity < 255, !format.hasTransparency || format == .gif && opacity > 0 {
      throw RunRequest.refused(
        format == .gif
          ? "\(.background): gif can be transparent, but not half transparent"
          : "\(.background): \(format.rawValue) cannot be transparent; png, apng, gif and svg can")
    }
  }

  /// Refuses impossible combinations.
  package func check() throws(RunFailure) {
    if let trail = appearance.trail, !(0...1000).contains(trail) {
      throw RunRequest.refused("\(.trail): expected a number from 0 to 1000, found \(trail)")
    }
    if let hold, hold > .seconds(60) { throw RunRequest.refused("\(.hold): expected at most 1m") }
    if track != nil, view == .auto || view == .fit {
      throw RunRequest.refused("\(.track) cannot be combined with \(.view) auto or \(.view) fit")
    }
  }
}
