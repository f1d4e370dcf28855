package import LifeCore
internal import LifeKernels

/// A tree of different squares, each of which remembers what becomes of it: for what is regular in
/// space or time, however large and however long.
///
/// A number of generations is made of powers of two, the smallest first. The tree's (0, 0) is the
/// universe's (0, 1), where macrocell files have it.
package final class HashLifeStepper: LeapingStepper, DensityStepper {
  private let pattern: Pattern
  private let rule: Rule
  private let store: QuadStore
  private let successors: Successors
  private var tree: Quadtree
  package private(set) var generation: BigInt

  package init(_ pattern: Pattern, _ options: EngineOptions) throws {
    guard pattern.universe.isUnbounded else {
      throw UnsupportedPattern(engine: "hashlife", reason: "only the unbounded plane has a tree")
    }
    self.pattern = pattern
    rule = pattern.rule
    generation = pattern.generation
    tree = try Self.tree(of: pattern, options)
    store = tree.store
    store.isClaimed = true
    store.memoryLimit = options.memoryLimit
    successors = try Successors(store, Kernels(options.cpu), rule, options.interrupt)
  }

  /// The pattern's own tree if nobody steps it, or a new one.
  private static func tree(of pattern: Pattern, _ options: EngineOptions) throws -> Quadtree {
    if let tree = pattern.tree, tree.store.states == pattern.rule.states, !tree.store.isClaimed,
      pattern.origin == Quadtree.corner
    {
      return tree
    }
    return try pattern.copied(
      to: QuadStore(memoryLimit: options.memoryLimit, states: pattern.rule.states))
  }

  package func advance(by count: BigInt) throws {
    let end = generation + count
    // Deeper trees than this needs would be too deep for the recursion.
    guard count <= BigInt.powerOfTwo(Self.highestExponent) else {
      throw UnsupportedPattern(
        engine: "hashlife",
        reason: "it steps at most 2^\(Self.highestExponent) generations at a time")
    }
    while generation < end {
      if tree.isEmpty {
        // What is dead stays dead.
        generation = end
        return
      }
      let left = end - generation
      let isOdd = rule.dependsOnParity && generation.isOdd
      // If parity matters, all but single generations begin at an even one.
      let exponent =
        isOdd || left == 1
        ? 0
        : rule.dependsOnParity && left.isOdd
          ? (left - 1).trailingZeroBitCount : left.trailingZeroBitCount
      try jump(Successors.Jump(exponent: exponent, isOdd: isOdd))
    }
  }

  /// The most that a jump may take, as a power of two.
  private static let highestExponent = 4000

  private func jump(_ jump: Successors.Jump) throws {
    var (root, level) = (tree.root, tree.level)
    // Twice as wide as the cells, and again, so that none comes near the edge.
    let needed = max(level + 2, jump.exponent + 3)
    try successors.makeRoom(nodes: 5 * (needed - level))
    while level < needed {
      root = try store.widened(root)
      level += 1
    }
    let wide = Quadtree(root, level: level, in: store)
    root = try successors.successor(of: wide.root, level: level, jump)
    level -= 1
    while let middle = try store.narrowed(root, level: level) {
      (root, level) = (middle, level - 1)
    }
    tree = Quadtree(root, level: level, in: store)
    generation += BigInt.powerOfTwo(jump.exponent)
  }
}

extension HashLifeStepper {
  /// Bytes that the tree may take.
  package internal(set) var memoryLimit: Int {
    get { store.memoryLimit }
    set { store.memoryLimit = newValue }
  }

  /// What the tree occupies.
  package var bytesUsed: Int { store.byteCount }

  package var planes: Int { rule.planes }

  package var population: BigInt { tree.population }

  package var bounds: Bounds? {
    guard var bounds = tree.bounds else { return nil }
    bounds.x += Quadtree.corner.x
    bounds.y += Quadtree.corner.y
    return bounds
  }

  package func forEachRow(
    in window: AbsoluteWindow, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    let corner = Position(
      x: window.corner.x - Quadtree.corner.x, y: window.corner.y - Quadtree.corner.y)
    try tree.forEachRow(from: corner, width: window.width, height: window.height, body)
  }

  package func density(
    from corner: Position, side: Int, columns: Int, rows: Int
  ) -> [UInt64] {
    let corner = Position(x: corner.x - Quadtree.corner.x, y: corner.y - Quadtree.corner.y)
    return tree.density(from: corner, side: side, columns: columns, rows: rows)
  }

  package func snapshot() throws -> Pattern {
    var result = Pattern(tree: tree)
    result.generation = generation
    result.statedRule = pattern.statedRule
    result.notes = pattern.notes
    return result
  }
}
