internal import LifeCore

extension HashLifeStepper {
  /// Steps streams of gliders apart once plain steps have made so many nodes; with 0, from now on.
  package func stepStreamsApart(after nodes: Int) { choice = StreamChoice(after: nodes) }

  /// Whether the last step was taken with streams of gliders apart.
  package var isStreaming: Bool { choice.isStreaming }

  /// The middle of a node, 2^exponent generations later; nil if there is too little memory for so
  /// long a step, and a shorter one is to be tried.
  func successor(of root: NodeID, level: Int, step: Successors.Step) throws -> NodeID? {
    guard let streamRule, level <= LaneFinder.highestLevel, choice.canStream(step.exponent) else {
      return try successors.successor(of: root, level: level, step: step)
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
        choice.startTrial()
        if try streamsPay(for: root, level: level, step: step, rule: streamRule) {
          choice.startStreaming()
        }
      }
    }
  }

  /// Whether the step would cost less with streams, as far as shorter steps can tell.
  private func streamsPay(
    for root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws -> Bool {
    // Plain steps may have used all memory that there is.
    if store.byteCount > store.memoryLimit / 2 { try successors.collect() }
    let budget = choice.streamBudget(step.exponent)
    var left = budget / 16
    var rate = Double.infinity
    do {
      let streams = try currentStreams(rule: rule)
      successors.mayCollect = false
      defer { successors.mayCollect = true }
      var exponent = StreamChoice.shortestExponent
      while exponent < step.exponent {
        let short = Successors.Step(exponent: exponent, isOdd: step.isOdd)
        let cost = try streams.cost(of: root, level: level, step: short, budget: left)
        left -= cost
        // The generations up to the last step's end are in the tables.
        rate = Double(cost) / (StreamChoice.length(exponent) * 0.75)
        exponent += 2
      }
      return true
    } catch is OutOfProportion {
      return rate * StreamChoice.length(step.exponent) <= Double(budget)
    } catch is MemoryExhausted {
      return rate * StreamChoice.length(step.exponent) <= Double(budget)
    }
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
    let budget = choice.budget
    successors.mostNodes = store.nodeCount + budget
    defer { successors.mostNodes = .max }
    let result = try successors.successor(of: root, level: level, step: step)
    // Collections lower the limit by the nodes that they free.
    choice.tookPlainStep(
      step.exponent, making: store.nodeCount + budget - successors.mostNodes)
    return result
  }

  private func streamedSuccessor(
    of root: NodeID, level: Int, step: Successors.Step, rule: LifeLike
  ) throws -> NodeID? {
    do {
      let streams = try currentStreams(rule: rule)
      successors.mayCollect = false
      defer { successors.mayCollect = true }
      return try streams.successor(
        of: root, level: level, step: step, budget: choice.streamBudget(step.exponent))
    } catch is MemoryExhausted {
      streams = nil
      choice.shorten(step.exponent)
      try successors.collect()
      return nil
    }
  }
}
