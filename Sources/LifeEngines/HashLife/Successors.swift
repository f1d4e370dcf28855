internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Computes successors of quadtree nodes and memoizes them in the nodes.
///
///      level k        ┌───────────┐      the successor of a node of 2^k cells a side is the node
///                     │  ┌─────┐  │      of 2^(k-1) cells a side in its middle, 2^e generations
///                     │  │later│  │      later. e is the exponent of the step, or k - 2 if that
///                     │  └─────┘  │      is less: light from outside cannot come further
///                     └───────────┘
///
/// A node is computed from overlapping nodes of the next lower level, in one of three ways:
///
///      full speed        e ≥ k - 2       nine successors half a step later, and four of those
///      reduced speed     e < k - 2       four nodes now, and their successors
///      base case         lowest level    four leaves, stepped cell by cell
///
/// The work goes level by level, in batches of up to 256 nodes: the lookups of a batch overlap
/// their cache misses. A batch at level k requests successors at level k - 1 for all its nodes
/// together. Everything in use between two requests is on one stack of nodes, so the store can
/// collect garbage at any allocation.
///
/// The state of a node's memo, for a step with tag T at the node's level:
///
///      memoTag   memo        state         meaning
///      ≠ T       any         unknown       the memo is of another step, or there is none
///      = T       empty       requested     on the stack; computed before `request` returns
///      = T       successor   known         the successor, which may be empty, too
///
/// - `request` turns unknown nodes into requested ones and puts each on the stack once. Before it
///   returns, `computeSuccessors` makes them known.
/// - Only nodes of level k - 1 are requested while nodes of level k are computed. So no memo is
///   read between its request and its successor, and requested and known need no distinction.
/// - If an error ends the work, requested nodes would seem to have empty successors. All of them
///   are on the stack: `forgetRequests` makes them unknown.
/// - Tags contain the exponent as limited at the level, so memos survive a change of the step. If
///   the store frees a node, it clears every memo of it or pointing to it.
///
/// One thread walks the tree. With two threads on one store, the speed was 1.1 to 1.5 times as high
/// if both cores shared a cache, and 0.85 to 1.25 times otherwise: up to 37 % of the time went into
/// waiting.
///
/// - SeeAlso: R. W. Gosper, "Exploiting Regularities in Large Cellular Spaces" (1984).
@safe
final class Successors {
  let store: QuadStore
  let memos: NodeMemos
  /// All nodes in use, those of the innermost request last.
  let stack: NodeStack
  /// The keys of a batch, and their IDs in the store.
  let keys: Arena<QuadNode>
  let found: Arena<NodeID>
  let leafKeys: Arena<QuadLeaf>
  let foundLeaves: Arena<LeafID>
  let base: BaseCase
  private let interrupt: Interrupt?
  private var batchCount = 0
  /// The successors computed so far.
  private(set) var work = 0
  /// The step fails beyond this work.
  var workLimit = Int.max
  /// False while some IDs in use are not on the stack.
  var mayCollect = true
  private(set) var step = Step(exponent: 0)
  /// The number of phases of the rule.
  let phaseCount: Int

  /// The maximum number of nodes in a batch.
  static let batch = 256

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  init(_ memos: NodeMemos, kernels: Kernels, rule: Rule, interrupt: Interrupt?) throws {
    self.memos = memos
    self.interrupt = interrupt
    store = memos.store
    base = try BaseCase(rule, store: store, kernels: kernels)
    phaseCount = rule.phaseCount
    stack = try NodeStack()
    // The reduced step of a batch looks up nine nodes for each.
    keys = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    found = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    leafKeys = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    foundLeaves = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
  }

  /// A number of generations: a unit, doubled `exponent` times.
  ///
  /// If six transitions take turns, for example, the unit is three generations. With six doublings
  /// or more, half a step is a whole number of cycles of any rule. So both halves begin with the
  /// same transition, and a node has one successor.
  struct Step {
    var exponent: Int
    /// 1, or the odd factor of the number of phases.
    var unit = 1
    /// The phase of the rule at its start.
    var phase = 0

    /// The logarithm of the unit, rounded up. A node for the same exponent is this many levels
    /// higher than for a unit of 1.
    var extraLevels: Int { Int.bitWidth - (unit - 1).leadingZeroBitCount }

    /// The exponent, limited to the longest step at a level; −1 for a part of a unit.
    @inline(__always)
    func exponent(at level: Int) -> Int { min(exponent, level - 2 - extraLevels) }

    /// Whether a node of a level is advanced as far as light from outside permits.
    @inline(__always)
    func isFull(at level: Int) -> Bool { exponent >= level - 2 - extraLevels }

