internal import LifeCore

/// The engines to begin a run with, the best first. The pattern and its universe decide; nothing is
/// measured yet.
struct StartingEngines {
  let engines: [Engine]
  let reason: String
  /// Whether the pattern is so far from its universe's edges that it can begin without them.
  var ignoresEdges = false
  /// Whether no other engine can ever be faster than the first.
  var isFinal = false
  /// Whether HashLife, as the first engine, may turn out slower than a direct one.
  var doubtsTree = false

  init(for pattern: Pattern, generations: BigInt?) {
    let universe = pattern.universe
    guard Circuit(pattern.rule) != nil else {
      (engines, reason) = Self.forMultistate(pattern)
      isFinal = pattern.rule.largerThanLife != nil
      doubtsTree = pattern.tree == nil
      return
    }
    guard universe.isUnbounded else {
      ignoresEdges = Self.isFarFromEdges(pattern, in: universe)
      let bounded = Self.engines(withEdges: pattern)
      engines = ignoresEdges ? [.tiles] + bounded : bounded
      reason = ignoresEdges ? "far from the edges" : "a universe with edges"
      return
    }
    if let generations, generations > Self.maxGenerationsOfDirectEngines {
      engines = [.hashlife, .tiles, .bytes]
      reason = Self.tooManyGenerations
    } else if pattern.tree != nil, !Self.isSmallTree(pattern) {
      engines = [.hashlife, .tiles, .bitmap, .bytes]
      reason = "the pattern is a quadtree"
    } else {
      engines = [.tiles, .hashlife, .bytes]
      reason = "most patterns change in few places"
    }
  }

  /// Longer runs are left to HashLife without a measurement.
  static let maxGenerationsOfDirectEngines = BigInt.powerOfTwo(48)
  static let tooManyGenerations = "too many generations to step one by one"

  /// Trees of fewer cells are stepped like other patterns. Larger multistate patterns begin as
  /// trees.
  private static let manyCells: BigInt = 20_000

  /// The engines for a pattern near the edges of its universe. A board takes time for each cell of
  /// the universe, bytes for each live cell.
  static func engines(withEdges pattern: Pattern) -> [Engine] {
    guard pattern.universe.isBounded else { return [.bytes, .reference] }
    // A board of fewer cells than 10^5 is as fast as bytes, however few are alive.
    let area = pattern.universe.area
    let isSparse =
      area > 1e5 && pattern.rule.phaseCount == 1
      && pattern.population.double * EngineSpeed.secondsPerCellOfBytes
        < area * Double(pattern.rule.planes) * EngineSpeed.secondsPerCell
    return isSparse ? [.bytes, .bitmap, .reference] : [.bitmap, .bytes, .reference]
  }

  /// For rules of more than two states, and for Larger than Life.
  private static func forMultistate(
    _ pattern: Pattern
  ) -> (engines: [Engine], reason: String) {
    if pattern.rule.largerThanLife != nil {
      return ([.bitmap, .reference], "sums over the neighborhood")
    }
    if pattern.rule.runsOnMultistateBoards, pattern.universe.isBounded {
      return (engines(withEdges: pattern), "a bounded universe")
    }
    if pattern.tree != nil {
      return ([.hashlife, .bytes, .reference], "the pattern is a quadtree")
    }
    if case .generations = pattern.rule.family, isDense(pattern) {
      return ([.bitmap, .bytes, .hashlife, .reference], "dense: it fills its box")
    }
    // Tiles of bytes are slow to build, quadtrees are fast.
    if pattern.universe.isUnbounded, pattern.population > manyCells {
      return ([.hashlife, .bytes, .bitmap, .reference], "many cells of a multistate rule")
    }
    return ([.bytes, .bitmap, .hashlife, .reference], "a multistate rule")
  }

  private static func isDense(_ pattern: Pattern) -> Bool {
    guard let box = pattern.bounds else { return false }
    return pattern.population.double > 0.03 * box.boardArea
  }

  private static func isSmallTree(_ pattern: Pattern) -> Bool {
    guard let box = pattern.bounds else { return true }
    return pattern.population < manyCells && max(box.width, box.height) < BigInt.powerOfTwo(50)
  }

  /// Whether the edges are far away and a board of the universe would be mostly empty.
  private static func isFarFromEdges(
    _ pattern: Pattern, in universe: Universe
  ) -> Bool {
    // With several phases, the plane may store the complement where a bounded universe has true
    // cells.
    guard pattern.rule.phaseCount == 1 else { return false }
    guard let rows = try? pattern.inRows(limit: 1 << 30), let box = rows.bounds else {
      return false
    }
    guard let clearance = universe.clearance(around: box), clearance >= 64 else { return false }
    guard universe.isBounded else { return true }
    return universe.area > 4e6 && universe.area > 64 * box.boardArea
  }
}

/// CPU seconds of the engines per generation, on the machine of the benchmarks (`make bench-auto`)
/// and one thread. They choose the trials, so their magnitude is enough.
enum EngineSpeed {
  /// For each cell and plane of a board.
  static let secondsPerCell = 4e-11
  /// For each live cell of a soup: in tiles, and in bytes under a rule of more states.
  static let secondsPerCellOfTiles = 6e-11
  static let secondsPerCellOfBytes = 3e-9
}

extension Bounds {
  /// The cells of a board with room around the box.
  var boardArea: Double { (width.double + 64) * (height.double + 64) }
}

extension Universe {
  /// The cells of a bounded universe.
  var area: Double { Double(width) * Double(height) }

  /// The generations before a cell of a box can reach an edge: live cells spread by at most one
  /// cell in each. Returns `nil` without edges.
  func clearance(around box: Bounds) -> BigInt? {
    var distances: [BigInt] = []
    if width > 0 {
      distances += [box.x - left, BigInt(left + width) - box.x - box.width]
    }
    if height > 0 {
      distances += [box.y - top, BigInt(top + height) - box.y - box.height]
    }
    return distances.min().map { $0 - 1 }
  }
}
