internal import LifeAnalysis
package import LifeArguments
internal import LifeCore
internal import LifeEngines
internal import LifeIO
package import LifeRender
package import LifeRun

/// The end of `life run`: the summary, and the reason if the run stopped early.
package struct RunReport {
  private let plan: RunPlan
  private let result: RunResult

  package init(of result: RunResult, _ plan: RunPlan) {
    self.plan = plan
    self.result = result
  }

  package static let schema = Schema<RunReport>("life.run/1") {
    Property("pattern", Meaning.pattern) { $0.plan.input.title }
    Property("rule", Meaning.rule) { $0.plan.input.rule.canonical }
    Property("universe", Meaning.universe) { "\($0.plan.input.universe)" }
    Property("engine", "the last engine") {
      ($0.result.spans.last?.engine ?? .reference).rawValue
    }
    Property("engines", "all engines, in the order of their work", listing: EngineSpan.schema) {
      $0.result.spans
    }
    Property("generation", "the last generation") { $0.result.sample.generation }
    Property("population", "the number of live cells then") { $0.result.sample.population }
    Property("bounds", Meaning.bounds, holding: Bounds.schema) { $0.result.sample.bounds }.orNull
    Property("until", "the condition of `--until`", holding: until) {
      $0.plan.conditionEnd == nil ? nil : $0
    }
    Property("stopped", "why the run ended early, such as time limit reached") {
      $0.result.stopReason.map { "\($0)" }
    }
    Property("seconds", "the time that stepping took") { ($0.result.seconds * 1e6).rounded() / 1e6 }
    Property(
      "outputs", "the files that were written",
      listing: WrittenOutput.schema
    ) {
      $0.result.outputs
    }
    Property("complement", Meaning.complement) { $0.isComplement ? true : nil }
    Property("cells_digest", Meaning.digest) { $0.result.digest }
  }

  private static let until = Schema<RunReport> {
    Property("condition", "such as stable or pop>1000") {
      $0.plan.conditionEnd.map { "\($0.condition)" }
    }
    Property("met", "whether it holds at the last generation") {
      $0.plan.conditionEnd?.isMet == true && $0.result.stopReason == nil
    }
  }

  /// Whether the dead cells of the last generation are stored instead of the live ones.
  private var isComplement: Bool {
    plan.input.storesComplement(at: result.sample.generation)
  }

  /// One line: `glider: generation 4, population 5, 3 × 3 at (1, 1); tiles, 0.02 ms`.
  private var line: String {
    let sample = result.sample
    let place = sample.bounds.map { ", \($0.text)" } ?? ""
    return "\(plan.input.title): generation \(sample.generation), population "
      + "\(sample.population)\(place)\(result.digest.map { "; sha256 \($0)" } ?? ""); \(engines), "
      + result.seconds.asDuration
  }

  /// The engines in the order of their work: `tiles, hashlife from generation 4096`.
  private var engines: String {
    result.spans.enumerated().map { index, span in
      index == 0 ? span.engine.rawValue : "\(span.engine.rawValue) from generation \(span.start)"
    }.joined(separator: ", ")
  }
}

// MARK: - Printing

extension RunReport {
  /// Prints the summary, on standard output if it is JSON.
  package func write(_ options: ReportOptions, _ diagnostics: Diagnostics) throws -> ExitCode {
    if let reason = result.stopReason, case .signal = reason, plan.isGivenUpAtSignal {
      return stopped(by: reason, lostOutput)
    }
    if options.isJSON {
      try writeText(options.line(self, schema: Self.schema))
    } else {
      diagnostics.note(line)
      for output in result.outputs where !output.isPatternOrObjects {
        output.note(after: result.wholeSeconds, diagnostics)
      }
    }
    for output in result.outputs {
      diagnostics.noteFrames(of: output)
    }
    if let reason = result.stopReason { return stopped(by: reason, keptOutput) }
    guard let end = plan.conditionEnd else { return .ok }
    guard end.isMet else {
      Console.ofProcess.note("\(plan.input.title): \(end); \(writtenOutput)")
      return .limit
    }
    diagnostics.note("\(plan.input.title): \(end)")
    return .ok
  }

  /// Prints why the run ended before its last generation, and the state of its outputs.
  private func stopped(by reason: StopReason, _ outputs: String) -> ExitCode {
    Console.ofProcess.note(
      "\(plan.input.title): stopped at generation \(result.sample.generation) of "
        + "\(plan.schedule.end): \(reason); \(outputs)")
    return reason.exitCode
  }

