internal import LifeCore
internal import LifeEngines
package import LifeRender
package import LifeRun

/// The summary at the end of a run.
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
    Property("seconds", "the time that stepping took") { ($0.result.seconds * 1e6).rounded() / 1e6 }
    Property("complement", Meaning.complement) { $0.isComplement ? true : nil }
    Property("cells_digest", Meaning.digest) { $0.result.digest }
  }

  /// Whether the last generation is stored as its dead cells.
  private var isComplement: Bool {
    plan.input.rule.storesComplement(atOdd: result.sample.generation.isOdd)
  }

  /// One line: `glider: generation 4, population 5, 3 × 3 at (1, 1); tiles, 0.02 ms`.
  package var line: String {
    let sample = result.sample
    let place = sample.bounds.map { ", \($0.text)" } ?? ""
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
}

extension EngineSpan {
  fileprivate static let schema = Schema<EngineSpan> {
    Property("engine", "its name") { $0.engine.rawValue }
    Property("generation", "its first generation") { $0.start }
    Property("why", "why it was chosen") { $0.reason }
  }
}
