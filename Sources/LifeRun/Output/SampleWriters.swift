import LifeCore
import LifeEngines
import LifeIO
import LifeRender

/// The writers of all outputs of a run. Each writes the samples of its own schedule, and no
/// generation twice, even if a run stops at a generation that was just sampled.
struct SampleWriters: Resumable {
  private var outputs: [Output]
  private let isResumable: Bool

  private struct Output {
    let isOnce: Bool
    let seesEveryGeneration: Bool
    var writer: any SampleWriter
    var lastGeneration: BigInt?
  }

  init(_ plan: RunPlan) {
    isResumable = plan.checkpoint != nil
    outputs = plan.outputs.map {
      Output(
        isOnce: $0.isOnce, seesEveryGeneration: $0.seesEveryGeneration,
        writer: $0.makeWriter(plan))
    }
  }

  mutating func write(_ stepper: any Stepper, isLast: Bool, control: WritingControl) throws {
    let generation = stepper.generation
    for index in outputs.indices where outputs[index].lastGeneration != generation {
      guard isLast || !outputs[index].isOnce else {
        if outputs[index].seesEveryGeneration {
          try outputs[index].writer.observe(stepper, control: control)
        }
        continue
      }
      try outputs[index].writer.write(stepper, isLast: isLast, control: control)
      outputs[index].lastGeneration = generation
    }
  }

  /// Lets the outputs that depend on every generation see one that has no sample.
  mutating func observe(_ stepper: any Stepper, control: WritingControl) throws {
    for index in outputs.indices where outputs[index].seesEveryGeneration {
      try outputs[index].writer.observe(stepper, control: control)
    }
  }

  mutating func finish() throws {
    // With a checkpoint, the plot is completed first: if it fails, the run can be resumed and the
    // plot written again, while an animation that has its final name cannot be resumed. Without a
    // checkpoint, the animation comes first, so that a plot that fails does not lose it.
    for index in isResumable ? outputs.indices.reversed() : Array(outputs.indices) {
      try outputs[index].writer.finish()
    }
  }

  mutating func exchange(with state: inout StateExchange) throws {
    for index in outputs.indices {
      try state.exchange(&outputs[index].lastGeneration, blank: 0) { try $1.exchange(&$0) }
      try outputs[index].writer.exchange(with: &state)
    }
  }
}

extension OutputPlan {
  fileprivate func makeWriter(_ plan: RunPlan) -> any SampleWriter {
    switch content {
    case .plot(let kind):
      return PlotSampleWriter(kind, output: self, of: plan.input)
    case .result(.pattern(let format)):
      return PatternSampleWriter(format: format, output: SampleOutput(target))
    case .result(.table(let format)):
      return TableSampleWriter(
        format, of: plan.input, target: target, options: plan.table,
        memoryLimit: plan.engine.options.memoryLimit)
    case .result(.objects):
      return ObjectsSampleWriter(
        plan.input.rule, selection: plan.engine, output: SampleOutput(target))
    case .result(.image):
      var output = FrameOutputPlan(
        target: target, planner: plan.view!.planner, frameCount: schedule.samples,
        threads: plan.engine.options.threads)
      output.title = plan.input.patternName
      output.page = page
      return FrameSampleWriter(output)
    }
  }
}