  /// What was written, or how to resume the run.
  private var keptOutput: String {
    if let checkpoint = plan.checkpoint { return "resume with 'life resume \(checkpoint.file)'" }
    return writtenOutput + (result.isUnverified ? ", but the last sample is not verified" : "")
  }

  private var writtenOutput: String {
    guard let last = result.lastWritten else { return "nothing was written" }
    let samples = "wrote everything up to generation \(last)"
    return result.stopReason == nil ? samples : samples + (lostFiles.map { "; \($0)" } ?? "")
  }

  /// The effect of a signal on the outputs of a run with one sample.
  private var lostOutput: String {
    lostFiles ?? (result.isCutShort ? "the output is incomplete" : "nothing was written")
  }

  /// The files not written because of a signal: `'last.rle' was not written`.
  private var lostFiles: String? {
    let written = result.outputs.map(\.file)
    let files = plan.outputs.filter(\.isOfLastGeneration).map(\.target.template).filter {
      !$0.isStandardStream && !isSpecialFile($0) && !written.contains($0)
    }
    guard !files.isEmpty else { return nil }
    let names = files.map { "'\($0)'" }.listed(with: "and")
    return "\(names) \(files.count == 1 ? "was" : "were") not written"
  }
}

extension Diagnostics {
  /// Notes that an animation can cause seizures, is blank or lacks cells.
  package func noteFrames(of output: WrittenOutput) {
    guard let frames = output.frames else { return }
    if frames.isFlashing {
      note(
        "'\(output.file)' flashes more than three times a second, which can cause seizures; use "
          + "--fps 6")
    }
    if frames.isBlank {
      note(
        frames.rate == nil
          ? "'\(output.file)' shows no live cell"
          : "no frame of '\(output.file)' shows a live cell")
    }
    if frames.hasCutCells {
      note(
        "'\(output.file)' lacks the cells outside the frame; leave out --scale, or use --view fit")
    }
  }
}

extension WrittenOutput: CustomStringConvertible {
  /// `a.mp4: 1201 frames, 1920 × 1080, 30 fps, 40 s of video, 384 KB`
  package var description: String {
    let parts = [frames?.description, bytes?.asFileSize].compactMap { $0 }
    return "\(file): \(parts.joined(separator: ", "))"
  }

  /// Notes the written file, unless only its name is known.
  package func note(after seconds: Double, _ diagnostics: Diagnostics) {
    guard frames != nil || bytes != nil else { return }
    diagnostics.note("\(self), in \(seconds.asDuration)")
  }

  fileprivate static let schema = Schema<WrittenOutput> {
    Property("file", "its name, with placeholders") { $0.file }
    Property("frames", "the number of frames or images") { $0.frames?.count }
    Property("width", "the width of the frames in pixels") { $0.frames?.size.width }
    Property("height", "the height of the frames in pixels") { $0.frames?.size.height }
    Property("duration", "the seconds that an animation is shown") { $0.frames?.duration }
    Property("bytes", "the size of the file") { $0.bytes }
  }
}

extension WrittenFrames: CustomStringConvertible {
  /// `1201 frames, 1920 × 1080, 30 fps, 40 s of video`
  package var description: String {
    let size = "\(size.width) × \(size.height)"
    if let rate, let duration {
      return "\(count.counted("frame")), \(size), \(rate.decimal) fps, "
        + "\(duration.asDuration) of video"
    }
    return count == 1 ? size : "\(count.counted("image")), \(size)"
  }
}

extension FrameRate {
  /// With up to three decimals: `30`, `29.97`.
  fileprivate var decimal: String {
    let rounded = (Double(numerator) / Double(denominator) * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension EngineSpan {
  fileprivate static let schema = Schema<EngineSpan> {
    Property("engine", "its name") { $0.engine.rawValue }
    Property("generation", "its first generation") { $0.start }
    Property("why", "why it was chosen") { $0.reason.withOptions }
  }
}

extension Sample {
  /// All possible members of a row of a table.
  package static let schema = Schema<Sample>(TableOptions.schema) {
    TableColumn.allCases.map { column -> Property<Sample> in
      guard column == .bounds else {
        return Property(column.rawValue, column.meaning) { column.json(of: $0) }
      }
      return Property("bounds", column.meaning, holding: Bounds.schema) { $0.bounds }.orNull
    }
  }
}
