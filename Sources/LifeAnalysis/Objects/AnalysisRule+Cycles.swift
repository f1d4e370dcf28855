// Cycles of small objects: they are stepped until their first phase returns.
internal import LifeCore

extension AnalysisRule {
  /// The cycle of a small object on the plane, found by stepping it until its first phase returns.
  ///
  /// The first return is after the smallest period, so no divisors are checked.
  ///
  /// - Parameters:
  ///   - phase: the object; it evolves alone, from a generation in the rule's first phase.
  ///   - maxPeriod: the maximum period in generations.
  /// - Returns: `nil` if the object has a longer period or none, outgrows a small board, or has a
  ///   rule not supported by small boards.
  /// - Complexity: O(period × height) without allocation, then one allocation per phase.
  package func smallCycle(of phase: Phase, maxPeriod: Int) -> ObjectCycle? {
    searchSmallCycle(of: phase, maxPeriod: maxPeriod).cycle
  }

  enum SmallCycleSearch {
    case found(ObjectCycle)
    /// The object stays on the board, but its first phase doesn't return within the maximum period.
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
        // Only multiples of the interval were compared. The period may be another number.
        return interval == 1 ? .isNotPeriodic : .isUnknown
      }
    } while board.population != phase.bitmap.population || !board.hasShape(of: phase.bitmap)
    let displacement =
      board.isEmpty ? .zero : Offset(x: board.minX - phase.x, y: board.minY - phase.y)
    let phases = phases(from: phase, by: blockRule, count: period / interval)
    let isStill =
      phases.count == 1 && displacement == .zero && mayRestWithinInterval
      && rests(phase, by: blockRule)
    return .found(
      ObjectCycle(period: isStill ? 1 : period, displacement: displacement, phases: phases))
  }

  /// Whether the rule has several phases, and all of them store the live cells or all of them the
  /// complement. A cycle of one ``interval`` may then be a still life, if no phase changes it.
  var mayRestWithinInterval: Bool {
    interval > 1 && Set(rule.phases.map(\.isComplement)).count == 1
  }

  /// Whether an object is the same in all generations.
  private func rests(_ phase: Phase, by blockRule: BlockRule) -> Bool {
    guard var board = SmallBoard(phase, planes: blockRule.planes) else { return false }
    return (0..<interval).allSatisfy { generation in
      board.step(blockRule, rulePhase: generation) && board.hasShape(of: phase.bitmap)
        && board.minX == phase.x && board.minY == phase.y
    }
  }

  /// The same for cells. Also `isUnknown` if the box of the cells does not fit on a small board.
  func searchSmallCycle(ofCells cells: Cells, maxPeriod: Int) -> SmallCycleSearch {
    let box = cells.bounds
    guard max(box?.width ?? 0, box?.height ?? 0) <= SmallBoard.maxSize else {
      return .isUnknown
    }
    return searchSmallCycle(of: Phase(cells), maxPeriod: maxPeriod)
  }

  private func phases(from phase: Phase, by blockRule: BlockRule, count: Int) -> [Phase] {
    var phases = [phase]
    guard count > 1, var board = SmallBoard(phase, planes: blockRule.planes) else { return phases }
    phases.reserveCapacity(count)
    while phases.count < count {
      // It fits: it did when the period was found.
      _ = board.advance(blockRule, by: interval)
      phases.append(board.phase)
    }
    return phases
  }
}
