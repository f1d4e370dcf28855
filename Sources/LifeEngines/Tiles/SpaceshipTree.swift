internal import LifeCore

/// A tree of boxes around spaceships that move at one velocity, which also knows when to check each
/// of them again.
///
/// Spaceships of one velocity keep their distances, so their boxes are stored as they were at step
/// 0, and the passing of generations does not change a tree. The leaves are sorted along a Z-order
/// curve, so that near ones share ancestors; each node has the box around its leaves and the
/// earliest and latest of their times.
///
///                      1
///              ┌───────┴───────┐
///              2               3             node i has the children 2i and 2i + 1;
///          ┌───┴───┐       ┌───┴───┐         the leaves follow the inner nodes
///          4       5       6       7
///
/// A search visits only nodes that can change its result: 30 000 random gliders on a square of
/// 2^24 cells for 4 096 generations.
struct SpaceshipTree {
  struct Node: BitwiseCopyable, Equatable {
    var west = Int.max
    var north = Int.max
    var eastEnd = Int.min
    var southEnd = Int.min
    /// Above ``latestDue`` if the node has no spaceships.
    var earliestDue = Int.max
    var latestDue = Int.min

    init() {}

    init(_ box: Window, due: Int) {
      west = box.x
      north = box.y
      eastEnd = box.endX
      southEnd = box.endY
      earliestDue = due
      latestDue = due
    }

    init(joining one: Node, and other: Node) {
      west = min(one.west, other.west)
      north = min(one.north, other.north)
      eastEnd = max(one.eastEnd, other.eastEnd)
      southEnd = max(one.southEnd, other.southEnd)
      earliestDue = min(one.earliestDue, other.earliestDue)
      latestDue = max(one.latestDue, other.latestDue)
    }

    var isEmpty: Bool { earliestDue > latestDue }
  }

  /// Something that spaceships of the tree may come near.
  struct Approach {
    /// Its box in the coordinates of the tree.
    var box: Window
    /// By how many cells a step it and they may come nearer.
    var speed: Int

    /// For how many steps it surely stays away from all in a node.
    func steps(to node: Node) -> Int { Self.steps(across: gap(to: node), at: speed) }

    /// How many columns or rows lie between it and all in a node, whichever are more.
    @inline(__always)
    func gap(to node: Node) -> Int {
      if node.isEmpty { return .max }
      let x = max(node.west - box.endX, box.x - node.eastEnd)
      let y = max(node.north - box.endY, box.y - node.southEnd)
      return max(x, y)
    }

    /// The least gap for which ``steps(across:at:)`` is at least `steps`.
    func gap(for steps: Int) -> Int {
      if steps <= 0 { return .min }
      let (product, overflows) = speed.multipliedReportingOverflow(by: steps)
      let (gap, isTooLarge) = product.addingReportingOverflow(Self.margin)
      return overflows || isTooLarge ? .max : gap
    }

    /// The number of steps until a gap of `gap` cells is almost closed.
    static func steps(across gap: Int, at speed: Int) -> Int {
      if speed == 0 { return gap >= margin ? .max : 0 }
      return max(0, gap - margin) / speed
    }

    private static let margin = 2 * TileField.generationsPerStep
  }

  private var nodes: [Node]
  /// The spaceship of each leaf.
  private let leaves: [SpaceshipID]
  private let firstLeaf: Int
  /// The number of leaves that still have a spaceship.
  private(set) var count: Int

  init(_ spaceships: [(id: SpaceshipID, box: Window, due: Int)]) {
    let sorted = ZOrder.sorted(spaceships) { Cell(x: $0.box.x, y: $0.box.y) }
    leaves = sorted.map(\.id)
    count = sorted.count
    var size = 1
    while size < sorted.count { size *= 2 }
    firstLeaf = size
    nodes = Array(repeating: Node(), count: 2 * size)
    for (index, spaceship) in sorted.enumerated() {
      nodes[size + index] = Node(spaceship.box, due: spaceship.due)
    }
    for node in (1..<size).reversed() {
      nodes[node] = Node(joining: nodes[2 * node], and: nodes[2 * node + 1])
    }
  }

  /// The leaves of the spaceships that are left.
  var live: [(id: SpaceshipID, leaf: Int)] {
    leaves.indices.filter { !nodes[firstLeaf + $0].isEmpty }.map { (leaves[$0], $0) }
  }

  /// Whether most spaceships were removed, so that the tree should be rebuilt.
  var isSparse: Bool { 2 * count < leaves.count }

  var earliestDue: Int { nodes[1].earliestDue }

  mutating func remove(_ leaf: Int) {
    nodes[firstLeaf + leaf] = Node()
    count -= 1
    updateAncestors(of: firstLeaf + leaf)
  }

  mutating func setDue(of leaf: Int, to due: Int) {
    nodes[firstLeaf + leaf].earliestDue = due
    nodes[firstLeaf + leaf].latestDue = due
    updateAncestors(of: firstLeaf + leaf)
  }

