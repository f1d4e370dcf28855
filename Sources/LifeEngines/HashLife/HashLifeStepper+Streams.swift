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
    guard let streamRule, successors.mostWork == .max, level <= LaneFinder.highestLevel,
      choice.canStream(step.exponent)
    else {
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
    let (work, isComplete) = try takeTrialStep(short, from: root, level: level, budget: budget)
    guard isComplete else { return }
    choice.endTrial(
      step.exponent, rate: Double(work) / StreamChoice.length(short.exponent), isFaster: true)
  }

  /// The work of a plain step.
  private func plainWork(for root: NodeID, level: Int, step: Successors.Step) throws -> Int {
    let start = successors.work
    _ = try successors.successor(of: root, level: level, step: step)
    return successors.work - start
  }

  /// Takes a step with streams, which is not completed if it exceeds the budget or the memory.
  private func takeTrialStep(
    _ step: Successors.Step, from root: NodeID, level: Int, budget: Int
  ) throws -> (work: Int, isComplete: Bool) {
    guard let streamRule else { return (0, false) }
    successors.mayCollect = false
    defer { successors.mayCollect = true }
    do {
      let streams = try currentStreams(rule: streamRule)
      let start = streams.work
      do {
        _ = try streams.successor(of: root, level: level, step: step, budget: budget)
        return (streams.work - start, true)
      } catch is OutOfProportion {
        return (streams.work - start, false)
      }
    } catch is MemoryExhausted {
      return (0, false)
    }
  }

  /// Whether the step would be less work with streams, as far as shorter steps can tell.
  private func tryStreams(for root: NodeID, level: Int, step: Successors.Step) throws {
    choice.startTrial()
    var left = choice.streamBudget(step.exponent) / 16
    // Plain steps may have used all memory that there is.
    if store.unusedByteCount < left * StreamChoice.bytesPerWork { try successors.collect() }
    var short = step
    short.exponent = StreamChoice.shortestExponent
    while short.exponent < step.exponent {
      let (work, isComplete) = try takeTrialStep(short, from: root, level: level, budget: left)
      choice.tookTrialStep(short.exponent, work: work, isComplete: isComplete)
      guard isComplete else { break }
      left -= work
      short.exponent += 2
    }
    choice.endTrial(step.exponent, rate: choice.rateOfTrials, isFaster: false)
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
    let collections = store.collections
    successors.mostWork = start + choice.budget
    defer { successors.mostWork = .max }
    do {
      let result = try successors.successor(of: root, level: level, step: step)
      choice.tookPlainStep(step.exponent, work: successors.work - start)
      return result
    } catch is OutOfProportion where store.collections > collections {
      choice.shortenPlainStep(step.exponent)
      throw OutOfProportion()
    }
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
