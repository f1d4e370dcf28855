internal import LifeCore

/// The engines to begin with, the most suitable first.
struct FirstChoice {
  let engines: [Engine]
  let why: String
  /// Whether the pattern is so far from its universe's edges that it can be stepped without.
  var ignoresEdges = false
  /// Whether no other engine than the first can do as well, whatever comes.
  var isOnlyOne = false
  /// Whether a tree, if it is the first, must yet show that it is better than stepping.
  var doubtsTree = false

  init(_ pattern: Pattern, generations: BigInt?) {
    let universe = pattern.universe
    guard pattern.rule.twoState != nil || pattern.rule.countingPhases != nil else {
      (engines, why) = Self.ofOtherFamilies(pattern)
      isOnlyOne = pattern.rule.largerThanLife != nil
      doubtsTree = pattern.tree == nil
      return
    }
    guard universe.isUnbounded else {
      ignoresEdges = Self.isSmall(pattern, in: universe)
      engines = ignoresEdges ? [.tiles] + Self.engines(in: universe) : Self.engines(in: universe)
      why = ignoresEdges ? "far from the edges" : "a universe with edges"
      return
    }
    if let generations, generations > Self.countless {
      engines = [.hashlife, .tiles, .bytes]
      why = "more generations than can be counted one by one"
    } else if pattern.tree != nil, !Self.isSmallTree(pattern) {
      engines = [.hashlife, .tiles, .bitmap, .bytes]
      why = "the pattern is a tree"
    } else {
      engines = [.tiles, .hashlife, .bytes]
      why = "most patterns change in few places"
    }
  }

  /// So many generations nobody steps one after another, however little lives.
  private static let countless = BigInt.powerOfTwo(48)

  /// The engines for a universe with edges, near them.
  static func engines(in universe: Universe) -> [Engine] {
    universe.isBounded ? [.bitmap, .bytes, .reference] : [.bytes, .reference]
  }

  /// Those for rules of more states, or that look farther than the eight neighbours.
  private static func ofOtherFamilies(_ pattern: Pattern) -> ([Engine], String) {
    if let rule = pattern.rule.largerThanLife {
      let box = pattern.bounds ?? Bounds(x: 0, y: 0, width: 1, height: 1)
      let universe = pattern.universe
      let width = universe.width > 0 ? Double(universe.width) : box.width.double
      let height = universe.height > 0 ? Double(universe.height) : box.height.double
      // Sums cost the same at any range; a dictionary is asked for every neighbour.
      let range = Double(rule.range)
      let board = (width + 4 * range) * (height + 4 * range) * 2e-10
      let dictionary = pattern.population.double * (range + 1) * (range + 1) * 1e-6
      let isDense = board <= dictionary + 1e-4
      return isDense
        ? ([.bitmap, .reference], "sums over the neighbours")
        : ([.reference, .bitmap], "few cells far apart")
    }
    if case .generations = pattern.rule.family, pattern.universe.isBounded {
      return ([.bitmap, .bytes, .reference], "a bounded universe")
    }
    if pattern.tree != nil {
      return ([.hashlife, .bytes, .reference], "the pattern is a tree")
    }
    if case .generations = pattern.rule.family, Self.isDense(pattern) {
      return ([.bitmap, .bytes, .hashlife, .reference], "it fills its box")
    }
    // Tiles of bytes are slow to make, and trees quick: 65 ms against 7 for a machine of Codd's.
    if pattern.universe.isUnbounded, pattern.population > 20_000 {
      return ([.hashlife, .bytes, .bitmap, .reference], "many cells of many states")
    }
    return ([.bytes, .bitmap, .hashlife, .reference], "cells of many states")
  }

  /// Whether so many cells live in the box that a board is sooner done than bytes: a cell of bytes
  /// that changes costs as much as fifty of a board.
  private static func isDense(_ pattern: Pattern) -> Bool {
    guard let box = pattern.bounds else { return false }
    let area = (box.width.double + 64) * (box.height.double + 64)
    return pattern.population.double > 0.03 * area
  }

  private static func isSmallTree(_ pattern: Pattern) -> Bool {
    guard let box = pattern.bounds else { return true }
    return pattern.population < 20_000 && max(box.width, box.height) < BigInt.powerOfTwo(50)
  }

  /// Whether most of a universe's board would be empty.
  private static func isSmall(_ pattern: Pattern, in universe: Universe) -> Bool {
    guard let rows = try? pattern.inRows(limit: 1 << 30), let box = rows.bounds else {
      return false
    }
    let inside =
      (universe.width == 0
        || box.x > BigInt(universe.left + 64)
          && box.x + box.width < BigInt(universe.left + universe.width - 64))
      && (universe.height == 0
        || box.y > BigInt(universe.top + 64)
          && box.y + box.height < BigInt(universe.top + universe.height - 64))
    guard inside, universe.isBounded else { return inside }
    let board = Double(universe.width) * Double(universe.height)
    return board > 4e6 && board > 64 * (box.width.double + 64) * (box.height.double + 64)
  }
}