  private mutating func updateAncestors(of node: Int) {
    var node = node >> 1
    while node > 0 {
      let new = Node(joining: nodes[2 * node], and: nodes[2 * node + 1])
      if new == nodes[node] { return }
      nodes[node] = new
      node >>= 1
    }
  }

  /// Lowers `steps` to those for which something surely stays away from all spaceships but one.
  func limit(_ steps: inout Int, by approach: Approach, except own: SpaceshipID) {
    let limit = approach.gap(for: steps)
    var nearest = limit
    search(1, gap: approach.gap(to: nodes[1]), approach: approach, except: own, nearest: &nearest)
    if nearest < limit { steps = Approach.steps(across: nearest, at: approach.speed) }
  }

  /// Lowers `nearest` to the gap between something and the nearest spaceship below a node.
  private func search(
    _ node: Int, gap: Int, approach: Approach, except own: SpaceshipID, nearest: inout Int
  ) {
    if gap >= nearest { return }
    if node >= firstLeaf {
      if leaves[node - firstLeaf] != own { nearest = gap }
      return
    }
    let first = 2 * node
    let second = 2 * node + 1
    let one = approach.gap(to: nodes[first])
    let other = approach.gap(to: nodes[second])
    // The nearer child first, so that the other one is often not visited.
    if other < one {
      search(second, gap: other, approach: approach, except: own, nearest: &nearest)
      search(first, gap: one, approach: approach, except: own, nearest: &nearest)
    } else {
      search(first, gap: one, approach: approach, except: own, nearest: &nearest)
      search(second, gap: other, approach: approach, except: own, nearest: &nearest)
    }
  }

  /// Makes spaceships due before something that is near from `step` on can reach them.
  ///
  /// - Parameter body: gets those whose time changed.
  mutating func hasten(_ approach: Approach, from step: Int, body: (SpaceshipID, Int) -> Void) {
    hasten(1, approach: approach, from: step, body: body)
  }

  private mutating func hasten(
    _ node: Int, approach: Approach, from step: Int, body: (SpaceshipID, Int) -> Void
  ) {
    if nodes[node].isEmpty { return }
    let steps = approach.steps(to: nodes[node])
    if nodes[node].isEmpty || nodes[node].latestDue - step <= steps { return }
    if node >= firstLeaf {
      nodes[node].earliestDue = step + steps
      nodes[node].latestDue = step + steps
      body(leaves[node - firstLeaf], step + steps)
      return
    }
    hasten(2 * node, approach: approach, from: step, body: body)
    hasten(2 * node + 1, approach: approach, from: step, body: body)
    nodes[node] = Node(joining: nodes[2 * node], and: nodes[2 * node + 1])
  }

  /// The spaceships that are due at a step.
  func due(at step: Int) -> [SpaceshipID] {
    var found: [SpaceshipID] = []
    var open: [Int] = [1]
    while let node = open.popLast() {
      if nodes[node].earliestDue > step { continue }
      if node >= firstLeaf {
        found.append(leaves[node - firstLeaf])
      } else {
        open += [2 * node + 1, 2 * node]
      }
    }
    return found
  }

  /// Checks that nodes summarize their children, for debug builds and tests.
  func checkInvariants(_ leaf: (SpaceshipID) -> Node) {
    precondition(live.count == count, "the count of spaceships is exact")
    for (id, index) in live {
      precondition(nodes[firstLeaf + index] == leaf(id), "leaves agree with their spaceships")
    }
    for node in 1..<firstLeaf {
      let summary = Node(joining: nodes[2 * node], and: nodes[2 * node + 1])
      precondition(nodes[node] == summary, "nodes summarize their children")
    }
  }
}

/// Sorts places along a curve on which near ones are mostly near: the bits of column and row in
/// turn.
///
/// - SeeAlso: G. M. Morton, "A computer oriented geodetic data base" (1966).
enum ZOrder {
  static func sorted<Element>(_ elements: [Element], by cell: (Element) -> Cell) -> [Element] {
    let cells = elements.map(cell)
    guard let x = cells.map(\.x).min(), let y = cells.map(\.y).min(),
      let farthest = cells.map({ max($0.x - x, $0.y - y) }).max()
    else { return [] }
    let shift = max(0, 32 - UInt64(farthest).leadingZeroBitCount)
    let keys = cells.map { cell in
      spread(UInt64((cell.x - x) >> shift)) | spread(UInt64((cell.y - y) >> shift)) << 1
    }
    return elements.indices.sorted { keys[$0] < keys[$1] }.map { elements[$0] }
  }

  /// Moves bit i of 32 bits to bit 2i.
  private static func spread(_ bits: UInt64) -> UInt64 {
    var bits = bits
    bits = (bits | bits << 16) & 0x0000_ffff_0000_ffff
    bits = (bits | bits << 8) & 0x00ff_00ff_00ff_00ff
    bits = (bits | bits << 4) & 0x0f0f_0f0f_0f0f_0f0f
    bits = (bits | bits << 2) & 0x3333_3333_3333_3333
    return (bits | bits << 1) & 0x5555_5555_5555_5555
  }
}
