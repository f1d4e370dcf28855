internal import CCPU
internal import LifeCore
internal import LifeKernels

/// Finds what becomes of the middle of squares, and remembers it in their nodes.
///
///      level k        ┌───────────┐      the successor of a square of 2^k cells a side is the
///                     │  ┌─────┐  │      square of 2^(k-1) in its middle, 2^e generations later;
///                     │  │later│  │      e is the jump's exponent, or k - 2 if that is less: light
///                     │  └─────┘  │      from outside has not come further then
///                     └───────────┘
///
/// Squares are worked on by the hundreds, all of one level together: the look-ups of one need not
/// wait for each other, so that their cache misses overlap. All that is in use in between lies on
/// one stack of numbers, so memory can be collected between any two steps of the work.
///
/// - SeeAlso: R. W. Gosper, "Exploiting Regularities in Large Cellular Spaces" (1984).
@safe
final class Successors {
  let store: QuadStore
  private let kernels: Kernels
  /// The numbers of squares in use, the innermost work's last.
  private let stack: Arena<UInt32>
  private var top = 0
  private let keys: Arena<QuadNode>
  private let leafKeys: Arena<QuadLeaf>
  /// What look-ups find, until it is put where it belongs.
  private let found: Arena<UInt32>
  private let scratch: Arena<UInt64>
  private let interrupt: Interrupt?
  /// How many there were so far.
  private var batches = 0
  private var jump = Jump(exponent: 0, isOdd: false)
  /// What stored cells obey, if they have two states.
  private let circuit: Circuit?

  /// How many squares are worked on together.
  private static let batch = 256
  /// The level whose squares are stepped cell by cell.
  private let groundLevel: Int
  /// Steps the squares of the ground, if cells have more states.
  private let ground: StateGround?

  /// - Throws: ``UnsupportedPattern``, ``MemoryExhausted``.
  init(_ store: QuadStore, _ kernels: Kernels, _ rule: Rule, _ interrupt: Interrupt?) throws {
    self.store = store
    self.interrupt = interrupt
    circuit = Circuit(rule)
    ground = circuit == nil ? try StateGround(rule, store.shape) : nil
    groundLevel = store.leafLevel + 1
    self.kernels = kernels
    stack = try Arena(purpose: "quadtree", capacity: 1 << 14)
    keys = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    leafKeys = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    found = try Arena(purpose: "quadtree", capacity: 9 * Self.batch)
    scratch = try Arena(purpose: "quadtree", capacity: 32 * 8)
  }

  /// A power of two of generations, from one of this parity on.
  struct Jump {
    var exponent: Int
    /// Whether it begins at an odd generation, if that makes a difference.
    var isOdd: Bool

    /// What marks the memos of this jump in squares of a level.
    @inline(__always)
    func tag(_ level: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: min(exponent, level - 2) + 1) | (isOdd ? 1 << 30 : 0)
    }
  }

  /// The middle of a square, 2^exponent generations later; `level` is more than that by two.
  func successor(
    of root: UInt32, level: Int, _ jump: Jump
  ) throws -> UInt32 {
    self.jump = jump
    top = 0
    do {
      let place = try push(1)
      unsafe stack.elements[place] = root
      try request(place, 1, level: level)
      // For who cuts off what is empty around it.
      try makeRoom(nodes: level)
      return unsafe root == 0 ? 0 : store.nodeElements[Int(root)].memo
    } catch {
      forgetPromises()
      throw error
    }
  }

  /// What was promised and not found must not be taken for found.
  private func forgetPromises() {
    let nodes = unsafe store.nodeElements
    for place in 0..<top {
      let number = unsafe stack.elements[place]
      if number & QuadStore.leafBit != 0 { continue }
      unsafe (nodes[Int(number)].memo, nodes[Int(number)].memoTag) = (0, 0)
    }
    top = 0
  }
}

// MARK: - The stack

