internal import LifeCore

// Takes steps with streams of gliders kept apart from the rest.
extension HashLifeStepper {
  /// The middle of a node, 2^exponent generations later. Returns `nil` if a step of this length
  /// would need too much memory; the caller tries a shorter one.
  func successor(of root: NodeID, level: Int, step: Successors.Step) throws -> NodeID? {
    guard let streamRule, successors.workLimit == .max, level <= LaneFinder.maxLevel,
      choice.canStream(step.exponent)
    else {
      return try successors.successor(of: root, level: level, step: step)
    }
    if choice.startTest(step.exponent) {
      try testStreams(for: root, level: level, step: step, rule: streamRule)
      if choice.maxExponent < step.exponent { return nil }
    }
    if choice.isStreaming {
      do {
        return try streamedSuccessor(of: root, level: level, step: step, rule: streamRule)
      } catch is WorkLimitExceeded {
        choice.stopStreaming()
      }
    }
    return try successors.successor(of: root, level: level, step: step)
  }

  /// Compares the work of a short step with and without streams, before a long step.
  ///
  /// Plain test steps share the memos of the long step, so they are part of its work. The test with
  /// streams uses another phase number, free because the rule has one phase. So it shares no memos,
  /// and all of its work is counted.
  private func testStreams(
    for root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws {
    var short = step
    short.exponent = StreamChoice.minExponent
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
    } catch is WorkLimitExceeded {
      // Plain steps are less work.
    } catch is MemoryExhausted {
      // Plain steps may need less memory.
    }
  }

  /// The work of a plain step.
  private func plainWork(for root: NodeID, level: Int, step: Successors.Step) throws -> Int {
    let start = successors.work
    _ = try successors.successor(of: root, level: level, step: step)
    return successors.work - start
  }

  /// Takes a step with streams, without a garbage collection. Returns the successor and its work.
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
      if let streams, store.byteCount + streams.byteCount > Self.maxBytesOfStreams {
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

  /// If nodes and pairs of earlier steps take more bytes, they are freed: irregular streams hardly
  /// ever meet them again.
  private static let maxBytesOfStreams = 1 << 29
}