    /// The generations of a step at a low level, from this phase on. At exponent −1, a part of a
    /// unit: the longer first part from a multiple of the unit on, otherwise the rest.
    func generations(at level: Int) -> Int {
      let exponent = exponent(at: level)
      if exponent >= 0 { return unit << exponent }
      return phase.isMultiple(of: unit) ? (unit + 1) / 2 : unit / 2
    }

    /// The tag of this step's memos at a level; never 0.
    @inline(__always)
    func tag(_ level: Int) -> UInt32 {
      let exponent = UInt32(truncatingIfNeeded: exponent(at: level) + 2)
      return exponent | UInt32(truncatingIfNeeded: phase) &<< 16 | (unit == 1 ? 0 : 1 << 30)
    }
  }

  /// The phase at the start of the second half of a node's full step.
  private func phaseAfterHalf(at level: Int) -> Int {
    // From here on, half a step is a whole number of cycles.
    if step.exponent(at: level - 1) >= 5 { return step.phase }
    return (step.phase + step.generations(at: level - 1)) % phaseCount
  }

  /// The middle of a node, a step later; `level` is at least exponent + extraLevels + 2.
  func successor(of root: NodeID, level: Int, step: Step) throws -> NodeID {
    self.step = step
    stack.removeAll()
    do {
      let place = try stack.push(1)
      unsafe stack.elements[place] = root
      try request(at: place, count: 1, level: level)
      // Leave room for the caller to trim empty borders.
      try makeRoom(nodes: level)
      stack.removeAll()
      return unsafe root.isEmpty ? .empty : memos.entries[root.index].memo
    } catch {
      forgetRequests()
      throw error
    }
  }

  /// Makes the nodes on the stack unknown, and empties it.
  private func forgetRequests() {
    let nodes = unsafe memos.entries
    for place in 0..<stack.count {
      let id = unsafe stack.elements[place]
      if id.isLeaf { continue }
      unsafe nodes[id.index].memo = .empty
      unsafe nodes[id.index].memoTag = 0
    }
    stack.removeAll()
  }
}

// MARK: - Requests

extension Successors {
  /// Makes the successors of `count` nodes on the stack known.
  func request(at place: Int, count: Int, level: Int) throws {
    let start = stack.count
    try pushUnknown(at: place, count: count, level: level)
    let end = stack.count
    var next = start
    while next < end {
      try stopIfInterrupted()
      let part = min(Self.batch, end &- next)
      try computeSuccessors(at: next, count: part, level: level)
      next &+= part
    }
    stack.removeLast(stack.count &- start)
  }

  /// Pushes the unknown ones among `count` nodes, each once, and marks them as requested.
  private func pushUnknown(at place: Int, count: Int, level: Int) throws {
    let tag = step.tag(level)
    let start = stack.count
    try stack.reserve(count)
    let stack = unsafe self.stack.elements
    let nodes = unsafe memos.entries
    let hasNodes = level > base.level
    // The empty node is its own successor.
    unsafe nodes[0].memoTag = tag
    // Unknown nodes are unpredictable, so the loop has no branch for them: it writes every node,
    // and the next one overwrites it unless it is unknown.
    var end = start
    for index in place..<place &+ count {
      let id = unsafe stack[index]
      unsafe stack[end] = id
      let difference = unsafe nodes[id.index].memoTag ^ tag
      end &+= Int((difference | (0 &- difference)) &>> 31)
    }
    var top = start
    for index in start..<end {
      let id = unsafe stack[index]
      let node = unsafe nodes + id.index
      // The same node again: it was requested a moment ago.
      if unsafe node.pointee.memoTag == tag { continue }
      unsafe node.pointee.memoTag = tag
      unsafe node.pointee.memo = .empty
      unsafe stack[top] = id
      top &+= 1
      if hasNodes { unsafe prefetchQuadrants(of: node, in: nodes) }
    }
    self.stack.extend(to: top)
  }

  @inline(__always)
  private func prefetchQuadrants(
    of node: UnsafePointer<NodeEntry>, in nodes: UnsafeMutablePointer<NodeEntry>
  ) {
    let node = unsafe node.pointee.node
    unsafe life_prefetch(nodes + node.nw.index)
    unsafe life_prefetch(nodes + node.ne.index)
    unsafe life_prefetch(nodes + node.sw.index)
    unsafe life_prefetch(nodes + node.se.index)
  }

  /// Prefetches the quadrants of `count` nodes; they are nodes, too.
  @inline(__always)
  func prefetchQuadrants(at place: Int, count: Int) {
    let stack = unsafe stack.elements
    let nodes = unsafe memos.entries
    for index in 0..<count {
      unsafe prefetchQuadrants(of: nodes + stack[place &+ index].index, in: nodes)
    }
  }

