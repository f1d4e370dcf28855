/// The nodes and leaves of any number of trees, each different square kept once.
///
/// Numbers of leaves have the top bit set, so that no two squares of different size have the same
/// quadrants; 0 is the empty square of any size. Squares that none of the pinned roots, nor what
/// else is in use, leads to go when memory gets short; until then nothing is forgotten.
///
/// Not to be used by two threads at once.
@safe
package final class QuadStore {
  package let nodes: Canon<QuadNode>
  package let leaves: Canon<QuadLeaf>
  /// How often each root is in use.
  private var pins: [UInt32: Int] = [:]
  /// Behind a pointer, as an ``Arena``'s variables are.
  private let limit: UnsafeMutablePointer<Int>
  /// Whether somebody keeps memos in the nodes.
  package var isClaimed = false
  /// Counts of living cells that were asked for, until squares are forgotten.
  var populations = Populations()

  /// Set in the number of a leaf, not in that of a node.
  package static let leafBit: UInt32 = 1 << 31
  /// The number of states that cells may have.
  package let states: Int
  package let shape: LeafShape
  /// The level of leaves.
  package let leafLevel: Int

  package init(memoryLimit: Int = .max, states: Int = 2) throws(MemoryExhausted) {
    self.states = states
    shape = LeafShape(states: states)
    leafLevel = shape.leafLevel
    nodes = try Canon(purpose: "quadtree")
    leaves = try Canon(purpose: "quadtree")
    unsafe limit = .allocate(capacity: 1)
    unsafe limit.initialize(to: memoryLimit)
  }

  deinit { unsafe limit.deallocate() }

  /// Bytes that nodes and leaves may take.
  package var memoryLimit: Int {
    get { unsafe limit.pointee }
    set { unsafe limit.pointee = newValue }
  }

  /// The bits of a state, and so the words for each 64 cells of a row.
  package var planes: Int { Int.bitWidth - (states - 1).leadingZeroBitCount }

  /// What shelves that are opened or enlarged between two looks at the limit may add to what their
  /// numbers take on the average.
  private static let shelving = 1 << 15

  package var byteCount: Int { nodes.byteCount + leaves.byteCount }

  /// Makes room for so many more squares.
  ///
  /// - Throws: ``MemoryExhausted`` if the limit does not allow it.
  package func reserve(nodes newNodes: Int, leaves newLeaves: Int = 0) throws(MemoryExhausted) {
    let hasRoom = nodes.hasRoom(for: newNodes) && leaves.hasRoom(for: newLeaves)
    // Shelves grow without being asked, so they are looked at even where there is room.
    if hasRoom, byteCount < memoryLimit - Self.shelving { return }
    let bytes = byteCount + nodes.growth(for: newNodes) + leaves.growth(for: newLeaves)
    guard bytes <= memoryLimit - Self.shelving else {
      throw MemoryExhausted(purpose: "quadtree", bytes: bytes)
    }
    if hasRoom { return }
    let isGenerous = bytes <= memoryLimit / 2
    try nodes.reserve(newNodes, generous: isGenerous)
    try leaves.reserve(newLeaves, generous: isGenerous)
    let last = max(nodes.values.capacity, leaves.values.capacity)
    try nodes.open(shelves: QuadNode.shelf(ofNumbers: UInt32(truncatingIfNeeded: last)) + 2)
    try leaves.open(shelves: 1)
  }

  /// The node with these quadrants.
  package func join(
    _ nw: UInt32, _ ne: UInt32, _ sw: UInt32, _ se: UInt32
  ) throws(MemoryExhausted) -> UInt32 {
    try reserve(nodes: 1)
    var key = QuadNode(nw, ne, sw, se)
    var number: UInt32 = 0
    unsafe nodes.resolve(&key, 1, into: &number)
    return number
  }

  package func leaf(_ leaf: QuadLeaf) throws(MemoryExhausted) -> UInt32 {
    try reserve(nodes: 0, leaves: 1)
    var key = leaf
    var number: UInt32 = 0
    unsafe leaves.resolve(&key, 1, into: &number)
    return number == 0 ? 0 : number | Self.leafBit
  }

  /// The numbers of many nodes, for which there must be room.
  ///
  /// The two doors stand here, and not at the caller's, because only this layer's compiler makes
  /// machine code for each kind of value; from outside every comparison would be a call.
  package func resolve(
    _ keys: UnsafePointer<QuadNode>, _ count: Int, into numbers: UnsafeMutablePointer<UInt32>
  ) {
    unsafe nodes.resolve(keys, count, into: numbers)
  }

  /// The places of many leaves, for which there must be room: their numbers without the leaf bit.
  package func resolve(
    _ keys: UnsafePointer<QuadLeaf>, _ count: Int, into places: UnsafeMutablePointer<UInt32>
  ) {
    unsafe leaves.resolve(keys, count, into: places)
  }

  /// The nodes by their numbers, until there is room for more.
  package var nodeElements: UnsafeMutablePointer<QuadNode> { unsafe nodes.values.elements }
  /// The leaves by their places, until there is room for more.
  package var leafElements: UnsafeMutablePointer<QuadLeaf> { unsafe leaves.values.elements }

  /// The node of this number, above the level of leaves.
  package func node(_ number: UInt32) -> QuadNode {
    precondition(number & Self.leafBit == 0 && Int(number) < nodes.end)
    return unsafe nodes.values.elements[Int(number)]
  }

  package func leaf(_ number: UInt32) -> QuadLeaf {
    let place = Int(number & ~Self.leafBit)
    precondition(place < leaves.end)
    return unsafe leaves.values.elements[place]
  }
}

