import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
import LifeRender

/// The writers of all outputs of a run. Each writes the samples of its own schedule, and no
/// generation twice, even if a run stops just after a sample.
struct SampleWriters {
  private var outputs: [Output]

  private struct Output {
    let plan: OutputPlan
    let seesEveryGeneration: Bool
    var writer: any SampleWriter
    var lastGeneration: BigInt?
  }

  /// - Parameter progress: the output of the interrupted run so far.
  init(_ plan: RunPlan, continuing progress: Checkpoint.Progress) throws {
    outputs = try zip(plan.outputs, plan.views).map {
      var output = $0
      output.target.startIndex = output.isOfLastGeneration ? 0 : progress.samples
      output.target.position = progress.output
      return Output(
        plan: $0, seesEveryGeneration: output.seesEveryGeneration,
        writer: try output.makeWriter(plan, view: $1))
    }
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let generation = stepper.generation
    for index in outputs.indices where outputs[index].lastGeneration != generation {
      let end = outputs[index].plan.schedule.end
      guard generation <= end else { continue }
      let isLast = isLast || generation == end
      guard isLast || !outputs[index].plan.isOfLastGeneration else {
        if outputs[index].seesEveryGeneration {
          try outputs[index].writer.observe(stepper, control: control)
        }
        continue
      }
      try outputs[index].writer.write(stepper, isLast: isLast, control: control)
      outputs[index].lastGeneration = generation
    }
  }

  /// Shows a generation without a sample to outputs that depend on every generation.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws {
    for index in outputs.indices where outputs[index].seesEveryGeneration {
      try outputs[index].writer.observe(stepper, control: control)
    }
  }

  mutating func finish() throws {
    // The animation comes before the plot, so that a failing plot doesn't lose it.
    for index in outputs.indices { try outputs[index].writer.finish() }
  }

  /// The finished files.
  var written: [WrittenOutput] {
    outputs.compactMap { output in
      let plan = output.plan
      guard output.lastGeneration != nil else { return nil }
      guard plan.shared == nil else { return WrittenOutput(plan.target, isPart: true) }
      return WrittenOutput(
        plan.target, frames: output.writer.frames, isPatternOrObjects: plan.isPatternOrObjects)
    }
  }

  /// Waits until the samples are on disk. Returns the position for continuing the unfinished file;
  /// `nil` if there is none. A run with a checkpoint has at most one output.
  mutating func synchronize() throws -> OutputPosition? {
    var position: OutputPosition?
    for index in outputs.indices {
      position = try outputs[index].writer.synchronize() ?? position
    }
    return position
  }
}

extension OutputPlan {
  fileprivate func makeWriter(_ plan: RunPlan, view: PlannedView?) throws -> any SampleWriter {
    switch content {
    case .plot(let kind):
      return PlotSampleWriter(kind, output: self, of: plan)
    case .result(.pattern(let format)):
      return PatternSampleWriter(format: format, output: try SampleOutput(target))
    case .result(.table(let format)):
      let table = shared as? TableFile
      return try TableSampleWriter(
        of: plan, to: table ?? TableFile(format, target), isShared: table != nil)
    case .result(.objects):
      return ObjectsSampleWriter(
        plan.input.rule, selection: plan.engine, output: try SampleOutput(target))
    case .result(.image):
      var output = FrameOutputPlan(
        target: target, planner: view!.planner, frameCount: schedule.samples,
        threads: plan.engine.options.threads)
      output.title = plan.input.patternName
      output.file = try OutputFile(continuing: target)
      output.page = shared as? RecordingPage
      output.memory = shared as? ImagesInMemory
      return FrameSampleWriter(output)
    }
  }
}

/// Writes snapshots in a pattern format.
struct PatternSampleWriter: SampleWriter {
  let format: Format
  var output: SampleOutput

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let pattern = try stepper.snapshot()
    try format.check(pattern)
    // A signal may interrupt the sample if a resumed run writes the file anew, not if it appends.
    let isStoppable = output.target.durability != .ordinary && !output.target.isKept
    try output.write(pattern, as: format, isStoppable: isStoppable, control: control)
  }

  mutating func synchronize() throws -> OutputPosition? { try output.synchronize() }

  mutating func finish() throws { try output.finish() }
}