extension Successors {
  /// Makes room for so many numbers, all 0, and returns where.
  private func push(_ count: Int) throws -> Int {
    if top + count > stack.capacity { try stack.grow(to: (top + count) * 2) }
    let place = top
    unsafe (stack.elements + place).update(repeating: 0, count: count)
    top += count
    return place
  }

  /// Makes room for new squares, if need be by forgetting others.
  func makeRoom(nodes: Int, leaves: Int = 0) throws {
    do throws(MemoryExhausted) {
      try store.reserve(nodes: nodes, leaves: leaves)
    } catch {
      let before = store.nodes.count
      try collect()
      // Little that was freed would soon be needed again, and so for ever.
      if store.nodes.count > before - before / 16 { throw error }
      try store.reserve(nodes: nodes, leaves: leaves)
    }
  }

  private func collect() throws {
    let nodes = unsafe store.nodeElements
    try store.collect { marking in
      for index in 0..<top {
        let number = unsafe stack.elements[index]
        marking.mark(number)
        // What was just found out is about to be used.
        if number & QuadStore.leafBit == 0 { marking.mark(unsafe nodes[Int(number)].memo) }
      }
      marking.forgetUnmarkedMemos()
    }
  }
}

// MARK: - The work

extension Successors {
  /// Sees to it that all these squares have their successors.
  private func request(_ place: Int, _ count: Int, level: Int) throws {
    let tag = jump.tag(level)
    let wanted = top
    if top + count >= stack.capacity { try stack.grow(to: (top + count + 1) * 2) }
    let stack = unsafe stack.elements
    let nodes = unsafe store.nodeElements
    let isHigh = level > groundLevel
    // The empty square has its successor.
    unsafe nodes[0].memoTag = tag
    // No branch for what nobody can predict: which have theirs.
    var end = wanted
    for index in place..<place &+ count {
      let number = unsafe stack[index]
      unsafe stack[end] = number
      let difference = unsafe nodes[Int(number)].memoTag ^ tag
      end &+= Int((difference | (0 &- difference)) &>> 31)
    }
    for index in wanted..<end {
      let number = unsafe stack[index]
      let node = unsafe nodes + Int(number)
      // Whoever asks again before it is found will look when it is.
      if unsafe node.pointee.memoTag == tag { continue }
      unsafe node.pointee.memoTag = tag
      unsafe node.pointee.memo = 0
      unsafe stack[top] = number
      top &+= 1
      if isHigh {
        unsafe life_prefetch(nodes + Int(node.pointee.nw))
        unsafe life_prefetch(nodes + Int(node.pointee.ne))
        unsafe life_prefetch(nodes + Int(node.pointee.sw))
        unsafe life_prefetch(nodes + Int(node.pointee.se))
      }
    }
    end = top
    var start = wanted
    while start < end {
      try stopIfAsked()
      let part = min(Self.batch, end &- start)
      try findSuccessors(start, part, level: level)
      start &+= part
    }
    top = wanted
  }

  /// Throws if the interrupt is raised; looks at it every 64th time, some milliseconds at most.
  @inline(__always)
  private func stopIfAsked() throws {
    batches &+= 1
    if batches & 63 == 0, let interrupt, interrupt.isRaised { throw Stopped() }
  }

  private func findSuccessors(_ place: Int, _ count: Int, level: Int) throws {
    if level == groundLevel { return try stepGround(place, count) }
    let work: Int
    if jump.exponent >= level - 2 {
      work = try leap(place, count, level)
    } else if level == groundLevel + 1 {
      work = try shiftLeaves(place, count)
    } else {
      work = try shiftNodes(place, count)
    }
    // The four overlapping squares lie at `work`; their successors make up the result.
    try request(work, 4 * count, level: level - 1)
    try makeRoom(nodes: count)
    try joinSuccessors(work, of: place, count)
    top = work
  }