// MARK: - What is in use

extension QuadStore {
  package func pin(_ root: UInt32) { pins[root, default: 0] += 1 }

  package func unpin(_ root: UInt32) {
    let count = pins[root, default: 1] - 1
    pins[root] = count == 0 ? nil : count
  }

  /// Forgets what neither a pinned root nor the squares in use lead to.
  ///
  /// - Parameter use: marks further squares that are in use.
  package func collect(alsoUsing use: (Marking) -> Void) throws(MemoryExhausted) {
    let marking = try Marking(self)
    for root in pins.keys { marking.mark(root) }
    use(marking)
    nodes.sweep(keeping: marking.nodes)
    leaves.sweep(keeping: marking.leaves)
    populations = Populations()
  }
}

/// The squares that were found to be in use.
package final class Marking {
  private let store: QuadStore
  fileprivate let nodes: Marks
  fileprivate let leaves: Marks
  /// Nodes that are marked, whose quadrants are not yet.
  private var pending: [UInt32] = []

  init(_ store: QuadStore) throws(MemoryExhausted) {
    self.store = store
    nodes = try Marks(store.nodes.end)
    leaves = try Marks(store.leaves.end)
  }

  package func isMarked(_ number: UInt32) -> Bool {
    let place = Int(number & ~QuadStore.leafBit)
    return number == 0 || (number == UInt32(place) ? nodes : leaves).contains(place)
  }

  /// Marks a square and all that it is made of.
  package func mark(_ root: UInt32) {
    let squares = unsafe store.nodeElements
    visit(root)
    while let number = pending.popLast() {
      let node = unsafe squares[Int(number)]
      visit(node.nw)
      visit(node.ne)
      visit(node.sw)
      visit(node.se)
    }
  }

  @inline(__always)
  private func visit(_ number: UInt32) {
    if number & QuadStore.leafBit != 0 {
      leaves.insert(Int(number & ~QuadStore.leafBit))
    } else if number != 0, nodes.insert(Int(number)) {
      pending.append(number)
    }
  }

  /// Sees to it that marked squares remember none that are not marked.
  package func forgetUnmarkedMemos() {
    let squares = unsafe store.nodeElements
    for number in 1..<store.nodes.end {
      guard nodes.contains(number), unsafe !isMarked(squares[number].memo) else { continue }
      unsafe (squares[number].memo, squares[number].memoTag) = (0, 0)
    }
  }
}

/// A set of small numbers, a bit each.
final class Marks {
  private let words: Arena<UInt64>
  private let count: Int

  init(_ count: Int) throws(MemoryExhausted) {
    self.count = count
    words = try Arena(purpose: "quadtree", capacity: count / 64 + 1)
  }

  @inline(__always)
  func contains(_ number: Int) -> Bool {
    unsafe words.elements[number &>> 6] &>> UInt64(number & 63) & 1 == 1
  }

  /// Whether the number was not in the set yet.
  @inline(__always)
  @discardableResult
  func insert(_ number: Int) -> Bool {
    let bit: UInt64 = 1 &<< UInt64(number & 63)
    let word = unsafe words.elements[number &>> 6]
    unsafe words.elements[number &>> 6] = word | bit
    return word & bit == 0
  }
}
