package import LifeCore
internal import LifeKernels

/// Advances a quadtree and memoizes the successor of each node. Made for patterns that are regular
/// in space or time, of any size and for any number of generations.
///
/// An advance is a sequence of steps of powers of two, the shortest first: 11 generations are steps
/// of 1, 2 and 8. The tag of a memo contains the step's length, so memos of other lengths stay
/// valid.
package final class HashLifeStepper: BulkStepper, DensityStepper {
  private let pattern: Pattern
  private let rule: Rule
  let store: QuadStore
  let successors: Successors
  package internal(set) var tree: Quadtree
  /// The absolute position of the tree's cell (0, 0).
  let center: Position
  let interrupt: Interrupt?
  /// The rule, if streams of gliders can be stepped apart: the next state of a cell depends only on
  /// its state and the number of live neighbors, in all generations alike.
  let streamRule: LifeLike?
  var streams: StreamSuccessors?
  /// Decides whether streams of gliders are stepped apart.
  package var choice = StreamChoice()
  package private(set) var generation: BigInt
  /// The memory limit in bytes, for the tree and for writing it as a macrocell file.
  package internal(set) var memoryLimit: Int { didSet { limitTree() } }

  package init(_ pattern: Pattern, options: EngineOptions) throws {
    guard pattern.universe.isUnbounded else {
      throw UnsupportedPattern(engine: "hashlife", reason: "only the unbounded plane has a tree")
    }
    self.pattern = pattern
    rule = pattern.rule
    let phases = rule.phases
    streamRule = phases.count == 1 && rule.states == 2 ? phases[0].lifeLike : nil
    generation = pattern.generation
    center = pattern.tree == nil ? options.treeCenter : pattern.origin
    interrupt = options.interrupt
    let memos: NodeMemos
    (tree, memos) = try Self.tree(of: pattern, center: center, options: options)
    store = tree.store
    memoryLimit = options.memoryLimit
    successors = try Successors(
      memos, kernels: Kernels(options.cpu), rule: rule, interrupt: options.interrupt)
    limitTree()
  }

  /// The pattern's own tree if no stepper owns its memos, otherwise a copy.
  private static func tree(
    of pattern: Pattern, center: Position, options: EngineOptions
  ) throws -> (Quadtree, NodeMemos) {
    if let tree = pattern.tree, tree.store.states == pattern.rule.states,
      let memos = NodeMemos(of: tree.store)
    {
      return (tree, memos)
    }
    let store = try QuadStore(memoryLimit: options.memoryLimit, states: pattern.rule.states)
    guard let memos = NodeMemos(of: store) else { preconditionFailure("a new store has an owner") }
    return (try pattern.copied(to: store, center: center), memos)
  }

  /// Limits the work from now on: steps beyond it throw ``WorkLimitExceeded``. Glider streams are
  /// not stepped apart then.
  ///
  /// No clock decides. As long as no nodes are freed, the pattern alone determines the failing
  /// step.
  package func limitWork(to most: Int) { successors.workLimit = successors.work + most }

  package func advance(by count: BigInt) throws {
    let end = generation + count
    // Trees for longer steps would be too deep for the recursion.
    guard count <= BigInt.powerOfTwo(Self.maxExponent) else {
      throw UnsupportedPattern(
        engine: "hashlife",
        reason: "it steps at most 2^\(Self.maxExponent) generations at a time")
    }
    while generation < end {
      if tree.isEmpty {
        // Dead cells stay dead: under a rule with B0, stored cells are stepped by rules without it.
        generation = end
        return
      }
      try take(nextStep(upTo: end))
    }
  }

  /// The next step. If transitions take turns, it is a single generation, or whole cycles from the
  /// first transition on.
  private func nextStep(upTo end: BigInt) -> Successors.Step {
    let phaseCount = successors.phaseCount
    let phase = generation.floorDivided(by: phaseCount).remainder
    let cycles = (end - generation).floorDivided(by: phaseCount).quotient
    if phase > 0 || cycles == 0 { return Successors.Step(exponent: 0, phase: phase) }
    let doublings = phaseCount.trailingZeroBitCount
    return Successors.Step(
      exponent: min(doublings + cycles.trailingZeroBitCount, choice.maxExponent),
      unit: phaseCount >> doublings)
  }

  /// The logarithm of the longest step.
  static let maxExponent = 4000

  /// Takes a step, or a shorter one if memory is short.
  private func take(_ step: Successors.Step) throws {
    // The successor is the middle half of its node. Cells in the middle quarter stay inside it, as
    // they move by at most an eighth of the node's width.
    let wide = try widenedTree(to: max(tree.level + 2, step.exponent + step.extraLevels + 3))
    // `wide` pins its root until the successor is known, so no collection frees the nodes.
    let later = try withExtendedLifetime(wide) {
      try successor(of: wide.root, level: wide.level, step: step)
    }
    guard let root = later else { return }
    tree = try store.narrowedTree(root, level: wide.level - 1)
    generation += BigInt(step.unit) << step.exponent
    checkInDebugBuilds(if: bytesUsed < Self.maxBytesToCheck)
  }

  /// The tree, grown to a level.
  func widenedTree(to level: Int) throws -> Quadtree {
    try successors.makeRoom(nodes: 5 * (level - tree.level))
    var root = tree.root
    for _ in tree.level..<level { root = try store.widened(root) }
    return Quadtree(root, level: level, in: store)
  }

  /// Checking larger trees would take longer than stepping them.
  static let maxBytesToCheck = 1 << 20
}

extension HashLifeStepper {
  /// Leaves room to write the tree. A node takes 30 bytes or more; a macrocell file needs four more
  /// to number it, and tables of a fixed size.
  private func limitTree() {
    let eighth = memoryLimit / 8
    store.memoryLimit = memoryLimit - eighth - min(eighth, 1 << 18)
  }

  /// The bytes of the store, with the tree and nodes not yet collected.
  package var bytesUsed: Int { store.byteCount }

  package var planes: Int { rule.planes }

  package var population: BigInt { tree.population }

  package var bounds: Bounds? { tree.bounds?.moved(by: center) }

  package func forEachRow(
    in window: Bounds, _ body: (Int, Int, Span<UInt64>) throws -> Void
  ) rethrows {
    guard let width = window.width.int, let height = window.height.int else { return }
    try tree.forEachRow(from: window.corner - center, width: width, height: height, body)
  }

  package func density(
    from corner: Position, side: Int, columns: Int, rows: Int, check: () throws -> Void
  ) rethrows -> [UInt64]? {
    try tree.density(
      from: corner - center, side: side, columns: columns, rows: rows, check: check)
  }

  package func snapshot() throws -> Pattern {
    var result = Pattern(tree: tree, center: center)
    result.generation = generation
    result.statedRule = pattern.statedRule
    result.notes = pattern.notes
    return result
  }

  /// Returns to an earlier generation. Its nodes keep the memos of later steps.
  ///
  /// - Parameter earlier: a ``snapshot()`` of this stepper.
  package func rewind(to earlier: Pattern) {
    guard let tree = earlier.tree, tree.store === store else {
      preconditionFailure("a snapshot of another stepper")
    }
    self.tree = tree
    generation = earlier.generation
  }

  package func checkInvariants() {
    store.checkInvariants()
    tree.checkInvariants()
  }
}