  private func joinSuccessors(_ work: Int, of place: Int, _ count: Int) throws {
    let (stack, keys, found) = unsafe (stack.elements, keys.elements, found.elements)
    let nodes = unsafe store.nodeElements
    for index in 0..<count {
      let four = unsafe stack + (work &+ 4 &* index)
      unsafe keys[index] = QuadNode(
        nodes[Int(four[0])].memo, nodes[Int(four[1])].memo, nodes[Int(four[2])].memo,
        nodes[Int(four[3])].memo)
    }
    unsafe store.resolve(keys, count, into: found)
    for index in 0..<count {
      unsafe nodes[Int(stack[place &+ index])].memo = found[index]
    }
  }
}

// MARK: - At full speed

extension Successors {
  /// The four overlapping squares in the middle, half the time later: by way of the successors of
  /// the nine squares half as large.
  ///
  ///      0 1 2       each of the four is made of the middles of four of the nine:
  ///      3 4 5       0 1 3 4, 1 2 4 5, 3 4 6 7 and 4 5 7 8
  ///      6 7 8
  private func leap(_ place: Int, _ count: Int, _ level: Int) throws -> Int {
    try makeRoom(nodes: 5 * count)
    let nine = try push(9 * count)
    findNine(place, count, nine)
    try request(nine, 9 * count, level: level - 1)
    try makeRoom(nodes: 4 * count)
    let (stack, keys) = unsafe (stack.elements, keys.elements)
    let nodes = unsafe store.nodeElements
    for index in 0..<count {
      let from = unsafe stack + (nine &+ 9 &* index)
      let to = unsafe keys + 4 &* index
      let (a, b, c) = unsafe (
        nodes[Int(from[0])].memo, nodes[Int(from[1])].memo, nodes[Int(from[2])].memo
      )
      let (d, e, f) = unsafe (
        nodes[Int(from[3])].memo, nodes[Int(from[4])].memo, nodes[Int(from[5])].memo
      )
      let (g, h, i) = unsafe (
        nodes[Int(from[6])].memo, nodes[Int(from[7])].memo, nodes[Int(from[8])].memo
      )
      unsafe to[0] = QuadNode(a, b, d, e)
      unsafe to[1] = QuadNode(b, c, e, f)
      unsafe to[2] = QuadNode(d, e, g, h)
      unsafe to[3] = QuadNode(e, f, h, i)
    }
    unsafe store.resolve(keys, 4 * count, into: stack + nine)
    top = nine + 4 * count
    return nine
  }

  private func findNine(_ place: Int, _ count: Int, _ nine: Int) {
    let (stack, keys, found) = unsafe (stack.elements, keys.elements, found.elements)
    let nodes = unsafe store.nodeElements
    fetchQuadrants(place, count)
    for index in 0..<count {
      let node = unsafe nodes[Int(stack[place &+ index])]
      let (nw, ne) = unsafe (nodes[Int(node.nw)], nodes[Int(node.ne)])
      let (sw, se) = unsafe (nodes[Int(node.sw)], nodes[Int(node.se)])
      let to = unsafe keys + 5 &* index
      unsafe to[0] = QuadNode(nw.ne, ne.nw, nw.se, ne.sw)
      unsafe to[1] = QuadNode(nw.sw, nw.se, sw.nw, sw.ne)
      unsafe to[2] = QuadNode(nw.se, ne.sw, sw.ne, se.nw)
      unsafe to[3] = QuadNode(ne.sw, ne.se, se.nw, se.ne)
      unsafe to[4] = QuadNode(sw.ne, se.nw, sw.se, se.sw)
    }
    unsafe store.resolve(keys, 5 * count, into: found)
    for index in 0..<count {
      let node = unsafe nodes[Int(stack[place &+ index])]
      let to = unsafe stack + (nine &+ 9 &* index)
      let from = unsafe found + 5 &* index
      unsafe (to[0], to[1], to[2]) = unsafe (node.nw, from[0], node.ne)
      unsafe (to[3], to[4], to[5]) = unsafe (from[1], from[2], from[3])
      unsafe (to[6], to[7], to[8]) = unsafe (node.sw, from[4], node.se)
    }
  }

