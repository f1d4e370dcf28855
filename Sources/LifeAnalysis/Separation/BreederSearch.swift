internal import LifeCore
internal import LifeEngines

/// Tries to prove that a pattern whose population grows quadratically is a breeder.
struct BreederSearch {
  let pattern: Pattern
  let rule: AnalysisRule
  let limits: AnalysisLimits
  /// The number of live cells of each generation.
  let populations: [Int]
  /// The period of the quadratic growth.
  let period: Int

  /// The generations, after the growth has begun, in which proofs are tried: what is made has to
  /// leave the bounding box of the mover first.
  private static let delays = [301, 1_503]
  private static let mostPeriods = 3
  /// The fronts that are tried, those with the most cells.
  private static let mostFronts = 2
  /// The largest pattern in which movers are looked for.
  private static let mostCells = 1 << 15

  func breeder() throws -> Identification? {
    let separation = Separation(rule: rule, limits: limits)
    let known = KnownShapes()
    var evolution = try Evolution(pattern, rule: rule, options: limits.engine)
    for delay in Self.delays {
      try evolution.advance(by: start + delay - evolution.generation)
      let cells = try evolution.cells()
      guard cells.planes == 1, cells.population <= Self.mostCells else { return nil }
      let here = cells.positions
      let fronts = try motions(of: cells, separation).flatMap { motion in
        var later = try separation.evolution(of: cells)
        try later.advance(by: motion.period)
        return try BreederFront.all(here, later: later.cells().positions, motion: motion)
      }
      for front in fronts.sorted(by: { $0.population > $1.population }).prefix(Self.mostFronts) {
        for mover in try front.movers(separation: separation) {
          let proof = try BreederProof(mover, of: cells, known: known, separation: separation)
          if let found = try proof?.breeder() { return found }
        }
      }
    }
    return nil
  }

  /// How the mover may move: not at all, or as the cells at an edge of the bounding box do.
  private func motions(of cells: Cells, _ separation: Separation) throws -> [PeriodicMotion] {
    let periods = moverPeriods
    var edges: [PeriodicMotion?] = [nil, nil, nil, nil]
    let first = try edgeCells(cells)
    var evolution = try separation.evolution(of: cells)
    while evolution.generation < min(period, Self.longestPeriod) {
      try evolution.advance(by: 1)
      let later = try edgeCells(evolution.cells())
      for (index, edge) in later.enumerated() where edges[index] == nil {
        guard let from = first[index].bounds, let to = edge.bounds else { continue }
        let offset = Offset(x: to.x - from.x, y: to.y - from.y)
        if edge.isSame(as: first[index], shiftedBy: (offset.x, offset.y)) {
          edges[index] = PeriodicMotion(displacement: offset, period: evolution.generation)
        }
      }
    }
    var motions: [PeriodicMotion] = []
    for edge in edges.compactMap(\.self) {
      let multiples = periods.filter { $0.isMultiple(of: edge.period) }
      for period in multiples.prefix(Self.mostPeriods) {
        let motion = edge.repeated(period / edge.period)
        if !motions.contains(motion) { motions.append(motion) }
      }
    }
    let resting = periods.prefix(Self.mostPeriods).map {
      PeriodicMotion(displacement: .zero, period: $0)
    }
    return motions + resting.filter { !motions.contains($0) }
  }

  private static let longestPeriod = 1_024
  private static let edgeWidth = 24

  /// The cells near each edge of the bounding box.
  private func edgeCells(_ cells: Cells) throws -> [Cells] {
    guard let box = cells.bounds else { return [] }
    let width = min(Self.edgeWidth, box.width)
    let height = min(Self.edgeWidth, box.height)
    let windows = [
      Window(x: box.x, y: box.y, width: width, height: box.height),
      Window(x: box.endX - width, y: box.y, width: width, height: box.height),
      Window(x: box.x, y: box.y, width: box.width, height: height),
      Window(x: box.x, y: box.endY - height, width: box.width, height: height),
    ]
    return try windows.map { try cells.clipped(to: $0) }
  }

  /// The first generation from which on the population grows quadratically.
  private var start: Int {
    let count = populations.count
    let growth = secondDifference(at: count - 1)
    var first = count - 1
    while first > 2 * period, secondDifference(at: first - 1) == growth { first -= 1 }
    return first - 2 * period
  }

  private func secondDifference(at place: Int) -> Int {
    populations[place] - 2 * populations[place - period] + populations[place - 2 * period]
  }

  /// The periods that the mover may have. The period of the growth is also one of all that the
  /// mover has made.
  private var moverPeriods: [Int] {
    let count = populations.count
    let growth = { (place: Int) in populations[place] - populations[place - period] }
    return period.divisors.filter { divisor in
      let change = growth(count - 1) - growth(count - 1 - divisor)
      return (count - period..<count).allSatisfy { growth($0) - growth($0 - divisor) == change }
    }
  }
}
