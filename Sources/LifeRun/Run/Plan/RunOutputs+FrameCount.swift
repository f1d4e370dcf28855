import LifeCore
import LifeIO
import LifeRender

/// Refuses runs with absurd numbers of frames: an animation of 2^40 generations in real time takes
/// a thousand years.
extension RunOutputs {
  /// An animation with more frames takes hours to write, and nine hours to watch.
  private static let maxFrames = 1_000_000
  /// The same limit for rows and files.
  private static let maxSamples = 100_000_000
  /// The number of frames to propose instead.
  private static let usualFrames: BigInt = 1000

  func checkFrameCount() throws(RunFailure) {
    for output in all {
      try checkSamples(of: output)
      try checkColors(of: output)
    }
  }

  /// Refuses a file with very many samples, unless an interval, a number or a time limit is given.
  /// The reader of a pipe can stop at any time.
  private func checkSamples(of output: OutputPlan) throws(RunFailure) {
    guard request.interval == nil, request.limits.samples == nil, request.limits.time == nil,
      !request.output.isReadByOthers
    else { return }
    let most = output.isImage || output.target.isNumbered ? Self.maxFrames : Self.maxSamples
    let length = output.schedule.end - output.schedule.samplingStart
    guard length >= BigInt(most), !output.isOfLastGeneration else { return }
    let isFilm = output.isImage && !output.target.isNumbered
    throw RunFailure(
      .usage,
      "'\(output.target.template)' would have \(length + 1) \(isFilm ? "frames" : "samples"), "
        + "one for each generation",
      hint: "add the distance between samples, for example "
        + "\(.interval) \(proposedInterval(length))")
  }

  /// The smallest power of two that, as an interval, gives about a thousand samples at most.
  private func proposedInterval(_ length: BigInt) -> String {
    var exponent = 0
    while length > Self.usualFrames << exponent { exponent += 1 }
    return "2^\(exponent)"
  }

  /// Drawing so many places of cells takes seconds.
  private static let maxPlacesWithoutNote: BigInt = 10_000_000_000

  /// The setting that makes a run draw far more generations than it writes, for seconds or longer;
  /// `nil` if there is none.
  func causeOfDrawing(_ views: [PlannedView?]) -> Message? {
    let length = schedule.end - schedule.start
    let isCostly = zip(all, views).contains { output, view in
      output.seesEveryGeneration && length > BigInt(output.schedule.samples) * 10
        && length * BigInt(view?.maxPlaces ?? 0) > Self.maxPlacesWithoutNote
    }
    return isCostly ? request.view.cause : nil
  }

  /// Refuses colors and views that depend on more than a million generations.
  private func checkColors(of output: OutputPlan) throws(RunFailure) {
    let length = schedule.end - schedule.start
    guard output.seesEveryGeneration, length > BigInt(Self.maxFrames) else { return }
    throw RunFailure(
      .usage,
      "\(request.view.cause) needs every generation, and \(length) are too many",
      hint: "for a run of this length use \(.view) fit, and a theme without ages and trails")
  }
}

extension ViewOptions {
  /// The option that makes an image depend on every generation.
  fileprivate var cause: Message {
    if !Coloring(appearance).hasMemory { return "\(.view) auto" }
    if appearance.isAged == true { return "\(.age)" }
    if appearance.trail ?? 0 > 0 { return "\(.trail)" }
    return "\(.theme) \(appearance.theme.rawValue)"
  }
}