  /// Sends for the quadrants of squares, which are nodes.
  @inline(__always)
  private func fetchQuadrants(_ place: Int, _ count: Int) {
    let stack = unsafe stack.elements
    let nodes = unsafe store.nodeElements
    for index in 0..<count {
      let node = unsafe nodes[Int(stack[place &+ index])]
      unsafe life_prefetch(nodes + Int(node.nw))
      unsafe life_prefetch(nodes + Int(node.ne))
      unsafe life_prefetch(nodes + Int(node.sw))
      unsafe life_prefetch(nodes + Int(node.se))
    }
  }
}

// MARK: - Slower than full speed

extension Successors {
  /// The four overlapping squares in the middle, now: an eighth in from the edge.
  ///
  ///      0 1 2       nine squares a quarter as large, each of parts of four of the sixteen;
  ///      3 4 5       with only one place for each size of square, far fewer are needed than if
  ///      6 7 8       all nine half as large were stepped
  private func shiftNodes(_ place: Int, _ count: Int) throws -> Int {
    try makeRoom(nodes: 13 * count)
    let nine = try push(9 * count)
    let (stack, keys, found) = unsafe (stack.elements, keys.elements, found.elements)
    let nodes = unsafe store.nodeElements
    fetchQuadrants(place, count)
    for index in 0..<count {
      let node = unsafe nodes[Int(stack[place &+ index])]
      for quadrant in 0..<4 {
        let part = unsafe nodes[Int(node[quadrant])]
        for inner in 0..<4 { unsafe life_prefetch(nodes + Int(part[inner])) }
      }
    }
    for index in 0..<count {
      let grid = unsafe Sixteen(stack[place &+ index], nodes)
      for part in 0..<9 {
        let (nw, ne, sw, se) = grid.around(part)
        unsafe keys[9 &* index &+ part] = QuadNode(
          nodes[Int(nw)].se, nodes[Int(ne)].sw, nodes[Int(sw)].ne, nodes[Int(se)].nw)
      }
    }
    unsafe store.resolve(keys, 9 * count, into: found)
    try joinNine(nine, count)
    return nine
  }

  /// The same where the sixteen are leaves.
  private func shiftLeaves(_ place: Int, _ count: Int) throws -> Int {
    try makeRoom(nodes: 4 * count, leaves: 9 * count)
    let nine = try push(9 * count)
    let (stack, leafKeys, found) = unsafe (stack.elements, leafKeys.elements, found.elements)
    let nodes = unsafe store.nodeElements
    let leaves = unsafe store.leafElements
    fetchQuadrants(place, count)
    let mask = ~QuadStore.leafBit
    for index in 0..<count {
      let grid = unsafe Sixteen(stack[place &+ index], nodes)
      for part in 0..<9 {
        let (nw, ne, sw, se) = grid.around(part)
        unsafe leafKeys[9 &* index &+ part] = QuadLeaf(
          leaves[Int(nw & mask)].se, leaves[Int(ne & mask)].sw, leaves[Int(sw & mask)].ne,
          leaves[Int(se & mask)].nw)
      }
    }
    unsafe store.resolve(leafKeys, 9 * count, into: found)
    for index in 0..<9 * count where unsafe found[index] != 0 {
      unsafe found[index] |= QuadStore.leafBit
    }
    try joinNine(nine, count)
    return nine
  }

  /// Joins the nine squares that were found for each to four, which go to `place` on.
  private func joinNine(_ place: Int, _ count: Int) throws {
    let (keys, found) = unsafe (keys.elements, found.elements)
    for index in 0..<count {
      let from = unsafe found + 9 &* index
      let to = unsafe keys + 4 &* index
      unsafe to[0] = QuadNode(from[0], from[1], from[3], from[4])
      unsafe to[1] = QuadNode(from[1], from[2], from[4], from[5])
      unsafe to[2] = QuadNode(from[3], from[4], from[6], from[7])
      unsafe to[3] = QuadNode(from[4], from[5], from[7], from[8])
    }
    unsafe store.resolve(keys, 4 * count, into: stack.elements + place)
    top = place + 4 * count
  }
}

