import LifeCore
import LifeIO
package import LifeRender

/// One output of a run: its content, its file, its schedule and its appearance.
package struct OutputPlan {
  package enum Content: Hashable {
    case result(OutputFormat)
    case plot(Plot.Format)
  }

  package let content: Content
  /// The option that asks for it.
  package let option: String
  package let target: OutputTarget
  /// The generations of its samples.
  package let schedule: Schedule
  package let view: ViewOptions
  /// The page of several patterns that the result is a part of.
  let page: RecordingPage?
  /// The plot of several patterns that this one is a part of.
  var sharedPlot: SharedPlot?

  /// Whether its colors or its view depend on the generations between its samples.
  var seesEveryGeneration: Bool {
    guard case .result(.image(let format)) = content, format != .html,
      schedule.every != 1 || schedule.firstSample > schedule.start
    else { return false }
    return isOnce && view.view == .auto || Coloring(view.appearance).hasMemory
  }

  var isImage: Bool { if case .result(.image) = content { true } else { false } }

  /// Whether it takes only the last generation.
  var isOnce: Bool { schedule.every == nil }

  /// The outputs of a request, each with the generations of its samples.
  ///
  /// - Parameter requested: samples every K-th generation if `--every K` is given, else the last.
  static func all(
    for request: RunRequest, _ input: PlannedInput, requested: Schedule
  ) -> [OutputPlan] {
    let hasCheckpoint = request.checkpoint != nil
    let every = Schedule(
      start: requested.start, end: requested.end, every: requested.every ?? 1,
      firstSample: requested.firstSample)
    var plans: [OutputPlan] = []
    if let format = request.resultFormat {
      var target = request.output.target(for: input.stem, format)
      let schedule = format.isForEveryGeneration || target.isNumbered ? every : requested
      target.checkpoint = request.checkpoint?.file
      if hasCheckpoint {
        target.durability = schedule.every == nil ? .synced : .resumable
      } else {
        target.durability = .ordinary
      }
      plans.append(
        OutputPlan(
          content: .result(format), option: request.output.folder == nil ? "-o" : "--out-dir",
          target: target, schedule: schedule, view: request.view, page: request.page))
    }
    if let file = request.plot, let kind = Plot.Format(named: file) {
      let target = OutputTarget(
        template: file, replacement: request.output.replacement, isLiteral: true,
        durability: hasCheckpoint ? .synced : .ordinary)
      plans.append(
        OutputPlan(
          content: .plot(kind), option: "--plot", target: target, schedule: every,
          view: request.view, page: nil, sharedPlot: request.sharedPlot))
    }
    return plans
  }

  /// Refuses a checkpoint if the output is appended to sample by sample and cannot be truncated to
  /// the length that the checkpoint records.
  func check(resumable: Bool) throws(RunFailure) {
    guard resumable, case .result(let format) = content, !isOnce, !target.isNumbered else { return }
    let path = target.template
    let reason: String? =
      switch format {
      case .image(let format) where format.usesFFmpeg:
        "video that ffmpeg encodes cannot be resumed; write y4m, apng or gif"
      case _ where path.isStandardStream || isSpecialFile(path):
        "output to a pipe or a device cannot be resumed; write to a file"
      case _ where path.isGzipName:
        "a compressed animation or table cannot be resumed; leave out .gz"
      default: nil
      }
    guard let reason else { return }
    throw RunFailure(.usage, "--checkpoint: \(reason)")
  }
}
