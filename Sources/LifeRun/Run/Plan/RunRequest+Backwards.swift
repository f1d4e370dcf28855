// Going back: the pattern is replaced by an earlier one before the run.
import LifeCore
import LifeEngines
import LifeIO

extension RunRequest {
  /// Refuses what a run backwards cannot have.
  func checkBackwards() throws(RunFailure) {
    guard case .generations(let count) = length, count < 0 else { return }
    guard interval == nil, firstSample == nil, !isVerified, checkpoint == nil, plot == nil else {
      throw Self.refused(
        "a run backwards has one sample and no other engine beside it; leave out \(.interval), "
          + "\(.start), \(.verify), \(.checkpoint) and \(.plot)")
    }
  }

  /// The request for the pattern from which a run backwards has come, which replaces the loaded
  /// one; the same request if it runs forwards.
  ///
  /// - Throws: ``RunFailure`` if the rule is not reversible; ``UnsupportedPattern``,
  ///   ``MemoryExhausted``, ``Stopped``.
  package func goingBack(_ loaded: LoadedPattern) throws -> RunRequest {
    guard case .generations(let count) = length, count < 0 else { return self }
    loaded.pattern = try loaded.pattern.packedForRule().earlier(by: -count, engine)
    var request = self
    request.length = .generations(0)
    return request
  }
}

extension Pattern {
  /// The pattern some generations before. Before generation 0, generations are 0 and 1 in turn.
  fileprivate func earlier(by count: BigInt, _ engine: EngineSelection) throws -> Pattern {
    guard let rule = rule.partitioned, let inverse = rule.inverse else {
      throw RunFailure(
        .invalidData,
        "the rule \(self.rule.canonical) is not reversible: several patterns become the same one")
    }
    guard universe.isUnbounded || universe.topology != .plane else {
      throw RunFailure(
        .invalidData, "in \(universe), no run is reversible: particles are lost beyond the edges")
    }
    var result = self
    if rule.kind == .pca {
      // Entering the neighbors twice changes nothing, so entering comes before the inverse of the
      // table and once more at the end.
      let entering = (0..<16).map { State($0) }
      result = try result.advanced(by: 1, table: entering, engine)
      result = try result.advanced(by: count, table: inverse, engine)
      result = try result.advanced(by: 1, table: entering, engine)
    } else {
      // The blocks of the generation before meet first, so the parity is the other one. If dead and
      // live cells alternate, the cells that are stored then are those of the complement.
      result.generation = generation.isOdd ? 0 : 1
      let table = rule.alternates ? inverse.reversed().map { 15 - $0 } : inverse
      result = try result.advanced(by: count, table: table, engine)
    }
    let before = generation - count
    result.generation = before < 0 ? (before.isOdd ? 1 : 0) : before
    result.statedRule = statedRule
    return result
  }

  /// The pattern some generations later, with another table of its rule.
  private func advanced(
    by count: BigInt, table: [State], _ engine: EngineSelection
  ) throws -> Pattern {
    guard let rule = rule.partitioned else { return self }
    var start = self
    start.statedRule = Rule(.partitioned(PartitionedRule(rule.kind, table: table)))
    var stepper = try engine.makeStepper(start, generations: count)
    try stepper.advance(by: count)
    return try stepper.snapshot()
  }
}
