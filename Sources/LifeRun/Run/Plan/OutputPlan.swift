package import LifeCore
import LifeIO
package import LifeRender

/// One output of a run: its content, its file, its schedule and its appearance.
package struct OutputPlan {
  package enum Content: Hashable {
    case result(OutputFormat)
    case plot(Plot.Format)
  }

  package let content: Content
  /// The setting that requests it.
  package let setting: Setting
  package internal(set) var target: OutputTarget
  /// The generations of its samples.
  package let schedule: Schedule
  package let view: ViewOptions
  /// The shared file of several patterns, if any.
  let shared: (any SharedOutput)?

  /// Whether its colors or its view depend on generations between samples.
  var seesEveryGeneration: Bool {
    guard case .result(.image(let format)) = content, format != .html || schedule.every == 1,
      schedule.every != 1 || schedule.samplingStart > schedule.start
    else { return false }
    return isOfLastGeneration && view.view == .auto || Coloring(view.appearance).hasMemory
  }

  var isImage: Bool { if case .result(.image) = content { true } else { false } }
  var isPattern: Bool { if case .result(.pattern) = content { true } else { false } }

  /// Whether its files are patterns or lists of objects.
  var isPatternOrObjects: Bool {
    switch content {
    case .result(.pattern), .result(.objects): true
    default: false
    }
  }

  /// Whether it takes only the last generation.
  package var isOfLastGeneration: Bool { schedule.every == nil }

  /// The outputs of a request, each with the generations of its samples.
  ///
  /// - Parameter requested: every K-th generation if an interval is given, else the last. Outputs
  ///   for a single sample get the last.
  static func all(
    for request: RunRequest, _ input: PlannedInput, requested: Schedule
  ) -> [OutputPlan] {
    let every = Schedule(
      start: requested.start, end: requested.end, every: requested.every ?? 1,
      samplingStart: requested.samplingStart)
    var plans: [OutputPlan] = []
    let isPlotOnly = request.plot != nil && request.output.isUnrequested
    for output in request.output.perDestination {
      guard !isPlotOnly, let format = output.resultFormat else { continue }
      var target = output.target(for: input.stem, format)
      var schedule = format.isForEveryGeneration || target.isNumbered ? every : requested
      if !output.holdsSeveralSamples { schedule = requested.ofLastGeneration }
      if let length = request.loopLength, output.repeatsByItself {
        schedule = schedule.ending(after: length)
      }
      if request.checkpoint != nil {
        target.durability = schedule.every == nil ? .synced : .resumable
      }
      plans.append(
        OutputPlan(
          content: .result(format), setting: output.folder == nil ? .output : .outputFolder,
          target: target, schedule: schedule, view: request.view, shared: request.shared))
    }
    if let file = request.plot, let kind = Plot.Format(rawValue: file.fileExtension) {
      let target = OutputTarget(
        template: file, replacement: request.output.replacement, isLiteral: true)
      plans.append(
        OutputPlan(
          content: .plot(kind), setting: .plot, target: target, schedule: every,
          view: request.view, shared: request.shared))
    }
    return plans
  }

  /// Refuses an output that can't be continued from the bytes written so far and the cells of the
  /// checkpoint.
  ///
  /// - Parameter table: the columns of a table.
  func checkResumable(_ table: TableOptions) throws(RunFailure) {
    let reason: Message? =
      switch content {
      case .plot: "a plot cannot be continued; write a table, such as \(.output) x.csv"
      case .result where seesEveryGeneration || isImage && Coloring(view.appearance).hasMemory:
        "colors of ages and trails, and a view that follows the cells, cannot be continued; choose "
          + "another theme or \(.view)"
      case .result where isOfLastGeneration || target.isNumbered: nil
      case .result(let format): obstacle(to: format, table)
      }
    guard let reason else { return }
    throw RunFailure(.usage, "\(.checkpoint): \(reason)")
  }

  /// Why a resumed run cannot append samples to the file, with advice on other formats.
  private func obstacle(to format: OutputFormat, _ table: TableOptions) -> Message? {
    let path = target.template
    if path.isStandardStream || isSpecialFile(path) {
      return "output to a pipe or a device cannot be continued; write to a file"
    }
    if path.isGzipName { return "a compressed file cannot be continued; leave out .gz" }
    switch format {
    case .image(let format) where !format.isUncompressed:
      return "\(format.rawValue) cannot be continued; write y4m, or numbered images such as "
        + "\(.output) 'x-%d.png'"
    case .table where table.columns.contains { $0 == .births || $0 == .deaths }:
      return "births and deaths need the sample before; leave them out of \(.columns)"
    default: return nil
    }
  }
}
