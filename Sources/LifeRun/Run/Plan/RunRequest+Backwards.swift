// Going back: the pattern is replaced by an earlier one before the run.
import LifeCore
import LifeEngines
import LifeIO
import LifeRender

extension RunRequest {
  /// Refuses options that cannot be combined with a run backwards.
  func checkBackwards() throws(RunFailure) {
    guard case .generations(let count) = length, count < 0 else { return }
    guard interval == nil, firstSample == nil, !isVerified, checkpoint == nil, plot == nil else {
      throw Self.refused(
        "a run backwards has one sample and cannot be verified; leave out \(.interval), "
          + "\(.start), \(.verify), \(.checkpoint) and \(.plot)")
    }
    if let format = output.imageFormats.first(where: { !$0.isStill }) {
      throw RunFailure(
        .usage, "a run backwards has one sample, and \(format.rawValue) is an animation",
        hint: "write the earlier pattern with \(.output) x.rle, then run it; or \(.output) x.png")
    }
  }

  /// For a run backwards, replaces the loaded pattern with the earlier one and returns a request of
  /// 0 generations. Otherwise returns the request unchanged.
  ///
  /// - Parameter diagnostics: receives a note about an earlier generation without a number.
  /// - Throws: ``RunFailure`` if the rule is not reversible; ``UnsupportedPattern``,
  ///   ``MemoryExhausted``, ``Stopped``.
  package func goingBack(
    _ loaded: LoadedPattern, _ diagnostics: Diagnostics = Diagnostics()
  ) throws -> RunRequest {
    guard case .generations(let count) = length, count < 0 else { return self }
    let generation = loaded.pattern.generation + count
    loaded.pattern = try loaded.pattern.packedForRule().earlier(by: -count, engine)
    if generation < 0 {
      diagnostics.note(
        "\(loaded.title): generation \(generation) is numbered \(loaded.pattern.generation), "
          + "because numbers are not negative")
    }
    var request = self
    request.length = .generations(0)
    return request
  }
}

extension Pattern {
  /// The pattern `count` generations earlier. If that is before generation 0, the number of its
  /// phase becomes its generation.
  fileprivate func earlier(by count: BigInt, _ engine: EngineSelection) throws -> Pattern {
    guard let inverse = rule.inverse(from: generation) else {
      throw RunFailure(
        .invalidData,
        "\(rule.canonical) cannot run backwards: different patterns have the same next generation")
    }
    // The inverse rules may have another background than the rules.
    guard rule.alternating == nil || !rule.fillsSpace else {
      throw RunFailure(
        .invalidData, "rules that take turns and fill empty space do not run backwards")
    }
    guard !universe.losesParticles else {
      throw RunFailure(
        .invalidData, "in \(universe), no run is reversible: particles are lost beyond the edges")
    }
    // A step of a PCA rule moves the particles to the neighbors, then applies the table. Moving
    // twice changes nothing. So the steps of the inverse rule go back if one more move comes
    // before them, and one after them.
    let move =
      rule.partitioned?.dependsOnParity == false
      ? Rule(.partitioned(PartitionedRule(.pca, table: (0..<16).map { State($0) }))) : nil
    var result = self
    if let move { result = try result.advanced(by: 1, move, engine) }
    result.generation = inverse.generation
    result = try result.advanced(by: count, inverse.rule, engine)
    if let move { result = try result.advanced(by: 1, move, engine) }
    let before = generation - count
    result.generation = before < 0 ? BigInt(rule.phase(at: before)) : before
    result.statedRule = statedRule
    return result
  }

  /// The pattern some generations later, under another rule.
  private func advanced(
    by count: BigInt, _ rule: Rule, _ engine: EngineSelection
  ) throws -> Pattern {
    var start = self
    start.statedRule = rule
    var stepper = try engine.makeStepper(start, generations: count)
    try stepper.advance(by: count)
    return try stepper.snapshot()
  }
}