  /// Throws ``Stopped`` if the interrupt is raised, and ``WorkLimitExceeded`` after too much work.
  /// Checks every 64th batch: some milliseconds at most.
  @inline(__always)
  private func stopIfInterrupted() throws {
    batchCount &+= 1
    guard batchCount & 63 == 0 else { return }
    try interrupt?.check()
    if work > workLimit { throw WorkLimitExceeded() }
  }

  /// Makes the successors of a batch of requested nodes known.
  private func computeSuccessors(at place: Int, count: Int, level: Int) throws {
    work &+= count
    if level == base.level { return try stepLeaves(at: place, count: count) }
    let start = stack.count
    let phase = step.phase
    defer { step.phase = phase }
    // Four overlapping nodes for each. Their successors are the quadrants of the result.
    if step.isFull(at: level) {
      try advanceHalfway(at: place, count: count, level: level)
      if phaseCount > 1 { step.phase = phaseAfterHalf(at: level) }
    } else if level == base.level + 1 {
      try takeMiddlesOfLeaves(at: place, count: count)
    } else {
      try takeMiddlesOfNodes(at: place, count: count)
    }
    try request(at: start, count: 4 * count, level: level - 1)
    try makeRoom(nodes: count)
    joinSuccessors(from: start, of: place, count: count)
    stack.removeLast(4 * count)
  }

  private func joinSuccessors(from start: Int, of place: Int, count: Int) {
    let stack = unsafe stack.elements
    let keys = unsafe keys.elements
    let found = unsafe found.elements
    let nodes = unsafe memos.entries
    for index in 0..<count {
      let four = unsafe stack + (start &+ 4 &* index)
      unsafe keys[index] = QuadNode(
        nw: nodes[four[0].index].memo, ne: nodes[four[1].index].memo, sw: nodes[four[2].index].memo,
        se: nodes[four[3].index].memo)
    }
    unsafe store.resolve(keys, count: count, into: found)
    for index in 0..<count {
      unsafe nodes[stack[place &+ index].index].memo = found[index]
    }
  }
}

// Garbage collection: at any allocation, all nodes in use are on the stack or below a pinned root.
extension Successors {
  /// Makes room for new nodes and leaves, if necessary by a garbage collection.
  ///
  /// All pointers into the store are invalid afterwards; the IDs on the stack stay valid.
  func makeRoom(nodes: Int, leaves: Int = 0) throws {
    do throws(MemoryExhausted) {
      try store.reserve(nodes: nodes, leaves: leaves)
    } catch {
      guard mayCollect else { throw error }
      let before = store.nodeCount
      try collect()
      // If little was freed, the next collection would follow soon, and so on: give up.
      if store.nodeCount > before - before / 16 { throw error }
      try store.reserve(nodes: nodes, leaves: leaves)
    }
  }

  func collect() throws {
    let nodes = unsafe memos.entries
    try store.collect { marking in
      for index in 0..<stack.count {
        let id = unsafe stack.elements[index]
        marking.mark(id)
        // The successors of these nodes are about to be used.
        if !id.isLeaf { marking.mark(unsafe nodes[id.index].memo) }
      }
    }
  }
}

/// The work stack of ``Successors``: IDs of all nodes in use.
///
/// It is one array, so a garbage collection finds all of them. Each level of the recursion pushes
/// its nodes behind those of the level above.
@safe
final class NodeStack {
  private let arena: Arena<NodeID>
  /// Without checks for exclusivity, which take 2 % of the time if batches are small.
  @safe @exclusivity(unchecked) private(set) var count = 0

  init() throws(MemoryExhausted) {
    arena = try Arena(purpose: "quadtree", capacity: 1 << 14)
  }

  /// The nodes. The pointer is valid until ``push(_:)`` or ``reserve(_:)``.
  var elements: UnsafeMutablePointer<NodeID> { unsafe arena.elements }

  /// Pushes `count` empty nodes and returns the index of the first.
  func push(_ count: Int) throws(MemoryExhausted) -> Int {
    if self.count + count > arena.capacity { try arena.grow(to: (self.count + count) * 2) }
    let place = self.count
    unsafe (arena.elements + place).update(repeating: .empty, count: count)
    self.count += count
    return place
  }

  /// Makes room for `count` nodes above the top, and for one scratch node behind them.
  func reserve(_ count: Int) throws(MemoryExhausted) {
    guard self.count + count >= arena.capacity else { return }
    try arena.grow(to: (self.count + count + 1) * 2)
  }

  /// Keeps the nodes written above the top, up to `count` nodes in total.
  func extend(to count: Int) {
    assert(count >= self.count && count <= arena.capacity)
    self.count = count
  }

  func removeLast(_ count: Int) {
    assert(count <= self.count)
    self.count -= count
  }

  func removeAll() { count = 0 }
}
