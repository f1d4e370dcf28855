import LifeArguments
import LifeCore
import LifeEngines
import LifeIO
import LifeRender
import LifeRun

/// The report at the end of `life run`: the summary, and the reason if the run stopped early.
struct RunReport {
  private let plan: RunPlan
  private let result: RunResult

  init(_ plan: RunPlan, _ result: RunResult) {
    (self.plan, self.result) = (plan, result)
  }

  /// Prints the summary, on standard output if it is JSON.
  func write(_ output: OutputOptions) throws -> ExitCode {
    if output.request.isJSON {
      try writeLine(output.styled(json))
    } else {
      output.diagnostics.note(summary)
    }
    if let reason = result.stopReason {
      Console.ofProcess.complain("life: \(stopLine(reason))\n")
      return reason.exitCode
    }
    guard let end = plan.conditionEnd else { return .ok }
    guard end.isMet else {
      Console.ofProcess.complain("life: \(plan.input.title): \(end); the output is valid\n")
      return .limit
    }
    output.diagnostics.note("\(plan.input.title): \(end)")
    return .ok
  }

  private func stopLine(_ reason: StopReason) -> String {
    var advice = "the output is valid"
    if let checkpoint = plan.checkpoint {
      advice = "resume with 'life resume \(checkpoint.file)'"
    } else if result.isUnverified {
      advice += ", but its last sample is not verified"
    }
    return "stopped at generation \(result.sample.generation) of \(plan.schedule.end): \(reason); "
      + advice
  }

  private var summary: String {
    let sample = result.sample
    let place = sample.bounds.map { ", \($0.width) × \($0.height) at (\($0.x), \($0.y))" } ?? ""
    return "\(plan.input.title): generation \(sample.generation), population "
      + "\(sample.population)\(place)\(result.digest.map { "; sha256 \($0)" } ?? ""); \(engines), "
      + result.seconds.asSeconds
  }

  /// The engines in the order of their work: `tiles, hashlife from generation 4096`.
  private var engines: String {
    result.spans.enumerated().map { index, span in
      index == 0 ? span.engine.rawValue : "\(span.engine.rawValue) from generation \(span.start)"
    }.joined(separator: ", ")
  }

  private var json: JSONText {
    let (sample, rule) = (result.sample, plan.input.rule)
    var members: [(key: String, value: JSONText)] = [
      ("schema", "life.run/1"), ("pattern", JSONText(repairing: plan.input.title.bytes)),
      ("rule", JSONText(rule.canonical)),
      ("universe", JSONText("\(plan.input.universe)")),
      ("engine", JSONText((result.spans.last?.engine ?? .reference).rawValue)),
      ("engines", JSONText(array: result.spans.map(\.json))),
      ("generation", JSONText(sample.generation)),
      ("population", JSONText(sample.population)),
      ("bounds", sample.bounds.map { JSONText($0) } ?? .null),
      ("seconds", JSONText((result.seconds * 1e6).rounded() / 1e6)),
    ]
    if rule.storesComplement(atOdd: sample.generation.isOdd) {
      members.append(("complement", true))
    }
    if let digest = result.digest { members.append(("cells_digest", JSONText(digest))) }
    return JSONText(object: members)
  }
}

extension StopReason {
  var exitCode: ExitCode {
    if case .signal(let number) = self { .interrupted(by: number) } else { .limit }
  }
}

extension EngineSpan {
  fileprivate var json: JSONText {
    [
      "engine": JSONText(engine.rawValue), "generation": JSONText(start),
      "why": JSONText(reason),
    ]
  }
}

/// Writes a line of JSON to standard output.
func writeLine(_ text: JSONText) throws {
  try writeText("\(text)\n")
}

/// Writes text to standard output.
func writeText(_ text: String) throws {
  let writer = try openOutput(.standardStream)
  try writer.write(text)
  try writer.finish()
}

extension Double {
  /// A duration with about three significant digits.
  var asSeconds: String { self < 1 ? "\((self * 1000).threeDigits) ms" : "\(threeDigits) s" }
}
