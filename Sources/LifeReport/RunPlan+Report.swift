internal import LifeAnalysis
import LifeArguments
internal import LifeCore
internal import LifeEngines
internal import LifeFormats
internal import LifeIO
internal import LifeRender
package import LifeRun

/// Reports the plan of a run: its input, its generations and its outputs.
///
///     read        gosper-gun: rle, B3/S23, plane, population 36
///     run         generation 0 to 600, engine auto, 2 threads, memory limit 18432 MiB
///     write       gun.gif: gif, every generation, 601 frames, 736 × 512, 30 fps, 20 s of video
extension RunPlan: Report {
  package var text: String { Self.schema.rows(of: self, indent: 0, width: 12) }

  package static let schema = Schema<RunPlan>("life.plan/1") {
    Property(label: "read") { [$0.reading] }
    Property(label: "run") { [$0.running] }
    Property("pattern", Meaning.pattern) { $0.input.title }.withoutText
    Property("format", Meaning.format) { $0.input.format.rawValue }.withoutText
    Property("rule", Meaning.rule) { $0.input.rule.canonical }.withoutText
    Property("universe", Meaning.universe) { "\($0.input.universe)" }.withoutText
    Property("population", "the number of live cells of the input") { $0.input.population }
      .withoutText
    Property("start", "the first generation") { $0.schedule.start }.withoutText
    Property("end", "the last generation") { $0.schedule.end }.withoutText
    Property("until", "where the condition of `--until` holds, or null") {
      $0.conditionEnd.map { "\($0)" }
    }.orNull
    Property("engine", "the engine that was chosen, or auto") { $0.engine.name }.withoutText
    Property("threads", "the number of threads") { $0.engine.options.threads }.withoutText
    Property("memory_limit", "the memory limit in bytes") { $0.engine.options.memoryLimit }
      .withoutText
    Property("outputs", "what is written", listing: OutputPlan.schema) { $0.outputs }.withoutText
    Property(label: "write") { plan in
      plan.outputs.isEmpty
        ? ["only the summary"]
        : zip(plan.outputs, plan.frames).filter { !$0.0.isPlot }.map { $0.text(frames: $1) }
    }.labelingEachLine
    Property(label: "plot") { $0.outputs.filter(\.isPlot).map { $0.text() } }.labelingEachLine
    Property(
      "view", "what the images show: the part of the universe, its scale and its size in pixels",
      { $0.view.map { "\($0)" } }, lines: { $0.views.compactMap { $0.map { "\($0)" } } })
    Property("verify", "whether a second engine verifies every sample") { $0.isVerified }
      .withoutText
    Property(
      "checkpoint", "the file of the checkpoint", { $0.checkpoint?.file },
      lines: {
        $0.checkpoint.map { ["\($0.file), every \($0.interval.components.seconds) s"] } ?? []
      })
    Property(label: "stop") { $0.limits.summary.map { [$0] } ?? [] }
    Property(label: "on signal") {
      [$0.isGivenUpAtSignal ? "exit without output" : "complete the output"]
    }
  }

  private var reading: String {
    "\(input.title): \(input.format.rawValue), \(input.rule.canonical), "
      + "\(input.universe), population \(input.population)"
  }

  private var running: String {
    "generation \(schedule.start) to \(schedule.end), engine \(engine.name), "
      + "\(engine.options.threads.counted("thread")), "
      + "memory limit \(engine.options.memoryLimit >> 20) MiB"
      + (isVerified ? ", verified with a second engine" : "")
  }
}

extension OutputPlan {
  fileprivate static let schema = Schema<OutputPlan> {
    Property("option", "the option that names it") { $0.setting.option }
    Property("file", "its name; with placeholders if each sample has a file of its own") {
      $0.target.template
    }
    Property("format", "its format") { $0.formatName }
    Property("every", "the interval between samples; null for the last generation alone") {
      $0.schedule.every
    }.orNull
    Property("samples", "the number of samples") { Int($0.schedule.samples) }
    Property("resumable", "whether a resumed run continues it") {
      $0.target.durability == .resumable
    }
  }

  fileprivate func text(frames: WrittenFrames? = nil) -> String {
    let when: String =
      switch schedule.every {
      case nil: "the last generation"
      case 1?: "every generation"
      case let every?: "every \(every) generations"
      }
    let place = target.template.isStandardStream ? "standard output" : "\(target.template)"
    let size = frames?.description ?? (isOfLastGeneration ? nil : "\(schedule.samples) samples")
    return "\(place): \(formatName), \(when)\(size.map { ", \($0)" } ?? "")"
      + target.durability.note
  }

  fileprivate var isPlot: Bool { if case .plot = content { true } else { false } }

  private var formatName: String {
    switch content {
    case .result(let format): format.name
    case .plot(let kind): "plot, \(kind.rawValue)"
    }
  }
}

extension OutputTarget.Durability {
  fileprivate var note: String {
    switch self {
    case .ordinary: ""
    case .synced: ", synced to disk"
    case .resumable: ", resumable"
    }
  }
}
