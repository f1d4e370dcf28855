// The cycles of small objects, which are stepped until their first phase comes back.
internal import LifeCore

extension AnalysisRule {
  /// The cycle of a small object on the plane: it is stepped until its first phase comes back.
  ///
  /// The first return is the smallest period, so no divisor has to be checked.
  ///
  /// - Parameters:
  ///   - phase: the object; it evolves alone, from an even generation.
  ///   - maxPeriod: the largest period to try, in generations.
  /// - Returns: nil if the object is not periodic within the limit, becomes larger than a small
  ///   board, or has a rule that small boards cannot step.
  /// - Complexity: O(period × height) without allocation, then one allocation per phase.
  package func smallCycle(of phase: Phase, maxPeriod: Int) -> ObjectCycle? {
    searchSmallCycle(of: phase, maxPeriod: maxPeriod).cycle
  }

  /// What a small board tells of the cycle of an object.
  enum SmallCycleSearch {
    case found(ObjectCycle)
    /// The object stays on the board, and its first phase does not come back within the longest
    /// period.
    case isNotPeriodic
    case isUnknown

    var cycle: ObjectCycle? { if case .found(let cycle) = self { cycle } else { nil } }
  }

  func searchSmallCycle(of phase: Phase, maxPeriod: Int) -> SmallCycleSearch {
    guard let blockRule, var board = SmallBoard(phase, planes: blockRule.planes) else {
      return .isUnknown
    }
    // Cells may need fewer bit-planes than the states of the rule.
    let phase = phase.bitmap.planes == blockRule.planes ? phase : board.phase
    var period = 0
    repeat {
      guard board.advance(blockRule, by: interval) else { return .isUnknown }
      period += interval
      guard period <= maxPeriod, !board.isEmpty || phase.bitmap.height == 0 else {
        // Odd generations were not looked at.
        return interval == 1 ? .isNotPeriodic : .isUnknown
      }
    } while board.population != phase.bitmap.population || !board.hasShape(of: phase.bitmap)
    let displacement =
      board.isEmpty ? .zero : Offset(x: board.left - phase.x, y: board.above - phase.y)
    let phases = phases(from: phase, by: blockRule, count: period / interval)
    let isStill =
      phases.count == 1 && displacement == .zero && hasStillLives && rests(phase, by: blockRule)
    return .found(
      ObjectCycle(period: isStill ? 1 : period, displacement: displacement, phases: phases))
  }

  /// Whether rules take turns and store the same kind of cells. Then cells unchanged by each of them
  /// are a still life.
  var hasStillLives: Bool {
    interval > 1 && Set(rule.phases.map(\.isComplement)).count == 1
  }

  /// Whether an object is the same in all generations.
  private func rests(_ phase: Phase, by blockRule: BlockRule) -> Bool {
    guard var board = SmallBoard(phase, planes: blockRule.planes) else { return false }
    return (0..<interval).allSatisfy { generation in
      board.step(blockRule, phase: generation) && board.hasShape(of: phase.bitmap)
        && board.left == phase.x && board.above == phase.y
    }
  }

  /// The cycle of cells; nil also if their box does not fit on a small board.
  func smallCycle(ofCells cells: Cells, maxPeriod: Int) -> ObjectCycle? {
    searchSmallCycle(ofCells: cells, maxPeriod: maxPeriod).cycle
  }

  /// What a small board tells of the cycle of cells.
  func searchSmallCycle(ofCells cells: Cells, maxPeriod: Int) -> SmallCycleSearch {
    let box = cells.bounds
    guard max(box?.width ?? 0, box?.height ?? 0) <= SmallBoard.largestSize else {
      return .isUnknown
    }
    return searchSmallCycle(of: Phase(cells), maxPeriod: maxPeriod)
  }

  private func phases(from phase: Phase, by blockRule: BlockRule, count: Int) -> [Phase] {
    var phases = [phase]
    guard count > 1, var board = SmallBoard(phase, planes: blockRule.planes) else { return phases }
    phases.reserveCapacity(count)
    while phases.count < count {
      // It fitted the board when the period was found.
      _ = board.advance(blockRule, by: interval)
      phases.append(board.phase)
    }
    return phases
  }
}
