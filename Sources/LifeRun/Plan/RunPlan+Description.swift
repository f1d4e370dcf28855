import LifeCore
import LifeEngines
import LifeFormats
import LifeIO
package import LifeRender

/// The plan as a table of aligned rows: what is read, run and written.
///
///     read    gosper-gun: rle, B3/S23, plane, population 36
///     run     generation 0 to 600, engine auto, 2 threads, memory limit 18432 MiB
///     write   gun.gif: gif, every generation, 601 samples
extension RunPlan: CustomStringConvertible {
  package var description: String {
    rows.map { label, text in
      label + String(repeating: " ", count: 12 - label.count) + text + "\n"
    }.joined()
  }

  private var rows: [(String, String)] {
    var rows = [("read", read), ("run", run)]
    if let conditionEnd { rows.append(("until", "\(conditionEnd)")) }
    rows += outputs.map { ($0.isPlot ? "plot" : "write", $0.description) }
    if outputs.isEmpty { rows.append(("write", "only the summary")) }
    if let checkpoint {
      rows.append(
        ("checkpoint", "\(checkpoint.file), every \(checkpoint.interval.components.seconds) s"))
    }
    if let stop = limits.summary { rows.append(("stop", stop)) }
    rows.append(("on signal", signalPolicy.meaning))
    return rows
  }

  private var read: String {
    "\(input.title): \(input.format.rawValue), \(input.rule.canonical), "
      + "\(input.universe), population \(input.population)"
  }

  private var run: String {
    "generation \(schedule.start) to \(schedule.end), engine \(engine.name), "
      + "\(threads), memory limit \(engine.options.memoryLimit >> 20) MiB"
      + (isVerified ? ", verified with a second engine" : "")
  }

  private var threads: String {
    let count = engine.options.threads
    return count == 1 ? "1 thread" : "\(count) threads"
  }
}

extension OutputPlan: CustomStringConvertible {
  package var description: String {
    let when: String =
      switch schedule.every {
      case nil: "the last generation"
      case 1?: "every generation, \(schedule.samples) samples"
      case let every?: "every \(every) generations, \(schedule.samples) samples"
      }
    let place = target.template.isStandardStream ? "standard output" : "\(target.template)"
    return "\(place): \(formatName), \(when)\(target.durability.note)"
  }

  fileprivate var isPlot: Bool { if case .plot = content { true } else { false } }

  fileprivate var formatName: String {
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

// MARK: - JSON

extension RunPlan {
  /// The plan as one object, with the schema `life.plan/1`.
  package var json: JSONText {
    var members: [(key: String, value: JSONText)] = [
      ("schema", "life.plan/1"),
      ("pattern", JSONText(repairing: input.title.bytes)),
      ("format", JSONText(input.format.rawValue)),
      ("rule", JSONText(input.rule.canonical)),
      ("universe", JSONText("\(input.universe)")),
      ("population", JSONText(input.population)),
      ("start", JSONText(schedule.start)),
      ("end", JSONText(schedule.end)),
      ("until", conditionEnd.map { JSONText("\($0)") } ?? .null),
      ("engine", JSONText(engine.name)),
      ("threads", JSONText(BigInt(engine.options.threads))),
      ("memory_limit", JSONText(BigInt(engine.options.memoryLimit))),
      ("outputs", JSONText(array: outputs.map(\.json))),
      ("verify", JSONText(isVerified)),
    ]
    if let checkpoint {
      members.append(("checkpoint", JSONText(repairing: checkpoint.file.bytes)))
    }
    return JSONText(object: members)
  }
}

extension OutputPlan {
  fileprivate var json: JSONText {
    JSONText(object: [
      (key: "option", value: JSONText(option)),
      (key: "file", value: JSONText(repairing: target.template.bytes)),
      (key: "format", value: JSONText(formatName)),
      (key: "every", value: schedule.every.map { JSONText($0) } ?? .null),
      (key: "samples", value: JSONText(BigInt(schedule.samples))),
      (key: "resumable", value: JSONText(target.durability == .resumable)),
    ])
  }
}
