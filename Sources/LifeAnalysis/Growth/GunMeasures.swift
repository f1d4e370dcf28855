package import LifeCore
internal import LifeEngines

/// Measures of a gun over one period, without the objects that have left it.
///
/// An object has left once it follows its own cycle for good, with no other cell close to its box.
/// This definition does not depend on the proof.
package struct GunMeasures: Sendable {
  package let population: CycleMeasures.Spread
  /// The number of cells changing from one generation to the next.
  package let heat: CycleMeasures.Spread
  /// The union of the bounding boxes of all generations.
  package let box: Window
  /// The gun's cells, encoded like an apgcode and used to look up its name. Other programs have no
  /// such code: they classify a gun only by its growth.
  package let code: ObjectCode?

  /// Measures a gun. All resting objects of the pattern count as parts of it.
  ///
  /// - Parameter generation: the generation of the core.
  /// - Returns: `nil` if the gun is too large, if the period of a resting object does not divide
  ///   the gun's, or if an emitted object never leaves by this definition.
  /// - Throws: `Stopped`, `MemoryExhausted`.
  init?(
    of found: GrowthProof.Recurrence, from generation: Int, separation: Separation
  ) throws {
    let limits = separation.limits
    let period = found.period
    let resting = found.free.filter { !$0.cycle.isMoving }
    guard resting.allSatisfy({ period.isMultiple(of: $0.cycle.period) }) else { return nil }
    let cells = Cells(resting.runs(at: generation) + found.core.runs)
    let interval = separation.rule.interval
    let count = period / interval
    var evolution = try separation.evolution(of: cells)
    var frames: [Phase] = []
    while frames.count <= count {
      guard let phase = try evolution.phase(limit: limits.collectedCells / (count + 1)) else {
        return nil
      }
      frames.append(phase)
      try evolution.advance(by: interval)
    }
    // The objects that have left, for each phase of the period.
    var departed = [[Phase]](repeating: [], count: count)
    var populations = frames.map(\.bitmap.population)
    let gunStack = PhaseStack(frames)
    var heats = (0..<count).map { gunStack.changes(from: $0, to: $0 + 1) }
    for object in found.emitted {
      try limits.engine.interrupt?.check()
      var object = object
      var hasLeft = false
      while true {
        let phases = (0...count).map { object.phase(at: generation + $0 * interval) }
        let objectStack = PhaseStack(phases)
        // The first phase in which the object has left for good.
        var first = count
        while first > 0, frames[first - 1].contains(phases[first - 1], alone: separation.reach) {
          first -= 1
        }
        guard first < count else { break }
        hasLeft = true
        for index in first..<count {
          departed[index].append(phases[index])
          populations[index] -= phases[index].bitmap.population
          heats[index] -= objectStack.changes(from: index, to: index + 1)
        }
        guard first == 0 else { break }
        // This object left before the period. The one emitted a period later may leave during it.
        object = object.repeated(after: period, movedBy: .zero)
      }
      // The boxes of Corderships in a row overlap, so none of them ever leaves by this definition.
      guard hasLeft else { return nil }
    }
    let phases = (0..<count).map { frames[$0].without(departed[$0]) }
    guard let start = phases.first?.window else { return nil }
    // Start at a generation that is a multiple of the period.
    let first = (period - generation % period) % period / interval
    population = CycleMeasures.Spread(
      populations.dropLast().rotated(from: first), interval: interval)
    heat = CycleMeasures.Spread(heats.rotated(from: first), interval: interval)
    box = phases.reduce(start) { $0.union($1.window) }
    code = try ObjectCode(
      gun: ObjectCycle(period: period, displacement: .zero, phases: phases),
      under: separation.rule
    ) { try separation.limits.engine.interrupt?.check() }
  }
}

extension Phase {
  /// Whether this phase contains another one, with no other cell within `reach` columns and rows of
  /// its box.
  fileprivate func contains(_ other: Phase, alone reach: Int) -> Bool {
    let own = other.window
    for row in own.y - reach..<own.endY + reach {
      for column in own.x - reach..<own.endX + reach {
        let cell = Cell(x: column, y: row)
        let expected =
          own.contains(cell) ? other.bitmap[column - own.x, row - own.y] : 0
        let found = window.contains(cell) ? bitmap[column - x, row - y] : 0
        if found != expected { return false }
      }
    }
    return true
  }

  /// These cells without the cells of other phases.
  fileprivate func without(_ others: [Phase]) -> Phase {
    var rest = bitmap
    for other in others {
      other.bitmap.forEachCell { column, row, _ in
        rest[column + other.x - x, row + other.y - y] = 0
      }
    }
    return others.isEmpty ? self : Phase(rest.cells(x: x, y: y))
  }
}

extension Collection where Index == Int {
  /// The elements from index `first` on, then those before it.
  fileprivate func rotated(from first: Int) -> [Element] {
    Array(suffix(from: first)) + Array(prefix(first))
  }
}
