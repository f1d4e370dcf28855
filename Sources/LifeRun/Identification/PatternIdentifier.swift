package import LifeAnalysis
package import LifeCore
package import LifeIO

/// Identifies the patterns of a command, one identifier for each rule.
package final class PatternIdentifier {
  private let limits: AnalysisLimits
  /// The timer of each pattern; nil if the time is not limited.
  private let timer: PatternTimer?
  private let diagnostics: Diagnostics
  /// Whether the time for a pattern was up, or the memory used, before it was identified.
  package private(set) var hasReachedLimit = false
  private var identifiers: [Rule: Identifier] = [:]
  private var names: [ObjectCode: String?] = [:]

  package init(
    _ limits: AnalysisLimits, timer: PatternTimer? = nil,
    diagnostics: Diagnostics = Diagnostics(isQuiet: true)
  ) {
    self.limits = limits
    self.timer = timer
    self.diagnostics = diagnostics
  }

  private func identifier(_ rule: Rule) -> Identifier {
    if let known = identifiers[rule] { return known }
    let identifier = Identifier(AnalysisRule(rule), limits: limits)
    identifiers[rule] = identifier
    if let note = identifier.noteOfIgnoredMarks { diagnostics.note(note) }
    return identifier
  }

  package func identify(_ pattern: Pattern, titled title: Path) throws -> Identification {
    let identifier = identifier(pattern.rule)
    guard let timer else {
      let result = try identifier.identify(pattern)
      if result.isOutOfMemory { hasReachedLimit = true }
      return result
    }
    var (result, isTimeUp) = try timer.run(title) { try identifier.identify(pattern) }
    if result.isOutOfMemory { hasReachedLimit = true }
    if isTimeUp, result.reason == Identifier.interrupted {
      hasReachedLimit = true
      result.reason =
        timer.isOver
        ? "the time limit of LIFE_LIMITS was reached"
        : "not identified within \(timer.time.asTyped)"
    }
    return result
  }

  package func code(of pattern: Pattern, titled title: Path) throws -> ObjectCode {
    let identifier = identifier(pattern.rule)
    guard let timer else { return try identifier.code(of: pattern) }
    return try timer.run(title) { try identifier.code(of: pattern) }.result
  }

  /// The objects at the first generation at which a pattern is settled; nil if it is not within the
  /// limits.
  package func settledObjects(
    of pattern: Pattern, titled title: Path
  ) throws -> (generation: Int, objects: [FoundObject])? {
    let identifier = identifier(pattern.rule)
    do {
      guard let timer else { return try identifier.settledObjects(of: pattern) }
      return try timer.run(title) { try identifier.settledObjects(of: pattern) }.result
    } catch is Stopped {
      return nil
    }
  }

  /// The name of an object; nil if it has none, or under another rule than Conway's.
  package func name(_ code: ObjectCode?, rule: Rule) -> String? {
    guard let code, identifier(rule).rule.rule == .life else { return nil }
    if let known = names[code] { return known }
    let name = ObjectNames.name(of: code)
    names[code] = .some(name)
    return name
  }
}

extension Duration {
  /// The time as typed: `10s`, `0.05s`.
  fileprivate var asTyped: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
  }
}
