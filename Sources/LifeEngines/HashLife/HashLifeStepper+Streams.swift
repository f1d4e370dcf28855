internal import LifeCore

extension HashLifeStepper {
  /// Steps streams of gliders apart once plain steps were so much work; with 0, from now on.
  package func stepStreamsApart(after work: Int) { choice = StreamChoice(after: work) }

  /// Steps streams of gliders apart from the first long step on if its test takes so much work, in
  /// steps of at most so much work.
  package func stepStreamsApart(testingFrom leastTestWork: Int, mostWorkOfStep: Int) {
    choice = StreamChoice(testingFrom: leastTestWork, mostWorkOfStep: mostWorkOfStep)
  }

  /// The logarithm of the longest step that is taken with streams.
  package var longestExponentOfStreams: Int { choice.longestExponent }

  /// Whether the last step was taken with streams of gliders apart.
  package var isStreaming: Bool { choice.isStreaming }

  /// The middle of a node, 2^exponent generations later; nil if so long a step would need too much
  /// memory, and a shorter one is to be tried.
  func successor(of root: NodeID, level: Int, step: Successors.Step) throws -> NodeID? {
    guard let streamRule, level <= LaneFinder.highestLevel, choice.canStream(step.exponent) else {
      return try successors.successor(of: root, level: level, step: step)
    }
    if choice.startTest(step.exponent) {
      try testStreams(for: root, level: level, step: step)
      if choice.longestExponent < step.exponent { return nil }
    }
    while true {
      if choice.isStreaming {
        do {
          return try streamedSuccessor(of: root, level: level, step: step, rule: streamRule)
        } catch is OutOfProportion {
          choice.stopStreaming()
        }
      }
      do {
        return try plainSuccessor(of: root, level: level, step: step)
      } catch is OutOfProportion {
        try tryStreams(for: root, level: level, step: step)
        if choice.longestExponent < step.exponent { return nil }
      }
    }
  }

  /// Finds out before a long step whether a shorter one is less work with streams.
  ///
  /// The plain ones begin the long step, too: their memos are its own. Those with streams count as
  /// steps from an odd generation, which is all the same to the rule: their memos are apart from
  /// the plain ones, and all of their work is counted.
  private func testStreams(for root: NodeID, level: Int, step: Successors.Step) throws {
    var short = step
    short.exponent = StreamChoice.shortestExponent
    let shortest = try plainWork(for: root, level: level, step: short)
    short.exponent = StreamChoice.testExponent
    let longer = try plainWork(for: root, level: level, step: short)
    guard choice.mayBeIrregular(shortest: shortest, longer: longer) else { return }
    short.isOdd.toggle()
    let budget = (shortest + longer) / 2
    if let work = try streamWork(for: root, level: level, step: short, budget: budget) {
      choice.endTrial(
        step.exponent, rate: Double(work) / StreamChoice.length(short.exponent), isFaster: true)
    }
  }

  /// The work of a plain step.
  private func plainWork(for root: NodeID, level: Int, step: Successors.Step) throws -> Int {
    let start = successors.work
    _ = try successors.successor(of: root, level: level, step: step)
    return successors.work - start
  }

  /// The work of a step with streams, if it is within the budget and there is memory for it.
  private func streamWork(
    for root: NodeID, level: Int, step: Successors.Step, budget: Int
  ) throws -> Int? {
    guard let streamRule else { return nil }
    successors.mayCollect = false
    defer { successors.mayCollect = true }
    do {
      let streams = try currentStreams(rule: streamRule)
      let start = streams.work
      _ = try streams.successor(of: root, level: level, step: step, budget: budget)
      return streams.work - start
    } catch is OutOfProportion {
      return nil
    } catch is MemoryExhausted {
      return nil
    }
  }

  /// Whether the step would be less work with streams, as far as shorter steps can tell.
  private func tryStreams(for root: NodeID, level: Int, step: Successors.Step) throws {
    choice.startTrial()
    // Plain steps may have used all memory that there is.
    if store.byteCount > store.memoryLimit / 2 { try successors.collect() }
    var left = choice.streamBudget(step.exponent) / 16
    var rate = Double.infinity
    var short = step
    short.exponent = StreamChoice.shortestExponent
    while short.exponent < step.exponent,
      let work = try streamWork(for: root, level: level, step: short, budget: left)
    {
      left -= work
      // A quarter of the generations, those of the step before, are in the tables already.
      rate = Double(work) / (StreamChoice.length(short.exponent) * 0.75)
      short.exponent += 2
    }
    choice.endTrial(step.exponent, rate: rate, isFaster: false)
  }

  private func currentStreams(rule: LifeLike) throws -> StreamSuccessors {
    if let streams, !streams.isStale { return streams }
    let new = try StreamSuccessors(successors, rule: rule, interrupt: interrupt)
    streams = new
    return new
  }

  private func plainSuccessor(
    of root: NodeID, level: Int, step: Successors.Step
  ) throws -> NodeID {
    let start = successors.work
    successors.mostWork = start + choice.budget
    defer { successors.mostWork = .max }
    let result = try successors.successor(of: root, level: level, step: step)
    choice.tookPlainStep(step.exponent, work: successors.work - start)
    return result
  }

  private func streamedSuccessor(
    of root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws -> NodeID? {
    do {
      if let streams, store.byteCount + streams.byteCount > Self.mostBytesOfStreams {
        self.streams = nil
        try successors.collect()
      }
      let streams = try currentStreams(rule: rule)
      successors.mayCollect = false
      defer { successors.mayCollect = true }
      let start = streams.work
      let result = try streams.successor(
        of: root, level: level, step: step, budget: choice.streamBudget(step.exponent))
      choice.tookStreamedStep(step.exponent, work: streams.work - start)
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
