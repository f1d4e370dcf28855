package import LifeAnalysis
package import LifeCore
package import LifeIO

/// Identifies the patterns of a command. Keeps an ``Identifier`` for each rule.
package final class PatternIdentifier {
  private let limits: AnalysisLimits
  /// The time for each pattern.
  private let time: Duration
  private let diagnostics: Diagnostics
  private var identifiers: [Rule: Identifier] = [:]
  private var names: [ObjectCode: String?] = [:]

  package init(_ limits: AnalysisLimits, time: Duration, diagnostics: Diagnostics) {
    self.limits = limits
    self.time = time
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
    var (result, isTimeUp) = try limitingTime(of: title) { try identifier.identify(pattern) }
    if isTimeUp, result.reason == Identifier.interrupted {
      result.reason =
        Interruption.endReason != nil
        ? "the time limit of LIFE_LIMITS was reached"
        : "not identified within \(time.asTyped)"
    }
    return result
  }

  /// The apgcode of a pattern, and its identification if the code required it. The identification
  /// is `nil` for small objects, such as blocks in a stream.
  package func code(
    of pattern: Pattern, titled title: Path
  ) throws -> (code: ObjectCode, identification: Identification?) {
    if let quick = try identifier(pattern.rule).quickCode(of: pattern) { return (quick, nil) }
    let result = try identify(pattern, titled: title)
    return (result.codeOfPattern, result)
  }

  /// The objects in the first settled generation of a pattern, for example the blocks and blinkers
  /// of a settled acorn. Returns `nil` if the pattern isn't known to settle, or can't be divided
  /// into objects within the limits.
  ///
  /// - Parameter result: the identification of the same pattern.
  package func settledObjects(
    of pattern: Pattern, titled title: Path, identifiedAs result: Identification
  ) throws -> (generation: Int, origin: Position, objects: [FoundObject])? {
    let identifier = identifier(pattern.rule)
    do {
      return try limitingTime(of: title) {
        try identifier.settledObjects(of: pattern, identifiedAs: result)
      }.result
    } catch is Stopped {
      return nil
    }
  }

  /// Runs `work`, which identifies one pattern, and interrupts it when the time is up.
  ///
  /// - Returns: the result of `work`, and whether the time was up.
  private func limitingTime<Result>(
    of title: Path, _ work: () throws -> Result
  ) rethrows -> (result: Result, isTimeUp: Bool) {
    let deadline = Interruption.clock.now + time
    Interruption.raiseStop(at: deadline)
    defer { Interruption.raiseStop(at: nil) }
    let activity = Activity("identifying \(title)", deadline: deadline)
    let result = try activity.during(isQuiet: diagnostics.isQuiet, work)
    if case .time? = Interruption.stopReason { return (result, true) }
    return (result, false)
  }

  /// The name of an object, such as `glider`; `nil` if it has none, or under another rule than
  /// Conway's.
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