/// The sixteen squares two levels down, four in a row.
private struct Sixteen {
  private let rows:
    (
      (UInt32, UInt32, UInt32, UInt32), (UInt32, UInt32, UInt32, UInt32),
      (UInt32, UInt32, UInt32, UInt32), (UInt32, UInt32, UInt32, UInt32)
    )

  @inline(__always)
  init(_ number: UInt32, _ nodes: UnsafePointer<QuadNode>) {
    let node = unsafe nodes[Int(number)]
    let (nw, ne) = unsafe (nodes[Int(node.nw)], nodes[Int(node.ne)])
    let (sw, se) = unsafe (nodes[Int(node.sw)], nodes[Int(node.se)])
    rows = (
      (nw.nw, nw.ne, ne.nw, ne.ne), (nw.sw, nw.se, ne.sw, ne.se),
      (sw.nw, sw.ne, se.nw, se.ne), (sw.sw, sw.se, se.sw, se.se)
    )
  }

  @inline(__always)
  private func row(_ y: Int) -> (UInt32, UInt32, UInt32, UInt32) {
    y == 0 ? rows.0 : y == 1 ? rows.1 : y == 2 ? rows.2 : rows.3
  }

  /// The four squares that meet at an inner corner, of which there are nine.
  @inline(__always)
  func around(_ corner: Int) -> (UInt32, UInt32, UInt32, UInt32) {
    let (north, south) = (row(corner / 3), row(corner / 3 + 1))
    switch corner % 3 {
    case 0: return (north.0, north.1, south.0, south.1)
    case 1: return (north.1, north.2, south.1, south.2)
    default: return (north.2, north.3, south.2, south.3)
    }
  }
}

// MARK: - On the ground

extension Successors {
  /// Steps squares of four leaves.
  private func stepGround(_ place: Int, _ count: Int) throws {
    try makeRoom(nodes: 0, leaves: count)
    let (stack, leafKeys, found) = unsafe (stack.elements, leafKeys.elements, found.elements)
    let nodes = unsafe store.nodeElements
    let leaves = unsafe store.leafElements
    for index in 0..<count {
      let node = unsafe nodes[Int(stack[place &+ index])]
      for quadrant in 0..<4 {
        let leaf = node[quadrant] & ~QuadStore.leafBit
        unsafe found[4 &* index &+ quadrant] = leaf
        unsafe life_prefetch(leaves + Int(leaf))
      }
    }
    if let ground {
      let generations = 1 << min(jump.exponent, groundLevel - 2)
      for index in 0..<count {
        let four = unsafe found + 4 &* index
        let square = unsafe (
          leaves[Int(four[0])], leaves[Int(four[1])], leaves[Int(four[2])], leaves[Int(four[3])]
        )
        unsafe leafKeys[index] = ground.middle(square, generations, fromOdd: jump.isOdd)
      }
    } else if let circuit {
      unsafe (jump.isOdd ? circuit.swapped : circuit).withPrograms { programs in
        unsafe kernels.advanceSquares(
          UnsafeRawPointer(leaves).assumingMemoryBound(to: UInt64.self), found, count,
          1 << min(jump.exponent, 3), programs, scratch.elements,
          UnsafeMutableRawPointer(leafKeys).assumingMemoryBound(to: UInt64.self))
      }
    }
    unsafe store.resolve(leafKeys, count, into: found)
    for index in 0..<count {
      let leaf = unsafe found[index]
      unsafe nodes[Int(stack[place &+ index])].memo = leaf == 0 ? 0 : leaf | QuadStore.leafBit
    }
  }
}
