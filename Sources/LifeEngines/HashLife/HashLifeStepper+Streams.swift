internal import LifeCore

// Steps in which streams of gliders are kept apart from the rest.
extension HashLifeStepper {
  /// Whether the last step was taken with streams of gliders apart.
  package var isStreaming: Bool { choice.isStreaming }

  /// The logarithm of the longest step that is taken with streams.
  package var longestExponentOfStreams: Int { choice.longestExponent }

  /// The middle of a node, 2^exponent generations later; nil if so long a step would need too much
  /// memory, and a shorter one is to be tried.
  func successor(of root: NodeID, level: Int, step: Successors.Step) throws -> NodeID? {
    guard let streamRule, successors.mostWork == .max, level <= LaneFinder.highestLevel,
      choice.canStream(step.exponent)
    else {
      return try successors.successor(of: root, level: level, step: step)
    }
    if choice.startTest(step.exponent) {
      try testStreams(for: root, level: level, step: step, rule: streamRule)
      if choice.longestExponent < step.exponent { return nil }
    }
    if choice.isStreaming {
      do {
        return try streamedSuccessor(of: root, level: level, step: step, rule: streamRule)
      } catch is OutOfProportion {
        choice.stopStreaming()
      }
    }
    return try successors.successor(of: root, level: level, step: step)
  }

  /// Finds out before a long step whether a shorter one is less work with streams.
  ///
  /// The plain ones begin the long step, too: their memos are its own. The one with streams counts
  /// as a step from another phase, of which the rule has only one: its memos are apart from
  /// the plain ones, and all of its work is counted.
  private func testStreams(
    for root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws {
    var short = step
    short.exponent = StreamChoice.shortestExponent
    let shortest = try plainWork(for: root, level: level, step: short)
    short.exponent = StreamChoice.testExponent
    let longer = try plainWork(for: root, level: level, step: short)
    guard choice.mayBeIrregular(shortest: shortest, longer: longer) else { return }
    short.phase = 1 - short.phase
    do {
      let work = try streamed(
        root, level: level, step: short, rule: rule, budget: (shortest + longer) / 2
      ).work
      choice.startStreaming(step.exponent, workOfTest: work)
    } catch is OutOfProportion {
      // Plain steps are less work.
    } catch is MemoryExhausted {
      // They may need less memory, too.
    }
  }

  /// The work of a plain step.
  private func plainWork(for root: NodeID, level: Int, step: Successors.Step) throws -> Int {
    let start = successors.work
    _ = try successors.successor(of: root, level: level, step: step)
    return successors.work - start
  }

  /// The successor by a step with streams, during which nothing is collected, and its work.
  private func streamed(
    _ root: NodeID, level: Int, step: Successors.Step, rule: LifeLike, budget: Int
  ) throws -> (successor: NodeID, work: Int) {
    successors.mayCollect = false
    defer { successors.mayCollect = true }
    let streams = try currentStreams(rule: rule)
    let start = streams.work
    let result = try streams.successor(of: root, level: level, step: step, budget: budget)
    return (result, streams.work - start)
  }

  private func currentStreams(rule: LifeLike) throws -> StreamSuccessors {
    if let streams, !streams.isStale { return streams }
    let new = try StreamSuccessors(successors, rule: rule, interrupt: interrupt)
    streams = new
    return new
  }

  private func streamedSuccessor(
    of root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws -> NodeID? {
    do {
      if let streams, store.byteCount + streams.byteCount > Self.mostBytesOfStreams {
        self.streams = nil
        try successors.collect()
      }
      let (result, work) = try streamed(
        root, level: level, step: step, rule: rule, budget: choice.streamBudget(step.exponent))
      choice.tookStreamedStep(step.exponent, work: work)
      return result
    } catch is MemoryExhausted {
      streams = nil
      choice.shorten(step.exponent)
      try successors.collect()
      return nil
    }
  }

  /// Nodes and pairs of steps before are freed if they take more: those of irregular streams are
  /// hardly ever met again.
  private static let mostBytesOfStreams = 1 << 29
}
