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
/// The state of a node's memo, for a step whose tag at the node's level is T:
///
///      memoTag   memo        state         meaning
///      ≠ T       any         unknown       the memo is of another step, or there is none
///      = T       empty       requested     on the stack; computed before `request` returns
///      = T       successor   known         the successor, which may be empty, too
///
/// - `request` turns unknown nodes into requested ones and puts them on the stack once, however
///   often they are requested; before it returns, `computeSuccessors` makes them known.
/// - Only nodes of level k - 1 are requested while nodes of level k are computed. So no memo is
///   read between its request and its successor, and requested and known need not be told apart.
/// - If an error ends the work, requested nodes would look as if their successors were empty. All
///   of them are on the stack: `forgetRequests` makes them unknown.
/// - Tags contain the exponent as it counts at the level, so memos survive a change of the step.
///   The store clears the memos of nodes that it frees or that point to such nodes.
///
/// One thread walks the tree. Two were built and measured: each had a stack and batches of its own
/// and walked other nodes of the same store.
///
/// - Lookups took no lock; a new node got an ID from its worker's range, and its slot by
///   compare-and-swap.
/// - A worker without work was given half of the nodes that the other one requested next. It waited
///   for nodes that the other one had requested already, so no more than 0.5 % were computed twice.
///
/// The gain depends on where the host runs the two cores. If they share a cache, a word goes to the
/// other core and back in 0.05 µs, else in 0.33 µs. Times faster than one thread, and shares of the
/// CPU time of both in the second case:
///
///                               gotts- odd-   metaca- jag-  demo- no-    gal-
///                               dots   ity1   tacryst ged   noid  velty  axy
///      nodes of a batch         6      10     10      17    19    44     29
///      with a shared cache      1.1    1.25   1.2     1.5   –     –      –
///      without                  0.9    0.95   1.0     1.2   1.25  1.1    0.85
///      share of waiting         37 %   28 %   27 %    8 %   11 %  22 %   –
///      share of adding nodes    12 %   12 %   15 %    22 %  20 %  11 %   –
///      the same of one thread   10 %   13 %   9 %     11 %  16 %  14 %   –
///
/// These workers shared requests of sixteen nodes and more. If two nodes are enough, there are six
/// times as many hand-overs (metacatacryst), for 1.2 times the speed with a shared cache and 0.95
/// without.
///
/// - SeeAlso: R. W. Gosper, "Exploiting Regularities in Large Cellular Spaces" (1984).
@safe
final class Successors {
  let store: QuadStore
  let memos: NodeMemos
  /// All nodes in use, those of the innermost request last.
  let stack: NodeStack
  /// The keys of a batch, and the IDs that the store finds for them.
  let keys: Arena<QuadNode>
  let found: Arena<NodeID>
  let leafKeys: Arena<QuadLeaf>
  let foundLeaves: Arena<LeafID>
  let base: BaseCase
  private let interrupt: Interrupt?
  private var batchCount = 0
  /// The successors computed so far.
  private(set) var work = 0
  /// The work at which a step fails.
  var mostWork = Int.max
  /// False while IDs are in use that are not on the stack.
  var mayCollect = true
  private(set) var step = Step(exponent: 0)
  /// The number of phases of the rule.
  private let phaseCount: Int

  /// The highest number of nodes in a batch.
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
  /// Rules that take turns, say six, are stepped by three generations, doubled any number of times:
  /// from four doublings on, both halves of a step begin with the same rule, so that a node has one
  /// successor.
  struct Step {
    var exponent: Int
    /// 1, or the odd factor of the number of phases.
    var unit = 1
    /// The number of the rule's phase with which it starts.
    var phase = 0

    /// How many doublings a unit takes less than the light of its generations.
    var lag: Int { Int.bitWidth - (unit - 1).leadingZeroBitCount }

    /// The exponent as it counts at a level; −1 for a part of a unit.
    @inline(__always)
    func exponent(at level: Int) -> Int { min(exponent, level - 2 - lag) }

    /// Whether a node of a level is advanced as far as light from outside permits.
    @inline(__always)
    func isFull(at level: Int) -> Bool { exponent >= level - 2 - lag }

    /// The generations of a step of nodes of a low level, from this phase on. A unit begins with a
    /// multiple of itself as the phase, and so does the first of its two parts.
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

  /// The phase after the first of the halves of which a node's full step consists.
  private func phaseAfterHalf(at level: Int) -> Int {
    // From here on, half a step is a cycle.
    if step.exponent(at: level - 1) >= 5 { return step.phase }
    return (step.phase + step.generations(at: level - 1)) % phaseCount
  }

  /// The middle of a node, a step later; `level` is at least the exponent + 2, and the step's lag.
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

  /// Pushes those of `count` nodes that are unknown, each once, and marks them as requested.
  private func pushUnknown(at place: Int, count: Int, level: Int) throws {
    let tag = step.tag(level)
    let start = stack.count
    try stack.reserve(count)
    let stack = unsafe self.stack.elements
    let nodes = unsafe memos.entries
    let hasNodes = level > base.level
    // The empty node is its own successor.
    unsafe nodes[0].memoTag = tag
    // Which nodes are unknown is unpredictable, so this loop has no branch for it: it writes every
    // node, and the next one overwrites it unless it is unknown.
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

  /// Prefetches the quadrants of `count` nodes, which are nodes, too.
  @inline(__always)
  func prefetchQuadrants(at place: Int, count: Int) {
    let stack = unsafe stack.elements
    let nodes = unsafe memos.entries
    for index in 0..<count {
      unsafe prefetchQuadrants(of: nodes + stack[place &+ index].index, in: nodes)
    }
  }

  /// Throws ``Stopped`` if the interrupt is raised, and ``OutOfProportion`` if there was too much
  /// work; checked at every 64th batch, which takes some milliseconds at most.
  @inline(__always)
  private func stopIfInterrupted() throws {
    batchCount &+= 1
    guard batchCount & 63 == 0 else { return }
    if let interrupt, interrupt.isRaised { throw Stopped() }
    if work > mostWork { throw OutOfProportion() }
  }

  /// Makes the successors of a batch of requested nodes known.
  private func computeSuccessors(at place: Int, count: Int, level: Int) throws {
    work &+= count
    if level == base.level { return try stepLeaves(at: place, count: count) }
    let start = stack.count
    let phase = step.phase
    defer { step.phase = phase }
    // Four overlapping nodes for each, whose successors are the quadrants of the result.
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

/// The work stack of ``Successors``: IDs of all nodes that are in use.
///
/// It is one array, so that a garbage collection finds all of them; each level of the recursion
/// pushes its nodes behind those of the level above.
@safe
final class NodeStack {
  private let arena: Arena<NodeID>
  /// Behind a pointer, because every access to a variable of a class is checked for overlapping
  /// accesses: a fiftieth of the time where batches are small.
  private let end: UnsafeMutablePointer<Int>

  init() throws(MemoryExhausted) {
    arena = try Arena(purpose: "quadtree", capacity: 1 << 14)
    unsafe end = .allocate(capacity: 1)
    unsafe end.initialize(to: 0)
  }

  deinit { unsafe end.deallocate() }

  private(set) var count: Int {
    get { unsafe end.pointee }
    set { unsafe end.pointee = newValue }
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

  /// Makes room for `count` nodes above the top, and for one more that is written but not kept.
  func reserve(_ count: Int) throws(MemoryExhausted) {
    guard self.count + count >= arena.capacity else { return }
    try arena.grow(to: (self.count + count + 1) * 2)
  }

  /// Adds the nodes that were written above the top, up to `count` nodes in total.
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
