internal import LifeCore

/// The engines with which a run may begin, the best first, by what the pattern and its universe
/// look like; nothing is measured yet.
struct StartingEngines {
  let engines: [Engine]
  let reason: String
  /// Whether the pattern is so far from its universe's edges that it can begin without them.
  var ignoresEdges = false
  /// Whether no other engine can be faster than the first, however the run continues.
  var isFinal = false
  /// Whether HashLife, if it is the first, may turn out slower than a direct engine.
  var doubtsTree = false

  init(for pattern: Pattern, generations: BigInt?, model: CostModel) {
    let universe = pattern.universe
    guard pattern.rule.twoState != nil || pattern.rule.countingPhases != nil else {
      (engines, reason) = Self.forMultistate(pattern, model: model)
      isFinal = pattern.rule.largerThanLife != nil
      doubtsTree = pattern.tree == nil
      return
    }
    guard universe.isUnbounded else {
      ignoresEdges = Self.isFarFromEdges(pattern, in: universe, model: model)
      engines = ignoresEdges ? [.tiles] + Self.engines(in: universe) : Self.engines(in: universe)
      reason = ignoresEdges ? "far from the edges" : "a universe with edges"
      return
    }
    let mostCountable = BigInt.powerOfTwo(model.mostCountableExponent)
    if let generations, generations > mostCountable {
      engines = [.hashlife, .tiles, .bytes]
      reason = "too many generations to step one by one"
    } else if pattern.tree != nil, !Self.isSmallTree(pattern, model: model) {
      engines = [.hashlife, .tiles, .bitmap, .bytes]
      reason = "the pattern is a quadtree"
    } else {
      engines = [.tiles, .hashlife, .bytes]
      reason = "most patterns change in few places"
    }
  }

  /// The engines for a universe with edges, where the pattern is near them.
  static func engines(in universe: Universe) -> [Engine] {
    universe.isBounded ? [.bitmap, .bytes, .reference] : [.bytes, .reference]
  }

  /// For rules of more than two states, and for Larger than Life.
  private static func forMultistate(
    _ pattern: Pattern, model: CostModel
  ) -> (engines: [Engine], reason: String) {
    if let rule = pattern.rule.largerThanLife {
      let box = pattern.bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
      let isDense = prefersSums(
        rule, population: pattern.population, in: box, universe: pattern.universe, model: model)
      if isDense { return ([.bitmap, .reference], "sums over the neighborhood") }
      return ([.reference, .bitmap], "few live cells, far apart")
    }
    if pattern.rule.hasBoardsOfManyStates, pattern.universe.isBounded {
      return ([.bitmap, .bytes, .reference], "a bounded universe")
    }
    if pattern.tree != nil {
      return ([.hashlife, .bytes, .reference], "the pattern is a quadtree")
    }
    if case .generations = pattern.rule.family, isDense(pattern, model: model) {
      return ([.bitmap, .bytes, .hashlife, .reference], "dense: it fills its box")
    }
    if pattern.universe.isUnbounded, pattern.population > BigInt(model.bytesPopulation) {
      return ([.hashlife, .bytes, .bitmap, .reference], "many cells of a multistate rule")
    }
    return ([.bytes, .bitmap, .hashlife, .reference], "a multistate rule")
  }

  /// Whether a board with sums is faster than the reference: its time depends on the area, that of
  /// the reference on the population and the range.
  static func prefersSums(
    _ rule: LargerThanLife, population: BigInt, in box: Bounds, universe: Universe,
    model: CostModel
  ) -> Bool {
    let width = universe.width > 0 ? Double(universe.width) : box.width.double
    let height = universe.height > 0 ? Double(universe.height) : box.height.double
    let range = Double(rule.range)
    let margin = model.sumsMarginInRanges * range
    let board = (width + margin) * (height + margin) * model.sumsSecondsPerCell
    let neighbors = population.double * (range + 1) * (range + 1)
    return board <= neighbors * model.referenceSecondsPerNeighbor + model.boardPreference
  }

  private static func isDense(_ pattern: Pattern, model: CostModel) -> Bool {
    guard let box = pattern.bounds else { return false }
    return pattern.population.double > model.denseShare * model.boardArea(box)
  }

  private static func isSmallTree(_ pattern: Pattern, model: CostModel) -> Bool {
    guard let box = pattern.bounds else { return true }
    return pattern.population < BigInt(model.smallTreePopulation)
      && max(box.width, box.height) < BigInt.powerOfTwo(model.smallTreeExponent)
  }

  /// Whether the edges are far away, and most of a bounded universe's board would be empty.
  private static func isFarFromEdges(
    _ pattern: Pattern, in universe: Universe, model: CostModel
  ) -> Bool {
    guard let rows = try? pattern.inRows(limit: model.rowsLimit), let box = rows.bounds else {
      return false
    }
    let margin = model.edgeDistance
    let isFarX =
      universe.width == 0
      || box.x > BigInt(universe.left + margin)
        && box.x + box.width < BigInt(universe.left + universe.width - margin)
    let isFarY =
      universe.height == 0
      || box.y > BigInt(universe.top + margin)
        && box.y + box.height < BigInt(universe.top + universe.height - margin)
    guard isFarX, isFarY else { return false }
    guard universe.isBounded else { return true }
    let board = Double(universe.width) * Double(universe.height)
    return board > model.largeBoard && board > model.emptyBoardRatio * model.boardArea(box)
  }
}

extension CostModel {
  /// The cells of a board with room around a bounding box.
  func boardArea(_ box: Bounds) -> Double {
    (box.width.double + boardMargin) * (box.height.double + boardMargin)
  }

  /// The seconds to build a quadtree of live cells in pieces of rows, which are spread over an
  /// area, and to make its first steps.
  func treeSeconds(cells: Double, pieces: Double, area: Double) -> Double {
    guard pieces > 0, area > 0 else { return 0 }
    // Above the level on which each piece has a square to itself, pieces share nodes.
    let levels = (area / pieces).exponent / 2 - Double.Exponent(LeafShape.bits.leafLevel)
    let sparseNodes = pieces * Double(max(0, levels))
    return cells * treeSecondsPerLiveCell + sparseNodes * treeSecondsPerSparseNode
  }
}
